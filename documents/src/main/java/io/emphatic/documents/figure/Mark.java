package io.emphatic.documents.figure;

/** How points are drawn. */
public enum Mark {
    DISC,
    RING,
    CROSS,
    TRIANGLE
}
