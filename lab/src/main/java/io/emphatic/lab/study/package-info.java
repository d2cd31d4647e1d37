/**
 * Parameter studies as data: a file says which algorithms with which settings learn which problem, and everything else
 * follows. Experience is generated once a run and shared by every setting; settings that differ only in step size share
 * their trace ({@link io.emphatic.Batch}); results are kept chunk by chunk, so that an interrupted study goes on where
 * it was.
 */
package io.emphatic.lab.study;
