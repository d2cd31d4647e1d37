/**
 * Four rooms, eight policies that each care about a corner of the world, and one behaviour that wanders through all of
 * it.
 */
package io.emphatic.lab.problems.rooms;
