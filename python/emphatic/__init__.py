"""What would another policy have earned, from a log that the running one wrote, and may I believe it?

Specs are keyword arguments or a dict, with the names that they have in YAML (``lambda_`` for ``lambda``), or the path of a
YAML file. A log is a frame of pandas, polars, pyarrow or duckdb, a list of dicts, or the path of a file.

>>> import random
>>> chance, rows = random.Random(1), []
>>> for session in range(300):                       # two steps each; "buy" is worth 1 and was done every second time
...     for t in range(2):
...         buy = chance.random() < 0.5
...         rows.append({"session": session, "t": t, "mu": 0.5, "pi_new": 0.8 if buy else 0.2, "reward": int(buy),
...                      "terminated": t == 1})
>>> r = evaluate(rows, stream="session", order="t", behaviour="mu", cumulant="reward", discount=1,
...              targets={"new": "pi_new"})
>>> r.verdict, round(r.value, 1), [round(end, 1) for end in r.interval]
('trust', 1.6, [1.5, 1.6])
"""
from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Mapping

from . import _frames
from ._java import Error, run
from ._results import Evaluation, Gate, Model, Result, Target, Tuning
from ._service import Service

__all__ = ["Error", "Evaluation", "Gate", "Model", "Result", "Service", "Target", "Tuning", "evaluate", "explain", "gate",
           "learn", "load", "run", "serve", "tune"]
__version__ = "0.1.0.dev0"


def evaluate(log: Any = None, spec: Any = None, /, **keys: Any) -> Evaluation:
    """What each target policy would have earned (docs/evaluate.md).

    >>> log = [{"mu": 0.5, "pi": 0.5, "reward": k % 2, "terminated": True} for k in range(100)]
    >>> evaluate(log, behaviour="mu", targets={"same": "pi"}, discount=1)["same"].value
    0.5
    >>> evaluate(log, behaviour="muh", targets={"same": "pi"}, discount=1)
    Traceback (most recent call last):
    ...
    emphatic.Error: behaviour: the log has no column muh: did you mean mu? (line 1 of spec.yaml)
      muh
      ^
    """
    return _ask("evaluate", log, spec, keys)


def gate(log: Any = None, spec: Any = None, /, **keys: Any) -> Gate:
    """Whether a policy is shown to earn more (docs/gate.md).

    >>> log = [{"mu": 0.5, "pi": (0.3, 0.7)[k % 2], "reward": k % 2, "terminated": True} for k in range(400)]
    >>> gate(log, behaviour="mu", targets={"new": "pi"}, discount=1, gate={"margin": 0.1}).passed
    True
    """
    return _ask("gate", log, spec, keys)


def learn(log: Any = None, spec: Any = None, /, **keys: Any) -> Model:
    """Predictions from a log (docs/learn.md). Without ``predictions`` there is one, which is called prediction.

    >>> log = [{"x": k % 2, "reward": 2.0 + k % 2, "terminated": True} for k in range(100)]
    >>> model = learn(log, features="1, x", discount=0.9, algorithm="elstd")
    >>> [round(row, 2) for row in model.predict([{"x": 0}, {"x": 1}])["prediction"]]
    [2.0, 3.0]
    """
    return _ask("learn", log, spec, keys)


def tune(log: Any = None, spec: Any = None, /, **keys: Any) -> Tuning:
    """The learner that predicts a log best (docs/tune.md). A spec that is a file names its log itself.

    >>> log = [{"x": k % 2, "reward": 2.0 + k % 2, "terminated": True} for k in range(100)]
    >>> best = tune(log, features="1, x", discount=0.9, candidates={"algorithms": {"td": {"step_size": [0.001, 0.5]}}}).best
    >>> best["algorithm"], best["parameters"]["step_size"]
    ('td', 0.5)
    """
    return _ask("tune", log, spec, keys)


def load(path: str | os.PathLike) -> Model:
    """A model that ``save`` or ``emphatic learn --model`` wrote, to predict with."""
    return Model({}, "", None, Path(path).read_bytes())


def explain(problem: str | os.PathLike | Mapping[str, Any], /, lambda_: float | None = None,
            set: Mapping[str, Any] | None = None, **parameters: Any) -> Result:
    """What each algorithm converges to on a problem: built in, a file, or a dict (docs/theory.md).

    >>> explain("baird").problem
    'baird'
    """
    with tempfile.TemporaryDirectory(prefix="emphatic-") as folder:
        if isinstance(problem, Mapping):
            problem = _write_spec(problem, Path(folder, "problem.yaml"))
        options = [f"{name}={value}" for name, value in parameters.items()]
        options += [] if lambda_ is None else ["--lambda", lambda_]
        for name, value in (set or {}).items():
            options += ["--set", f"{name}={value}"]
        page = Path(folder, "page.html")
        return Result(run("explain", problem, *options, "--html", page), "", page.read_text("utf-8"))


def serve(spec: Any = None, /, *, data: str | os.PathLike | None = None, port: int = 0, **keys: Any) -> Service:
    """Learns while rows come in (docs/serve.md). What it learned is kept in ``data``, and deleted without it.

    >>> with serve(features="1, x", discount=0.9) as service:
    ...     answer = service.post([{"stream": "a", "seq": k, "x": 1.5, "reward": 1} for k in range(3)])
    ...     [sorted(row) for row in answer][0]
    ['prediction', 'prediction_outcome_high', 'prediction_outcome_low', 'seq', 'stream']
    """
    folder = tempfile.TemporaryDirectory(prefix="emphatic-")
    try:
        arguments, _ = _question("serve", None, spec, keys, Path(folder.name))
        return Service([*arguments, "--port", port, "--data", os.path.abspath(data) if data else "data"], folder)
    except BaseException:
        folder.cleanup()
        raise


def _write_spec(spec: Mapping[str, Any], path: Path) -> str:
    """JSON is YAML."""
    path.write_text(json.dumps(spec, default=lambda value: value.tolist()), "utf-8")
    return str(path)


def _is_path(value: Any) -> bool:
    return isinstance(value, (str, os.PathLike))


def _question(verb: str, log: Any, spec: Any, keys: dict[str, Any], folder: Path) -> tuple[list[str], str]:
    """The arguments that ask it in this folder, and the library of the frame."""
    if spec is None and (isinstance(log, Mapping) or _is_path(log) and str(log).endswith((".yaml", ".yml"))):
        log, spec = None, log
    library = _frames.kind(log)
    isfiles = _is_path(log) or isinstance(log, list) and len(log) > 0 and all(map(_is_path, log))
    name, types = (None, {}) if log is None or isfiles else _frames.write(log, folder)
    files = [os.path.abspath(file) for file in ([log] if _is_path(log) else log)] if isfiles else [name] if name else []
    if _is_path(spec):
        if keys or files and verb == "tune":
            raise TypeError(f"{spec} is the whole spec: write {', '.join(keys) or 'log'} into it, or give it as a dict")
        return ([*files, "--spec"] if files else []) + [os.path.abspath(spec)], library
    whole = {**(spec or {}), **{key.rstrip("_"): value for key, value in keys.items()}}
    if types:
        whole["columns"] = {**types, **whole.get("columns", {})}
    if files:
        whole["log"] = files
    elif isinstance(given := whole.get("log"), Mapping):
        whole["log"] = {"in": os.getcwd(), **given}
    elif given is not None:
        whole["log"] = [os.path.abspath(file) for file in ([given] if _is_path(given) else given)]
    if verb in ("learn", "tune", "serve"):
        whole.setdefault("predictions", {"prediction": {}})
    _write_spec(whole, folder / "spec.yaml")
    return ["spec.yaml"], library


def _ask(verb: str, log: Any, spec: Any, keys: dict[str, Any]) -> Any:
    with tempfile.TemporaryDirectory(prefix="emphatic-") as temporary:
        folder = Path(temporary)
        arguments, library = _question(verb, log, spec, keys, folder)
        arguments += [] if verb == "learn" else ["--html", "page.html"]
        arguments += ["--model", "model.json"] if verb in ("learn", "tune") else []
        arguments += ["--spec", "chosen.yaml"] if verb == "tune" else []
        document = run(verb, *arguments, cwd=temporary, codes=(0, 3, 4) if verb == "gate" else (0,))
        page = (folder / "page.html").read_text("utf-8") if verb != "learn" else None
        if verb in ("evaluate", "gate"):
            return (Evaluation if verb == "evaluate" else Gate)(document, library, page)
        result = (Model if verb == "learn" else Tuning)(document, library, page, (folder / "model.json").read_bytes())
        if verb == "tune":
            result.spec = (folder / "chosen.yaml").read_text("utf-8")
        return result
