#!/usr/bin/env python3
"""Writes offers.csv: a shop shows each visitor one of two offers, and some buy.

Older visitors buy more, and buy offer A more often than B; the young prefer B. The policy that ran showed A more often the older
the visitor is, and wrote down with which probability it showed what it showed. Same seed, same bytes.
"""
import csv
import os
import random

random.seed(20150704)
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "offers.csv"), "w", newline="") as file:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["visitor", "age", "offer", "mu", "bought"])
    for visitor in range(400):
        age = random.randint(18, 80)
        show_a = 0.2 + 0.6 * (age - 18) / 62
        offer = "A" if random.random() < show_a else "B"
        buys = 0.1 + 0.3 * (age - 18) / 62 if offer == "A" else 0.25
        out.writerow([visitor, age, offer, f"{show_a if offer == 'A' else 1 - show_a:.4f}", int(random.random() < buys)])
