package io.emphatic.documents.figure;

public enum Mark {
    DISC,
    RING,
    CROSS,
    TRIANGLE
}
