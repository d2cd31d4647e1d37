"""Emphatic TD(λ) from Python through JPype: a corridor of five states, learned off-policy.

    pip install jpype1
    python3 examples/python/corridor.py cli/target/emphatic.jar
"""
import random
import sys

import jpype

jpype.startJVM(classpath=[sys.argv[1] if len(sys.argv) > 1 else "cli/target/emphatic.jar"])
Algorithms = jpype.JClass("io.emphatic.Algorithms")
Features = jpype.JClass("io.emphatic.experience.Features")
Transition = jpype.JClass("io.emphatic.experience.Transition")
Map = jpype.JClass("java.util.Map")

states = [Features.binary(5, k) for k in range(5)]
end = Features.none(5)
learner = Algorithms.named("etd").configure(Map.of("step_size", 0.01)).learner(5)
t = Transition()
random.seed(1)

# The behaviour goes right with ½, the target with 0.9; leaving on the right is worth 1.
for episode in range(4000):
    state = 2
    t.start(states[state], 0, 1)
    while 0 <= state < 5:
        right = random.random() < 0.5
        t.action(0.9 if right else 0.1, 0.5)
        state += 1 if right else -1
        if 0 <= state < 5:
            t.arrive(0, states[state], 1, 0, 1)
        else:
            t.arrive(1 if state == 5 else 0, end, 0, 0, 0)
        learner.update(t)

# v(k) = (1 − (1/9)^(k+1)) / (1 − (1/9)^6): the chance of a gambler who wins with 0.9
learned = [float(learner.predict(phi)) for phi in states]
exact = [(1 - (1 / 9) ** (k + 1)) / (1 - (1 / 9) ** 6) for k in range(5)]
print("learned", [round(v, 2) for v in learned])
print("exact  ", [round(v, 2) for v in exact])
assert all(abs(a - b) < 0.05 for a, b in zip(learned, exact)), "far from the exact values"
