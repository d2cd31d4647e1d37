"""Frames on their way to the command line and back."""
from __future__ import annotations

import datetime
import importlib
import json
import math
from pathlib import Path
from typing import Any, Iterable, Mapping

from ._java import Error

_TYPES = {bool: "BOOLEAN", int: "BIGINT", float: "DOUBLE", str: "VARCHAR", datetime.datetime: "TIMESTAMP",
          datetime.date: "DATE"}  # the first that fits: True is an int, too


def kind(frame: object) -> str:
    """The library that a frame is of, or the empty text."""
    module = type(frame).__module__.partition(".")[0].lstrip("_")
    return module if module in ("pandas", "polars", "pyarrow", "duckdb") else ""


def write(frame: Any, folder: Path, name: str = "log") -> tuple[str, dict[str, str]]:
    """Writes a frame as Parquet, or as lines of JSON where nothing can; the file's name, and types it does not have."""
    parquet, library = folder / f"{name}.parquet", kind(frame)
    if library == "polars":
        getattr(frame, "collect", lambda: frame)().write_parquet(parquet)
    elif library == "duckdb":
        frame.write_parquet(str(parquet))
    elif library == "pyarrow":
        importlib.import_module("pyarrow.parquet").write_table(frame, parquet)
    elif library == "pandas":
        try:
            frame.rename(columns=str).to_parquet(parquet, index=False)
        except ImportError:  # neither pyarrow nor fastparquet
            return _write_lines(rows(frame), folder / f"{name}.jsonl")
    else:
        return _write_lines(rows(frame), folder / f"{name}.jsonl")
    return parquet.name, {}


def rows(frame: Any) -> Iterable[dict[str, Any]]:
    """The rows of a frame, of plain values: numbers, text, truth values, times, lists, None."""
    library = kind(frame)
    if library == "pandas":
        frame = frame.to_dict("records")
    elif library == "polars":
        frame = getattr(frame, "collect", lambda: frame)().to_dicts()
    elif library == "duckdb":
        frame = (dict(zip(frame.columns, row)) for row in frame.fetchall())
    elif library == "pyarrow":
        frame = frame.to_pylist()
    elif isinstance(frame, (str, bytes, Mapping)) or not hasattr(frame, "__iter__"):
        raise TypeError("a log is a frame of pandas, polars, pyarrow or duckdb, a list of dicts, or the path of a file, "
                        f"not {type(frame).__name__}")
    for row in frame:
        yield {str(column): _plain(value) for column, value in row.items()}


def _plain(value: Any) -> Any:
    if value is None or type(value) in (bool, int, str):
        return value
    if hasattr(value, "tolist"):  # a scalar or an array of numpy
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(element) for element in value]
    if isinstance(value, datetime.datetime) and value == value:
        return value.astimezone(datetime.timezone.utc).replace(tzinfo=None) if value.tzinfo else value
    if value != value or type(value).__name__ == "NAType":  # NaN, NaT, NA
        return None
    return float(value) if hasattr(value, "__float__") and not isinstance(value, int) else value


def _type(value: Any) -> str:
    if isinstance(value, list):
        inner = {_type(element) for element in value if element is not None}
        return ("DOUBLE" if inner <= {"BIGINT", "DOUBLE"} else min(inner)) + "[]"
    return next((name for type_, name in _TYPES.items() if isinstance(value, type_)), "")


def _write_lines(rows: Iterable[dict[str, Any]], path: Path) -> tuple[str, dict[str, str]]:
    types: dict[str, str] = {}
    with open(path, "w", encoding="utf-8") as file:
        for number, row in enumerate(rows, 1):
            for column, value in row.items():
                found = _type(value) if value is not None else None
                known = types.setdefault(column, found) if found else None
                if found != known:
                    if {found, known} != {"BIGINT", "DOUBLE"}:
                        raise Error(f"column {column} is {known} and, in row {number}, {found}: give it one type")
                    types[column] = "DOUBLE"
                if isinstance(value, float) and math.isinf(value):
                    raise Error(f"column {column} is infinite in row {number}: leave the row out, or put a number there")
            file.write(json.dumps(row, ensure_ascii=False, default=str) + "\n")
    if not types:
        raise Error("the log has no rows with values")
    return path.name, types


def table(columns: dict[str, list], library: str = "", index: Any = None) -> Any:
    """A frame of this library, or of pandas or polars if one is installed, else a list of dicts."""
    for name in [library] if library in ("pandas", "polars") else ["pandas", "polars"]:
        try:
            frame = importlib.import_module(name).DataFrame(columns)
        except ImportError:
            continue
        return frame if index is None else frame.set_axis(index)
    return [dict(zip(columns, values)) for values in zip(*columns.values())]


def table_of(records: list[dict[str, Any]], library: str = "") -> Any:
    return table({name: [record.get(name) for record in records] for name in (records[0] if records else {})}, library)
