#!/usr/bin/env python3
"""Writes pumps.csv: what forty pumps did, hour by hour, under the policy that ran them.

Each hour a pump runs or rests. Running pumps 1 unit of water and wears the bearing, faster when it is hot and shaking; resting lets it cool
down and settle. A worn bearing may break: that ends the pump's stream and costs 20 units. The policy that ran rests more often
when the pump shakes; it wrote down with which probability it did what it did. The policy we ask about rests whenever the pump
shakes badly, and hardly ever otherwise. Logging stops after 48 hours (truncated). Same seed, same bytes.
"""
import csv
import os
import random

random.seed(20150704)
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "pumps.csv"), "w", newline="") as file:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["pump", "hour", "site", "temperature", "vibration", "action", "mu", "pi_careful", "water", "terminated", "truncated"])
    for pump in range(40):
        site = random.choice(["coast", "hill", "plain"])
        temperature, vibration = 40 + 10 * random.random(), 0.2 * random.random()
        for hour in range(48):
            rest = 0.15 + 0.35 * min(vibration, 1)
            careful_rest = 0.9 if vibration > 0.6 else 0.05
            resting = random.random() < rest
            broken = not resting and random.random() < 0.4 * max(0, vibration - 0.5) ** 2
            water = 0 if resting else 1
            out.writerow([
                f"P{pump:02d}", hour, site, f"{temperature:.1f}", f"{vibration:.3f}", "rest" if resting else "run",
                f"{rest if resting else 1 - rest:.4f}", f"{careful_rest if resting else 1 - careful_rest:.4f}",
                water - (20 if broken else 0), str(broken).lower(), str(hour == 47 and not broken).lower()])
            if broken:
                break
            if resting:
                temperature += 0.3 * (35 - temperature) + random.gauss(0, 1)
                vibration = max(0, 0.6 * vibration + random.gauss(0, 0.03))
            else:
                temperature += 0.2 * ((75 if site == "plain" else 65) - temperature) + random.gauss(0, 1.5)
                vibration = max(0, vibration + 0.0045 * (temperature - 35) + random.gauss(0, 0.04))
