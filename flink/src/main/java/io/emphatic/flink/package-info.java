/** The spec of a log as a job of Apache Flink. */
package io.emphatic.flink;
