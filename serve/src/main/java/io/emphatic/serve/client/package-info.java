/**
 * A small client: {@link io.emphatic.serve.client.ServiceClient} posts steps, asks for predictions and reads them. It
 * uses the JDK and Jackson, and nothing of the service.
 */
package io.emphatic.serve.client;
