/** Random finite MDPs of any size: off-policy problems nobody has tuned for. */
package io.emphatic.lab.problems.randommdp;
