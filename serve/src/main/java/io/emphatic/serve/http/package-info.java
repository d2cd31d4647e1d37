/**
 * The border: HTTP, who may do what, and limits on everything that comes in.
 *
 * <p>{@link io.emphatic.serve.http.ServiceServer} is the server; {@link io.emphatic.serve.http.Access} says who may do
 * what, {@link io.emphatic.serve.http.ServerLimits.SlowClients} cuts off those who hold a connection and send nothing.
 */
package io.emphatic.serve.http;
