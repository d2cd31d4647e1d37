#!/usr/bin/env python3
"""Writes rankings.csv: a page shows three of four articles, one below the other, and some are read.

Articles are drawn one after another without replacement, in proportion to a score (Plackett and Luce). The policy that ran had
other scores than the new one; each row has the probability of the article under both, given those above it. Same seed, same bytes.
"""
import csv
import os
import random

random.seed(20150704)
ran = {"a": 4, "b": 3, "c": 2, "d": 2}
new = {"a": 2, "b": 3, "c": 4, "d": 2}
liked = {"a": 0.2, "b": 0.3, "c": 0.5, "d": 0.3}


def probability(scores, article, left):
    return scores[article] / sum(scores[other] for other in left) if article in left else 0.0


here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "rankings.csv"), "w", newline="") as file:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["page", "position", "article", "mu", "pi", "pi_a", "pi_b", "pi_c", "pi_d", "read"])
    for page in range(400):
        left = list("abcd")
        for position in (1, 2, 3):
            article = random.choices(left, [ran[one] for one in left])[0]
            chosen = [probability(ran, article, left), probability(new, article, left)]
            every = [probability(new, one, left) for one in "abcd"]
            read = int(random.random() < liked[article] / position)
            out.writerow([page, position, article] + [f"{p:.10f}" for p in chosen + every] + [read])
            left.remove(article)
