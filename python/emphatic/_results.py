"""What the verbs answer."""
from __future__ import annotations

import html
import os
import tempfile
from pathlib import Path
from typing import Any

from . import _frames
from ._java import run


class Result:
    """A document of the command line. Its fields, which the page of the verb describes, are attributes; ``json`` is all."""

    def __init__(self, json: dict[str, Any], library: str = "", page: str | None = None):
        self.json, self._library, self._page = json, library, page

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["json"][name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no {name}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.json]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self.json)})"

    def _repr_html_(self) -> str | None:
        """The page of the verb, for a notebook."""
        frame = '<iframe srcdoc="{}" style="width: 100%; height: 40em; border: 0"></iframe>'
        return self._page and frame.format(html.escape(self._page))


class Target(Result):
    """What one policy would have earned: ``verdict``, ``reasons``, ``value``, ``interval``, ``estimates``.

    Under the verdict "do not trust" the value is unknown: ``value``, ``stderr`` and the intervals are None.
    """

    def _recommended(self, *names: str) -> list[Any]:
        found = [e for e in self.json["estimates"]
                 if e["name"] == self.json["recommended"] and self.json["verdict"] != "do not trust"]
        return [found[0][name] if found else None for name in names]

    @property
    def value(self) -> float | None:
        return self._recommended("value")[0]

    @property
    def stderr(self) -> float | None:
        return self._recommended("stderr")[0]

    @property
    def interval(self) -> tuple[float, float] | None:
        low, high = self._recommended("low", "high")
        return None if low is None else (low, high)

    @property
    def guaranteed(self) -> tuple[float, float] | None:
        low, high = self._recommended("guaranteed_low", "guaranteed_high")
        return None if low is None else (low, high)

    @property
    def estimates(self) -> Any:
        """Every estimator's number, as a frame."""
        return _frames.table_of(self.json["estimates"], self._library)

    def __repr__(self) -> str:
        number = "unknown" if self.value is None else f"{self.value:.4g}"
        interval = "" if self.interval is None else " [{:.4g}, {:.4g}]".format(*self.interval)
        return "\n  - ".join([f"{self.name}: {number}{interval}, {self.verdict}", *self.reasons])


class Evaluation(Result):
    """Of each target: ``r["name"]``. Of a single one ``verdict``, ``value``, … are those of the evaluation, too."""

    def __getitem__(self, name: str) -> Target:
        for target in self.json["targets"]:
            if target["name"] == name:
                return Target(target, self._library)
        raise KeyError(f"{name} is none of the targets {', '.join(t['name'] for t in self.json['targets'])}")

    def __getattr__(self, name: str) -> Any:
        targets = self.__dict__.get("json", {}).get("targets", [])
        if name in ("verdict", "reasons", "value", "stderr", "interval", "guaranteed", "estimates"):
            if len(targets) == 1:
                return getattr(self[targets[0]["name"]], name)
            names = " or ".join(f'r["{target["name"]}"].{name}' for target in targets)
            raise AttributeError(f"there are several targets: ask {names}")
        return super().__getattr__(name)

    def __repr__(self) -> str:
        return "\n".join(repr(self[target["name"]]) for target in self.json["targets"])


class Gate(Result):
    """The decision of ``gate``: ``passed``, ``decision``, ``difference``, ``interval``, ``verdict``, ``reasons``, …"""

    @property
    def passed(self) -> bool:
        return self.json["decision"] == "pass"

    def __repr__(self) -> str:
        difference = "" if self.difference is None else f", {self.difference:+.4g} against {self.against}"
        return "\n  - ".join([f"{self.decision}: {self.policy}{difference}", *self.reasons])


class Model(Result):
    """What was learned: ``predict(frame)``, ``weights``, ``save(path)``, and the fields of ``learn --json``."""

    def __init__(self, json: dict[str, Any], library: str, page: str | None, model: bytes):
        super().__init__(json, library, page)
        self._model = model

    def predict(self, log: Any) -> Any:
        """A column for each prediction, a row for each row of the log: a frame, or the path of a file."""
        with tempfile.TemporaryDirectory(prefix="emphatic-") as folder:
            Path(folder, "model.json").write_bytes(self._model)
            isfile = isinstance(log, (str, os.PathLike))
            rows = os.path.abspath(log) if isfile else _frames.write(log, Path(folder))[0]
            answer = run("predict", rows, "--model", "model.json", cwd=folder)
        columns = {}
        for prediction in answer["predictions"]:
            columns[prediction["name"]] = prediction["values"]
            for end in ("low", "high"):  # with bands
                if prediction.get(end) is not None:
                    columns[f"{prediction['name']}_{end}"] = prediction[end]
        library = _frames.kind(log)
        return _frames.table(columns, library, log.index if library == "pandas" else None)

    @property
    def weights(self) -> Any:
        """The weight of each feature in each prediction, as a frame."""
        return _frames.table_of([{"prediction": prediction["name"], "feature": feature, "weight": weight}
                                 for prediction in self.json["predictions"]
                                 for feature, weight in zip(self.json["features"], prediction["weights"])],
                                self._library)

    def save(self, path: str | os.PathLike) -> None:
        """Writes the model as ``emphatic learn --model`` does; ``emphatic.load`` reads it."""
        other = Path(f"{os.fspath(path)}.new")
        other.write_bytes(self._model)
        other.replace(path)


class Tuning(Model):
    """What predicts the log best: ``best``, ``chosen``, ``candidates``; ``spec``, YAML for ``learn``; ``predict``."""

    spec: str

    def _each(self, field: str) -> Any:
        found = {prediction["name"]: prediction[field] for prediction in self.json["predictions"]}
        return next(iter(found.values())) if len(found) == 1 else found

    @property
    def best(self) -> dict[str, Any]:
        """The best candidate; of several predictions, that of each."""
        return self._each("best")

    @property
    def chosen(self) -> dict[str, Any]:
        """The best, or what is safe where most candidates are tied."""
        return self._each("chosen")

    @property
    def verdict(self) -> Any:
        """How sure it is: trust, care or do not trust."""
        return self._each("verdict")

    @property
    def candidates(self) -> Any:
        """Every candidate with its score, as a frame."""
        return _frames.table_of([{"prediction": prediction["name"], **candidate}
                                 for prediction in self.json["predictions"]
                                 for candidate in prediction["candidates"]], self._library)
