/** The Collision problem: will a car that turns away half of the time hit the wall? */
package io.emphatic.lab.problems.collision;
