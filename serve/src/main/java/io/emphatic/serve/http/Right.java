package io.emphatic.serve.http;

import io.javalin.security.RouteRole;

/** What a caller may do. Each right stands for itself: who may learn may not read. */
public enum Right implements RouteRole {
    /** To see predictions, weights, events and metrics. */
    READ,
    /** To post steps, and to see what is predicted for them. */
    LEARN,
    /** To add and remove predictions. */
    ADMIN
}
