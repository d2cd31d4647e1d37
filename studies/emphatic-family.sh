#!/usr/bin/env bash
# studies/emphatic-family.yaml on collision, baird, miner, rooms-high-variance and 20 random MDPs, each with its report in
# a directory of DIR, and the table of the lab book: error of the best setting over that of the best algorithm.
#   studies/emphatic-family.sh DIR
set -euo pipefail
out=$1
cd "$(dirname "$0")/.."
mkdir -p "$out"
study() {
  sed "s/^problem: .*/problem: $2/" studies/emphatic-family.yaml > "$out/$1.yaml"
  ./emphatic study "$out/$1.yaml" --out "$out/$1"
  ./emphatic report "$out/$1" > "$out/$1.txt"
}
for problem in collision baird miner rooms-high-variance; do study $problem $problem; done
for k in $(seq 20); do
  study random-"$k" "{name: random-mdp, states: 20, actions: 3, features: 6, branching: 3, seed: $k}"
done
python3 - "$out" <<'PYTHON'
import csv, math, sys
named = ["collision", "baird", "miner", "rooms-high-variance"]
drawn = ["random-%d" % k for k in range(1, 21)]
over, algorithms = {}, []
for problem in named + drawn:
    best = {}
    for row in csv.DictReader(open("%s/%s/settings.csv" % (sys.argv[1], problem))):
        name = "etd, overshoot 0.3" if row["overshoot"] == "0.3" else row["algorithm"]
        if name not in algorithms:
            algorithms.append(name)
        if row["mean_error"] and int(row["diverged_runs"]) == 0:
            best[name] = min(float(row["mean_error"]), best.get(name, math.inf))
    least = min(best.values())
    over[problem] = {name: error / least for name, error in best.items()}
print("| |", " | ".join(named), "| random MDPs | worst |")
print("|---|" + "---:|" * 6)
for name in algorithms:
    ratios = [over[problem][name] for problem in drawn]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    cells = [over[problem][name] for problem in named] + [mean, max(over[p][name] for p in named + drawn)]
    print("| %s | %s |" % (name, " | ".join("%.2f" % cell for cell in cells)))
PYTHON
