#!/usr/bin/env python3
"""A service under everything at once, from outside: kill -9 and SIGTERM, predictions put and deleted at random, absurd
rows, retries, a full disk now and then (where a tmpfs can be mounted). At the end nothing acknowledged is missing, and
the weights are those of `learn --as-logged`, to the bit; race, bands and all else that is shown are those of a service
that was given the same rows and changes and never killed.

    python3 serve/src/test/soak/soak.py MINUTES [SEED [STREAMS]]

Of many streams, some posts have rows of thousands: more than 4,096 do not stay awake, so that they rest and wake.
"""
import json, os, random, re, shutil, signal, subprocess, sys, tempfile, threading, time, urllib.error, urllib.request

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), *[".."] * 4))
SPEC = """features: [{bias: true}, x, 2 * y]
behaviour: mu
cumulant: reward
discount: 0.9
lambda: 0.5
return_range: [0, 10]
predictions:
  on: {algorithm: {name: td, step_size: 0.01}}
  off: {target: pi, algorithm: {name: etd, step_size: 0.002}}
  third: {cumulant: reward / 2, algorithm: {name: td, step_size: 0.002}}
  fourth: {cumulant: reward / 2, target: pi, algorithm: {name: td, step_size: 0.002}}
"""
OWN = ("on", "off", "third", "fourth")  # the last two have a race that no change starts anew
MORE = ["ln(reward - 0.1)", "sqrt(y)", "nullif(ok, true)", "CAST(site AS INTEGER)"]  # none for some rows
STREAMS = int(sys.argv[3]) if len(sys.argv) > 3 else 20
LIMIT = 60
COMMAND = os.environ.get("EMPHATIC", os.path.join(ROOT, "emphatic")).split()


def row(stream, seq):
    r = random.Random(1000003 * seq + stream)
    x = r.random() if r.randrange(1000) else 10.0 ** (4 + seq % 300)
    return {"stream": f"s{stream}", "seq": seq, "x": x, "y": r.random() - 0.5, "mu": 0.5, "pi": round(r.random(), 2),
            "reward": r.random(), "site": r.choice(["coast", "hill"]), "ok": r.random() < 0.5,
            "list": [1, r.random()], "terminated": r.randrange(40) == 0}


class Soak:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.home = tempfile.mkdtemp(prefix="emphatic-soak-")
        self.spec = os.path.join(self.home, "soak.yaml")
        with open(self.spec, "w") as file:
            file.write(SPEC)
        self.data = os.path.join(self.home, "data")
        os.mkdir(self.data)
        self.small = subprocess.call(["mount", "-t", "tmpfs", "-o", "size=512m", "none", self.data],
                                     stderr=subprocess.DEVNULL) == 0
        with open(os.path.join(ROOT, "serve/src/test/resources/put-bodies.jsonl")) as file:
            self.bodies = [line for line in file if line.strip()] + [json.dumps({"cumulant": one}) for one in MORE]
        self.next = [0] * STREAMS  # the first seq that was not acknowledged
        self.doubtful = set()  # streams of posts without an answer
        self.codes = {}
        self.kills = self.stops = self.full = 0

    def launch(self, data):
        self.errors = open(os.path.join(self.home, "errors.txt"), "a")
        self.process = subprocess.Popen(COMMAND + ["serve", self.spec, "--data", data, "--port", "0"],
                                        stdout=subprocess.PIPE, stderr=self.errors, text=True)
        line = self.process.stdout.readline()
        url = re.search(r"http://127.0.0.1:\d+", line)
        if not url:
            raise SystemExit("it does not start: " + line + open(os.path.join(self.home, "errors.txt")).read()[-2000:])
        self.url = url.group()

    def start(self):
        self.launch(self.data)
        for stream in self.doubtful.union(self.random.sample(range(STREAMS), min(STREAMS, 200))):
            code, body = self.ask("GET", f"/v1/streams/s{stream}")
            known = json.loads(body)["next_seq"] if code == 200 else 0
            if known < self.next[stream]:
                raise SystemExit(f"s{stream}: {self.next[stream]} rows were acknowledged, and {known} are there")
            self.next[stream] = known
        self.doubtful.clear()

    def ask(self, method, path, body=None):
        """The code, 0 if the service is gone, and the body."""
        request = urllib.request.Request(self.url + path, body.encode() if body else None, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except OSError:
            return 0, ""
        except Exception as error:  # an answer that was cut off
            return 0, str(error)

    def act(self):
        kind = self.random.randrange(14)
        if kind == 0:
            what, path, body = "PUT", f"/v1/predictions/q{self.random.randrange(3)}", self.random.choice(self.bodies)
            code, answer = self.ask(what, path, body)
        elif kind == 1:
            what = "DELETE"
            code, answer = self.ask(what, f"/v1/predictions/q{self.random.randrange(3)}")
        else:
            what = "POST"
            streams = self.random.sample(range(STREAMS), self.random.choice([k for k in (1, 1, 9, 300, 5000) if k <= STREAMS]))
            most = 60 if len(streams) == 1 else 3
            ends = {stream: self.next[stream] + 1 + self.random.randrange(most) for stream in streams}
            rows = "\n".join(json.dumps(row(stream, seq)) for stream, end in ends.items()
                             for seq in range(max(0, self.next[stream] - self.random.randrange(5)), end))
            code, answer = self.ask(what, "/v1/steps", rows)
            if code == 200:
                for stream, end in ends.items():
                    self.next[stream] = end
            else:
                self.doubtful.update(streams)
        self.codes[what, code] = self.codes.get((what, code), 0) + 1
        if code >= 500 and code not in (503, 507) or what == "POST" and code not in (0, 200, 507):
            raise SystemExit(f"{what} {code}: {answer}")
        return code

    def fill(self):
        """The disk is full for some posts."""
        filler = os.path.join(self.data, "filler")
        try:
            with open(filler, "wb", buffering=0) as file:
                while file.write(b"x" * (1 << 20)):
                    pass
        except OSError:
            pass
        for _ in range(20):
            self.full += self.act() == 507
        os.remove(filler)

    def run(self, seconds):
        end = time.time() + seconds
        while time.time() < end:
            self.start()
            kills = self.random.random() < 0.7
            until = time.time() + self.random.uniform(0.5, 12)
            killer = threading.Timer(until - time.time(), self.process.kill) if kills else None
            if killer:
                killer.start()
            while self.process.poll() is None and (kills or time.time() < until):
                if self.small and self.random.randrange(300) == 0:
                    self.fill()
                self.act()
            if not kills:
                self.process.send_signal(signal.SIGTERM)
            self.process.wait()
            self.kills += kills
            self.stops += not kills
            self.process.stdout.close()
            self.errors.close()

    def seen(self):
        """All that is to be seen, and the process ends."""
        paths = ["/v1/race", "/v1/ranges", "/v1/predictions"] + [f"/v1/predictions/{name}" for name in OWN]
        paths += [f"/v1/predictions/{name}/settled" for name in OWN] + ["/v1/streams/s0"]
        seen = {path: json.loads(self.ask("GET", path)[1]) for path in paths}
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        return seen

    def lines(self, directory):
        directory = os.path.join(self.data, directory)
        for name in sorted(os.listdir(directory)) if os.path.exists(directory) else []:
            with open(os.path.join(directory, name)) as file:
                yield from file

    def undisturbed(self):
        """A service that gets the rows and the changes of the log, and is never killed."""
        self.launch(os.path.join(self.home, "undisturbed"))
        changes = [json.loads(line) for line in self.lines("changes")]
        rows, sent = [], 0

        def post():
            code, answer = self.ask("POST", "/v1/steps", "\n".join(rows)) if rows else (200, "")
            if code != 200:
                raise SystemExit(f"undisturbed: {code} {answer}")
            rows.clear()

        for line in self.lines("log"):
            while changes and changes[0]["row"] == sent or len(rows) == 500:
                post()
                if changes and changes[0]["row"] == sent:
                    self.repeat(changes.pop(0))
            rows.append(line[:line.rindex(',"crc":')] + "}")
            sent += 1
        post()
        for change in changes:
            self.repeat(change)
        return self.seen()

    def repeat(self, change):
        path = "/v1/predictions/" + change["name"]
        body = change.get("prediction")
        code, answer = self.ask("DELETE", path) if body is None else self.ask("PUT", path, json.dumps(body))
        if code not in (200, 201, 204) and not (code == 404 and "why" in change):  # switched off already
            raise SystemExit(f"undisturbed: {change} {code} {answer}")

    def check(self):
        self.start()
        served = self.seen()
        rows = sum(1 for _ in self.lines("log"))
        learned = json.loads(subprocess.check_output(
            COMMAND + ["learn", os.path.join(self.data, "log", "*.jsonl"), "--spec", self.spec, "--as-logged", "--json"],
            text=True))
        beyond = served["/v1/ranges"]["rows"]
        print(f"{self.kills} kills, {self.stops} stops, {rows} rows, {beyond} beyond, {self.full} times full, {self.codes}")
        if rows != sum(self.next):
            raise SystemExit(f"{sum(self.next)} rows were acknowledged, and the log has {rows}")
        for one in learned["predictions"]:
            weights = served["/v1/predictions/" + one["name"]]["weights"]
            if one["weights"] != weights:
                raise SystemExit(f"{one['name']}: learn finds {one['weights']}, served are {weights}")
        print("nothing is lost, and the weights are those of learn --as-logged, to the bit")
        undisturbed = self.undisturbed()
        for path in served:
            if served[path] != undisturbed[path]:
                raise SystemExit(f"{path}: {served[path]}\nundisturbed: {undisturbed[path]}")
        band = served["/v1/predictions/on"]["diagnostics"]["outcome_band"]
        race = [(one["episodes"], [each["dropped_at"] for each in one["policies"]]) for one in served["/v1/race"]["races"]]
        print(f"race and bands are those of a service that was never killed: {race}, {band}")


if __name__ == "__main__":
    soak = Soak(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    try:
        soak.run(60 * float(sys.argv[1]))
        soak.check()
    finally:
        if soak.process.poll() is None:
            soak.process.kill()
        if soak.small:
            subprocess.call(["umount", soak.data])
    shutil.rmtree(soak.home)
