/**
 * Four rooms, eight policies that each care about a corner of the map, and one behaviour that wanders through all of
 * it.
 *
 * <p>Read {@code Floor}, the map, then {@link io.emphatic.lab.problems.rooms.Rooms}. API. May use {@code lab} and
 * {@code problems}.
 */
package io.emphatic.lab.problems.rooms;
