package io.emphatic.lab.problems.miner;

/** An action. */
enum Move {
    LEFT(-1, 0),
    RIGHT(1, 0),
    UP(0, -1),
    DOWN(0, 1);

    final int right;
    final int down;

    Move(int right, int down) {
        this.right = right;
        this.down = down;
    }
}
