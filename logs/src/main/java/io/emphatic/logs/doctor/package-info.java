/**
 * The log doctor: whether a log can be learned from, and why not. Start with {@link io.emphatic.logs.doctor.Doctor};
 * each class that ends in Checks or Check adds findings to an {@link io.emphatic.logs.doctor.Examination};
 * {@link io.emphatic.logs.doctor.ColumnExtremes} is what most of them decide by. Uses {@code logs.sql} and
 * {@code logs.spec}.
 *
 * <p>Internal: may change at any time, but for {@code Finding}, which is in API reports.
 */
package io.emphatic.logs.doctor;
