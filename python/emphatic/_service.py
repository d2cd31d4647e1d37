"""A service that runs as long as a ``with`` block."""
from __future__ import annotations

import json
import subprocess
import tempfile
import urllib.error
import urllib.request
from typing import Any

from . import _frames
from ._java import Error, command, sentence
from ._results import Model


class Service:
    """``emphatic serve``: rows go in by ``post``, ``predictions`` come out; ``url`` has the live page."""

    def __init__(self, arguments: list[object], folder: tempfile.TemporaryDirectory):
        self._folder = folder
        self._said = tempfile.TemporaryFile("w+", encoding="utf-8")
        self._process = subprocess.Popen(command("serve", *arguments, "--json"), cwd=folder.name,
                                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._said, encoding="utf-8")
        document = ""
        for line in self._process.stdout:
            document += line
            if line.startswith("}"):
                break
        if not document:
            code = self._process.wait()
            self._said.seek(0)
            said = sentence(self._said.read())
            self.close()
            raise Error(said, code)
        self.url: str = json.loads(document)["url"]

    def get(self, path: str, body: bytes | None = None) -> bytes:
        """What the service answers for a path of its interface, as ``v1/streams/P91``; it is posted to with a body."""
        try:
            with urllib.request.urlopen(self.url + path, body) as answer:
                return answer.read()
        except urllib.error.HTTPError as e:
            problem = json.load(e)
            raise Error(problem.get("detail") or problem["title"], e.code) from None

    def post(self, rows: Any) -> list[dict[str, Any]]:
        """Posts rows with a ``stream`` and a ``seq``; what was predicted for each. When it returns they are on disk."""
        body = json.dumps(list(_frames.rows(rows)), default=str).encode()
        return json.loads(self.get("v1/steps", body))["predictions"]

    @property
    def predictions(self) -> Any:
        """Each prediction with its weights and how good it is."""
        return json.loads(self.get("v1/predictions"))["predictions"]

    @property
    def model(self) -> Model:
        """What has been learned up to now, for ``predict``."""
        return Model({}, "", None, self.get("v1/model"))

    def close(self) -> None:
        """Ends the service, with a snapshot if it has a ``data`` directory."""
        self._process.terminate()
        self._process.communicate()
        self._said.close()
        self._folder.cleanup()

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
