"""Workers that share a solve: the base is that of one machine, to the byte, also where workers are lost.

Everyday tests drive the workers within this process. Those with Ray run where it is installed
(``pip install 'grundy[cluster]'``): ``pytest tests/solving/test_cluster.py --hours``.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy as gr
from cases import nontrivial
from crew import Here, files, interrupted
from grundy.common.errors import GrundyError, OutOfTime, RulesError, TooLarge
from grundy.common.limits import Limits, keeping
from grundy.faces.cli import main
from grundy.rules.position import Position
from grundy.solving.cluster import joining
from grundy.solving.cluster import solving as cluster_solving
from grundy.solving.cluster.joining import workers
from grundy.solving.cluster.worker import Worker, bounds_of, cut, matched
from grundy.solving.tablebases import building
from grundy.solving.tablebases.building import build
from grundy.solving.tiers import solving
from own_games import IN_TIERS
from shell import within
from wandering import wander

RAY = find_spec("ray") is not None
lacking = pytest.mark.skipif(not RAY, reason="Ray is not installed: pip install 'grundy[cluster]'")


def with_ray(test: Any) -> Any:
    """Mark a test that takes Ray, and long."""
    return lacking(pytest.mark.hours(test))


def same(position: Position, tmp_path: Path, crew: Any, misere: bool = False) -> None:
    """The bases of one machine and of a crew are the same, to the byte."""
    one, other = tmp_path / "one", tmp_path / "other"
    if not one.exists():
        build(position, one, misere=misere)
    base = build(position, other, misere=misere, crew=crew)
    assert files(one) == files(other)
    assert base.positions > 1


@pytest.fixture(autouse=True)
def no_game_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_is_small", lambda _: False)
    monkeypatch.setattr(building, "PART", 200)


@pytest.mark.some(2)
@pytest.mark.parametrize("how", ["places", "hashed", "found anew", "in shares"])
@pytest.mark.parametrize("size", [1, 2, 3])
@pytest.mark.parametrize("name", IN_TIERS)
def test_the_base_is_that_of_one_machine(
    name: str, size: int, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if how != "places":
        monkeypatch.setattr(cluster_solving, "DIRECT", 0)
    if how == "in shares":
        monkeypatch.setattr(solving.Solving, "_shares", lambda *_: 3)
    if how == "found anew":
        monkeypatch.setattr(Worker, "_keep_options", lambda *_: None)
    same(IN_TIERS[name](), tmp_path, Here(size))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hare and hounds", "dodgem"])
def test_a_tier_with_moves_inside_is_shared_anew(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first bounds are those of one position, the start: all others lie on one side of it, or on the other."""
    monkeypatch.setattr(cluster_solving, "FEW", 0)
    monkeypatch.setattr(cluster_solving, "UNEVEN", 1.0)
    anew = list[int]()
    own = Worker.own
    monkeypatch.setattr(Worker, "own", lambda worker, keys: (anew.append(len(keys)), own(worker, keys)))
    same(IN_TIERS[name](), tmp_path, Here(3))
    assert any(anew)
    for share in range(0, len(anew), 3):
        assert max(anew[share : share + 3]) - min(anew[share : share + 3]) <= 1


LISTS = st.lists(st.integers(0, (1 << 62) - 1) | st.integers(0, 100), min_size=2, max_size=60, unique=True)


@given(LISTS, st.data())
def test_each_key_has_one_owner(keys: list[int], data: st.DataObject) -> None:
    bounds = data.draw(st.lists(st.sampled_from(keys) | st.integers(0, (1 << 62) - 1), max_size=4))
    array, limits = np.array(sorted(keys), np.int64), np.array(sorted(bounds), np.int64)
    parts = cut(array, limits)
    nontrivial(sum(len(part) > 0 for part in parts) > 1)
    assert len(parts) == len(bounds) + 1 and np.concatenate(parts).tolist() == array.tolist()
    for number, part in enumerate(parts):
        assert all(number == sum(bound <= key for bound in bounds) for key in part.tolist())


@given(st.lists(LISTS, min_size=1, max_size=5), st.integers(1, 5))
def test_bounds_share_keys_evenly(lists: list[list[int]], shares: int) -> None:
    """Where the samples hold all keys no share has more than its part, but for the key that begins it and those alike."""
    nontrivial(shares > 1)
    arrays = [np.array(sorted(keys), np.int64) for keys in lists]
    bounds = bounds_of([(keys, len(keys)) for keys in arrays], shares)
    together = np.sort(np.concatenate(arrays))
    alike = int(np.unique(together, return_counts=True)[1].max())
    assert len(bounds) == shares - 1 and bounds.tolist() == sorted(bounds.tolist())
    assert max(len(part) for part in cut(together, bounds)) <= len(together) / shares + alike


@given(LISTS, st.data(), st.sampled_from([np.uint16, np.int16, np.uint32, np.int64]))
def test_results_of_some_keys_are_found(keys: list[int], data: st.DataObject, kind: Any) -> None:
    held = np.array(sorted(keys), np.int64)
    asked = np.array(sorted(data.draw(st.sets(st.sampled_from(keys), min_size=1))), np.int64)
    nontrivial(0 < len(asked) < len(held))
    values = np.arange(len(held)).astype(kind) - kind(1)
    assert matched(held, values, asked).tolist() == values[np.searchsorted(held, asked)].tolist()
    absent = np.array(sorted({*asked.tolist(), 1 << 62}), np.int64)
    with pytest.raises(AssertionError, match="nobody found"):
        matched(held, values, absent)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 60000), st.booleans(), st.integers(0, 10**6))
def test_workers_are_lost_at_any_moment(seed: int, misere: bool, lot: int) -> None:
    chance = Random(lot)
    crew = Here(3, lambda _: chance.random() < 0.01)
    position = wander(0, seed, size=40)
    with TemporaryDirectory() as folder:
        same(position, Path(folder), crew, misere)
    nontrivial(crew.lost > 0)


@pytest.mark.slow
@pytest.mark.some(3)
@pytest.mark.parametrize("how", ["places", "hashed"])
@pytest.mark.parametrize("name", ["connect four", "hare and hounds", "chomp", "dots and boxes"])
def test_a_worker_is_lost_in_every_call(name: str, how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if how == "hashed":
        monkeypatch.setattr(cluster_solving, "DIRECT", 0)
    position = IN_TIERS[name]()
    calls = Here(2)
    same(position, tmp_path, calls)
    chance = Random(name)
    for moment in sorted(chance.sample(range(1, calls.calls + 1), min(4, calls.calls))):
        crew = Here(2, lambda call, moment=moment: call == moment)
        shutil.rmtree(tmp_path / "other")
        same(position, tmp_path, crew)
        assert crew.lost == 1


def test_workers_that_are_lost_again_and_again_are_given_up(tmp_path: Path) -> None:
    with pytest.raises(GrundyError, match="were lost 5 times in one tier"):
        build(gr.chomp(4, 4, 4), tmp_path / "base", crew=Here(2, lambda _: True))
    assert not (tmp_path / "base").exists()


def test_an_interrupted_base_goes_on_with_workers_and_without(tmp_path: Path) -> None:
    position = gr.connect4(width=3, height=4, line=3)
    build(position, tmp_path / "whole")
    wanted = files(tmp_path / "whole")
    for number, (first, then) in enumerate([(Here(2), None), (None, Here(2)), (Here(3), Here(2))]):
        folder = tmp_path / str(number)
        interrupted(position, folder, 3, crew=first)
        assert 0 < len(files(folder)) < len(wanted)
        build(position, folder, crew=then)
        assert files(folder) == wanted


def test_limits_hold_with_workers(tmp_path: Path) -> None:
    position = gr.connect4(width=4, height=4)
    with pytest.raises(TooLarge), keeping(Limits(positions=5000)):
        build(position, tmp_path / "one", crew=Here(2))
    with pytest.raises(OutOfTime), keeping(Limits(seconds=0)):
        build(position, tmp_path / "two", crew=Here(2))
    with pytest.raises(TooLarge, match="the solver would need at least"):
        build(position, tmp_path / "three", crew=Here(2, memory=1 << 20))


def test_a_rule_whose_tiers_do_not_come_with_it_is_refused(tmp_path: Path) -> None:
    def made() -> Any:
        @gr.game
        def inner(n: int, m: int):
            for k in range(1, min(n, 4) + 1):
                yield n - k, m

        @inner.tier
        def inner_tier(n: int, m: int) -> int:
            return 1000 - n

        return inner

    with pytest.raises(RulesError, match="cannot be sent to worker processes"):
        build(made()(900, 2), tmp_path / "base", crew=Here(2))


@pytest.mark.parametrize(
    "where", ["", "local", "local:0", "local:2000", "local:x", "ray://", "ray://host", "ray://host:99999"]
)
def test_what_is_no_cluster_is_refused(where: str) -> None:
    with pytest.raises(GrundyError, match="--cluster takes local:K"), workers(where):
        pass


def test_a_cluster_that_cannot_be_reached_is_refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before Ray is asked, which would try for long."""
    monkeypatch.setattr(joining, "extra", None)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (
        pytest.raises(GrundyError, match=f"the cluster ray://127.0.0.1:{port} cannot be reached"),
        workers(f"ray://127.0.0.1:{port}"),
    ):
        pass


@pytest.mark.skipif(RAY, reason="Ray is installed")
def test_without_ray_the_extra_is_named() -> None:
    with pytest.raises(GrundyError, match=r"pip install 'grundy\[cluster\]'"), workers("local:2"):
        pass


# ---- with Ray


@pytest.fixture(scope="module")
def crew() -> Iterator[Any]:
    with keeping(Limits(memory=4 << 30)), workers("local:2") as found:
        yield found


@with_ray
@pytest.mark.parametrize("name", IN_TIERS)
def test_ray_gives_the_base_of_one_machine(name: str, crew: Any, tmp_path: Path) -> None:
    same(IN_TIERS[name](), tmp_path, crew)
    assert all(messages > 0 for messages, *_ in crew.counted)


@with_ray
@pytest.mark.parametrize("turn", range(6))
def test_a_killed_process_is_replaced(turn: int, crew: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the moments lie forward, half backward; a third call is of a worker that is killed in the midst of it."""
    position = gr.connect4(width=4, height=4)
    chance, calls = Random(turn), 0
    moment = chance.randrange(3, 16) if turn % 2 else chance.randrange(22, 60)
    call, hire, hired = crew.call, crew._hire, list[int]()

    def killing(method: str, given: Any, returns: int = 1) -> Any:
        nonlocal calls
        calls += 1
        if calls == moment:
            process = crew.ray.get(crew.actors[turn % 2].ready.remote())
            threading.Timer(chance.random() / 50, os.kill, (process, signal.SIGKILL)).start()
        return call(method, given, returns)

    monkeypatch.setattr(crew, "call", killing)
    monkeypatch.setattr(crew, "_hire", lambda shares: (hired.extend(shares), hire(shares)))
    same(position, tmp_path, crew)
    assert hired == [0, 1, turn % 2]


@with_ray
def test_errors_of_workers_are_told(crew: Any, tmp_path: Path) -> None:
    position = gr.connect4(width=4, height=4)
    with pytest.raises(OutOfTime), keeping(Limits(seconds=0.2)):
        build(position, tmp_path / "one", crew=crew)
    crew.memory, memory = 1 << 20, crew.memory
    with pytest.raises(TooLarge, match="the solver would need at least"):
        build(position, tmp_path / "two", crew=crew)
    crew.memory = memory


@with_ray
def test_what_listens_and_is_no_ray_is_refused_before_ray_is_asked() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        where = f"ray://127.0.0.1:{other.getsockname()[1]}"
        program = (
            f"from grundy.solving.cluster import joining\njoining._joined = None\nwith joining.workers({where!r}): pass"
        )
        ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert "cannot be reached" in ended.stderr


class RayError(Exception):
    """What Ray raises, mostly."""


class Actor:
    """A worker of a Ray that is played here, as is a method of it."""

    def __init__(self, made: Any, returns: int = 1) -> None:
        self.made, self.returns = made, returns

    def __getattr__(self, name: str) -> Actor:
        return Actor(getattr(self.made, name))

    def options(self, num_returns: int) -> Actor:
        return Actor(self.made, num_returns)

    def remote(self, *given: Any) -> Any:
        return Actor(self.made()) if self.made is Worker else self.made(*given)


RAISED = [
    (kind, fails, where)
    for kind in (RayError, ConnectionError, TimeoutError, RuntimeError)
    for fails in ("init", "nodes", "remote", "put", "wait", "get")
    for where in ("local:1", "ray://there:1")
    if (fails, where) != ("nodes", "local:1")  # it asks for machines where others run it
]


@pytest.mark.parametrize(("kind", "fails", "where"), [*RAISED, (SystemExit, "init", "local:1")])
def test_a_ray_that_is_killed_early_is_told_in_a_sentence(
    kind: type[BaseException],
    fails: str,
    where: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Ray itself is played here: what it raises has many lines, and to let it end fails too."""

    def fail(*_: Any, **__: Any) -> None:
        raise kind("the raylet is gone\n at line 7\n at line 8")

    played: Any = ModuleType("ray")
    played.init = lambda *_, **__: None
    played.nodes = lambda: [{"NodeID": 1, "Alive": True, "Resources": {"CPU": 1}}]
    played.remote = lambda **_: Actor
    played.put = lambda value: value
    played.wait = lambda handles, **_: (handles, [])
    played.get = lambda handles, **_: handles
    played.exceptions = SimpleNamespace(RayError=RayError, RayTaskError=type("RayTaskError", (RayError,), {}))
    played.shutdown = played.kill = fail
    setattr(played, fails, fail)
    monkeypatch.setitem(sys.modules, "ray", played)
    monkeypatch.setitem(sys.modules, "psutil", pytest.importorskip("psutil"))
    for name in ("_reach", "_speak", "_require_grundy"):
        monkeypatch.setattr(joining, name, lambda *_: None)
    words = ["tablebase", "build", "wythoff", "9", "14", "--to", str(tmp_path / "base"), "--cluster", where]
    assert main(words) == 2
    told = "Ray does not work here (the raylet is gone): start the command again"
    if (fails, where) == ("init", "ray://there:1"):
        told = "the cluster ray://there:1 cannot be reached: the raylet is gone"
    said = capsys.readouterr().err.splitlines()
    assert said[-1] == f"grundy: {told}" and not any("line" in line for line in said)


WATCHED = """
import subprocess, sys, time
from pathlib import Path
import psutil
raylet = subprocess.Popen([sys.argv[1], "60"])
there = str(Path(psutil.__file__).parents[1])
command = [sys.executable, "-I", "-S", "-c", sys.argv[2], there, "{name} has ended"]
reaper = subprocess.Popen(command, stdin=subprocess.PIPE)
print(raylet.pid, reaper.pid, flush=True)
raylet.wait()
sys.exit(1)
"""


def linked(file: Path) -> str:
    """Return what a link leads to, "" where it is gone since it was listed."""
    try:
        return str(file.readlink())
    except FileNotFoundError:
        return ""


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes are watched on Linux")
@pytest.mark.parametrize("killed", ["raylet", "command"])
def test_a_raylet_that_ends_at_once_with_the_command_is_told(killed: str, tmp_path: Path) -> None:
    """Ray ends the command as soon as its raylet has, and a command that is killed takes its raylet with it: whoever
    watches both may see both at once."""
    pytest.importorskip("psutil")
    raylets = shutil.copy(str(shutil.which("sleep")), tmp_path / "raylet")
    words = [sys.executable, "-c", WATCHED, raylets, joining._REAPER]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as command:
        assert command.stdout is not None and command.stderr is not None
        raylet, reaper = map(int, command.stdout.readline().split())
        seen = Path(f"/proc/{reaper}/fd")
        assert within(20, lambda: any("pidfd" in linked(each) for each in seen.iterdir()))
        os.kill(reaper, signal.SIGSTOP)
        if killed == "command":
            command.kill()
        os.kill(raylet, signal.SIGKILL)
        assert within(20, lambda: " Z " in Path(f"/proc/{command.pid}/stat").read_text(encoding="ascii"))
        os.kill(reaper, signal.SIGCONT)
        assert command.stderr.read() == "raylet has ended" * (killed == "raylet")


# ---- the command


def grundy(*words: str, **also: str) -> subprocess.Popen[str]:
    """The command of the shell in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "grundy", "tablebase", "build", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **also},
    )


def of_ray() -> set[int]:
    """The processes of Ray on this machine that work or hold memory; its agents may end some minutes later."""
    told = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    return {int(line.split()[0]) for line in told.splitlines()[1:] if "ray::Worker" in line or "/raylet" in line}


@with_ray
@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGKILL])
def test_an_ended_command_leaves_no_worker_of_ray(sent: int, tmp_path: Path) -> None:
    before = of_ray()
    running = grundy("connect4", "4x6", "--to", str(tmp_path / "base"), "--cluster", "local:2")
    assert within(120, (tmp_path / "base").exists)
    time.sleep(2)
    running.send_signal(sent)
    said = running.communicate(timeout=120)[1].splitlines()
    if sent == signal.SIGINT:
        assert running.returncode == 130 and said[-1] == "grundy: interrupted"
        assert not any("Traceback" in line for line in said)
    assert within(120, lambda: not of_ray() - before)


@with_ray
@pytest.mark.parametrize("killed", ["gcs_server", "raylet", "grundy"])
def test_a_process_of_rays_own_that_is_killed_is_told_and_the_base_goes_on(killed: str, tmp_path: Path) -> None:
    """Where the command itself is killed nothing is told; gone on with, each base is that of one machine."""
    psutil: Any = pytest.importorskip("psutil")
    whole = grundy("connect4", "5x4", "--to", str(tmp_path / "whole"))
    words = ("connect4", "5x4", "--to", str(tmp_path / "base"), "--cluster", "local:1")
    running = grundy(*words)
    assert within(120, lambda: [*tmp_path.glob("base/0001-*")])
    own = psutil.Process(running.pid)
    next(
        each
        for each in [own, *own.children(recursive=True)]
        if each.name() == killed or (each == own and killed == "grundy")
    ).kill()
    said = running.communicate(timeout=120)[1]
    wanted = f"grundy: a process of Ray itself ({killed}) has ended: start the command again, which goes on"
    assert (wanted in said) == (killed != "grundy") and "Traceback" not in said, said
    assert grundy(*words).wait(120) == whole.wait(120) == 0
    one, other = files(tmp_path / "whole"), files(tmp_path / "base")
    frames = [name for name in one if name.endswith(".b2frame")]
    assert len(frames) > 9 and {name: one[name] for name in frames} == {
        name: other[name] for name in other if name.endswith(".b2frame")
    }


@with_ray
def test_a_cluster_that_others_run_is_joined(tmp_path: Path) -> None:
    """First one with another version of grundy, then one with this."""
    alone = tmp_path / "alone"
    assert grundy("connect4", "4x4", "--to", str(alone)).wait(120) == 0
    other = tmp_path / "other" / "grundy"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text('__version__ = "0.0.9"\n', encoding="utf-8")
    for path, wanted in (
        (str(tmp_path / "other"), "has grundy 0.0.9, and this is"),
        (os.pathsep.join(filter(None, sys.path)), ""),
    ):
        with running_cluster(path, tmp_path) as where:
            for _turn in range(3):  # the server of Ray sometimes fails its first guest
                folder = tmp_path / "base"
                running = grundy("connect4", "4x4", "--to", str(folder), "--cluster", where, RAY_AUTH_MODE="disabled")
                said = running.communicate(timeout=120)[1]
                if "does not answer yet" not in said:
                    break
            if wanted:
                assert running.returncode == 2 and wanted in said
            else:
                assert running.returncode == 0
                frames = [*alone.glob("*.b2frame")]
                assert frames and all(each.read_bytes() == (folder / each.name).read_bytes() for each in frames)


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextmanager
def running_cluster(path: str, folder: Path) -> Iterator[str]:
    """A cluster of this machine alone, on ports that are free, whose workers find what is on a path."""
    with socket.socket() as one, socket.socket() as two:
        one.bind(("127.0.0.1", 0))
        two.bind(("127.0.0.1", 0))
        port, client = one.getsockname()[1], two.getsockname()[1]
    named = ["--node-ip-address=127.0.0.1", f"--port={port}", f"--ray-client-server-port={client}", "--num-cpus=2"]
    small = [
        "--object-store-memory=200000000",
        "--include-dashboard=false",
        "--min-worker-port=0",
        "--max-worker-port=0",
    ]
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", *named, *small]
    surroundings = {**os.environ, "RAY_AUTH_MODE": "disabled", "PYTHONPATH": path}
    with subprocess.Popen(command, env=surroundings, cwd=folder, stdout=subprocess.DEVNULL) as head:
        try:
            assert within(60, lambda: answers(client))
            yield f"ray://127.0.0.1:{client}"
        finally:
            head.terminate()
