package io.emphatic.serve.client;

import java.io.IOException;

/** The service has answered that it does not do what was asked, and why. Nothing has changed there. */
public class ServiceRefusalException extends IOException {
    private static final long serialVersionUID = 1;

    private final int status;

    ServiceRefusalException(int status, String message) {
        super(message);
        this.status = status;
    }

    /** The status of HTTP: 422 for rows that cannot be learned from, for example. */
    public int status() {
        return status;
    }
}
