/**
 * {@code emphatic serve}: a spec as a service. Steps go in, predictions come out, and nothing acknowledged is lost.
 *
 * <p>In this order: {@code storage} keeps bytes, {@code quality} says how good predictions are, {@code service} learns
 * on one thread what another one has made durable, {@code http} is the border to everything outside. {@code client} is
 * for those outside.
 *
 * <p>Internal: a part of the application, without API.
 */
package io.emphatic.serve;
