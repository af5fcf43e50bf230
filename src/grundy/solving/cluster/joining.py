"""Ray: workers on this machine or on a cluster that others run. It starts them, and carries arrays from one to another."""

from __future__ import annotations

import logging
import os
import pickle
import re
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from pydoc import locate
from typing import Any

from grundy.common import limits
from grundy.common.errors import GrundyError
from grundy.common.extras import extra
from grundy.common.messages import _
from grundy.solving.cluster.solving import Lost
from grundy.solving.cluster.worker import Worker
from grundy.solving.keyed import Keyed

REACHED, SPOKEN, JOINED = 2.0, 4.0, 40.0
"""Seconds in which an address must answer, must do so as Ray does, and in which its cluster must be joined."""
MOST = 1024
"""Workers on one machine."""
PAUSE = 0.2
"""Seconds after which a wait looks at the limits."""
LEAST_STORE, MOST_STORE = 100 << 20, 8 << 30
"""Bytes of the memory in which arrays are handed over on this machine."""
_REAPER = """
import os, select, sys
sys.path.insert(0, sys.argv[1])
import psutil
above, known, own, gone = psutil.Process().parent(), set(), {}, []
while sys.stdin not in (ready := select.select([sys.stdin, *own], [], [], 0.3)[0]):
    gone += [own.pop(each) for each in ready]
    try:
        if above.status() == "zombie":  # which ends what it has started
            break
        below = above.children(recursive=True)
    except psutil.Error:  # it has just ended
        break
    for each in below:
        try:
            if each not in known and "ray" in "".join(each.cmdline()[:3]):
                known.add(each)
                if each.name() in ("gcs_server", "raylet") and hasattr(os, "pidfd_open"):
                    own[os.pidfd_open(each.pid)] = each.name()
        except (OSError, psutil.Error):
            pass
try:
    ended = above.status() == "zombie" and open(f"/proc/{above.pid}/stat").read().split()[-1]
except (OSError, psutil.Error):
    ended = False
if ended and int(ended) & 127:  # by a signal, and what it has started with it
    gone = []
elif ended:
    gone += [own[each] for each in select.select([*own], [], [], 0)[0]]
if gone and not os.read(0, 1):
    sys.stderr.write(sys.argv[2].format(name=gone[0]))
for each in known:
    try:
        each.kill()
    except psutil.Error:
        pass
"""
"""Ends what Ray has started when the process that it works for ends; where one of Ray's own ended before, tells it: with
its raylet Ray ends that process at once, without a word."""
_OWN = ("gcs_server", "raylet")
"""Ray's own processes, without which nothing goes on; the raylet ends where its agents do."""
_FORM = re.compile(r"local:(\d{1,9})|ray://([\w.\-]+|\[[\da-fA-F:]+\]):(\d{1,5})")


@contextmanager
def workers(where: str) -> Generator[RayCrew]:
    """Yield the workers of ``local:K``, K started here and ended again, or of ``ray://host:port``, one for each core.

    GrundyError for any other word, without Ray, and where nothing answers within ten seconds or a cluster does not let in.

    >>> with workers("local:none"):
    ...     pass
    Traceback (most recent call last):
    grundy.common.errors.GrundyError: --cluster takes local:K, K workers on this machine, or ray://host:port, not
    'local:none'
    """
    found = _FORM.fullmatch(where)
    if found is None or (found[1] and not 1 <= int(found[1]) <= MOST) or (found[3] and int(found[3]) > 65535):
        raise GrundyError(
            "--cluster takes local:K, K workers on this machine, or ray://host:port, not {text!r}", text=where
        )
    if found[3]:
        _reach(where, found[2].strip("[]"), int(found[3]))
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")  # of workers that are lost, and replaced
    ray = extra("ray", "cluster")
    if found[3]:
        _speak(where)
    logging.getLogger("ray").setLevel(logging.ERROR)
    if found[1]:
        with _ended_with_this_process(ray):
            with limits.working(_("starting Ray workers")):
                crew = _started(ray, int(found[1]))
            yield crew
        return
    try:
        with limits.working(_("joining the cluster")), _problems_in_a_sentence(Exception):
            crew = _joined(ray, where)
        yield crew
    finally:
        _shut_down(ray)


@contextmanager
def _ended_with_this_process(ray: Any) -> Generator[None]:
    """Let a process of its own end what Ray starts within, if this one is killed: some of it would stay for minutes."""
    there = Path(str(import_module("psutil").__file__)).parents[1]  # Ray brings it
    said = "grundy: " + _(Ended.SENTENCE) + "\n"
    command = [sys.executable, "-I", "-S", "-c", _REAPER, str(there), said]
    with subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True) as reaper:
        assert reaper.stdin is not None
        try:
            yield
        except (KeyboardInterrupt, Ended) as error:  # there is no time to end them in order, or nobody who would answer
            with suppress(OSError):
                reaper.stdin.write(b"." * isinstance(error, Ended))  # it is told already
                reaper.stdin.close()
            threading.Thread(target=_shut_down, args=(ray,), daemon=True).start()
            raise
        finally:
            if not reaper.stdin.closed:
                _shut_down(ray)
                reaper.kill()


def _shut_down(ray: Any) -> None:
    with suppress(Exception):  # what is wrong is told already, and what is finished needs no Ray
        ray.shutdown()


@contextmanager
def _problems_in_a_sentence(*kinds: type[BaseException]) -> Generator[None]:
    """Say in one sentence what Ray tells of itself in many lines, mostly that a process of its own is gone."""
    try:
        yield
    except GrundyError:
        raise
    except kinds as problem:
        raise _ended(problem) from problem


def _ended(problem: BaseException) -> Ended:
    said = str(problem).strip().partition("\n")[0] or type(problem).__name__
    return Ended("Ray does not work here ({problem}): start the command again", problem=said)


def _reach(where: str, host: str, port: int) -> None:
    try:
        socket.create_connection((host, port), REACHED).close()
    except OSError as problem:
        raise _unreached(where, str(problem)) from None


def _speak(where: str) -> None:
    """Refuse what does not speak as Ray does, which itself would try for half a minute."""
    grpc = import_module("grpc")  # the extra brings it
    with grpc.insecure_channel(where.removeprefix("ray://")) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=SPOKEN)
        except grpc.FutureTimeoutError:
            raise _unreached(where, _("nothing there answers like Ray")) from None


def _unreached(where: str, problem: str) -> GrundyError:
    return GrundyError("the cluster {where} cannot be reached: {problem}", where=where, problem=problem)


def _quiet() -> dict[str, Any]:
    return {"log_to_driver": False, "logging_level": "ERROR", "configure_logging": False}


def _started(ray: Any, size: int) -> RayCrew:
    """Return so many workers here. They share half of the memory allowed, and what is handed over takes a quarter."""
    memory = limits.memory()
    store = min(max(memory // 4, LEAST_STORE), MOST_STORE)
    with warnings.catch_warnings(), _problems_in_a_sentence(Exception, SystemExit):  # Ray has many
        warnings.simplefilter("ignore")
        ray.init("local", num_cpus=size, include_dashboard=False, object_store_memory=store, **_quiet())
    return RayCrew(ray, size, memory // (2 * size), _own())


def _own() -> dict[str, Any]:
    """Return those of Ray's own processes that this process has started, by their names."""
    psutil = import_module("psutil")
    below = psutil.Process().children(recursive=True)
    found: dict[str, Any] = {}
    for each in below:
        with suppress(psutil.Error):
            if (name := each.name()) in _OWN:
                found[name] = each
    return found


def _joined(ray: Any, where: str) -> RayCrew:
    """Return a worker for each core of a cluster. Of each machine half of the memory allowed is theirs."""
    problems: list[Exception] = []

    def join() -> None:
        try:
            ray.init(where, **_quiet())
        except Exception as problem:  # Ray has many
            problems.append(problem)

    joining = threading.Thread(target=join, daemon=True)
    joining.start()
    ends = time.monotonic() + JOINED
    while joining.is_alive() and time.monotonic() < ends:
        joining.join(PAUSE)
        limits.check()
    if joining.is_alive() or (problems and "timeout" in str(problems[0])):
        raise _unreached(where, _("it does not answer yet, or needs a token (RAY_AUTH_MODE of Ray)"))
    if problems:
        raise _unreached(where, str(problems[0]).partition("\n")[0])
    nodes = {node["NodeID"]: node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1}
    if not nodes:
        raise _unreached(where, _("none of its machines has a free core"))
    _require_grundy(ray, where, nodes)
    cores = [int(node["Resources"]["CPU"]) for node in nodes.values()]
    return RayCrew(ray, sum(cores), limits.memory() // (2 * max(cores)))


def _require_grundy(ray: Any, where: str, nodes: dict[str, Any]) -> None:
    """Refuse a cluster of which a machine has another grundy than this one, or none."""
    mine = version("grundy")
    there = ray.remote(num_cpus=0)(locate)  # of Python's library, since grundy may not be there
    on = import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
    asked = [there.options(scheduling_strategy=on(node, soft=False)).remote("grundy.__version__") for node in nodes]
    for node, found in zip(nodes.values(), ray.get(asked), strict=True):
        name = node["NodeManagerHostname"]
        if found is None:
            raise GrundyError(
                "{machine} of the cluster {where} has no grundy: install grundy {version} there",
                machine=name,
                where=where,
                version=mine,
            )
        if found != mine:
            raise GrundyError(
                "{machine} of the cluster {where} has grundy {other}, but this is {version}: install the same version",
                machine=name,
                where=where,
                other=found,
                version=mine,
            )


class Ended(GrundyError):
    """A process of Ray's own has ended, or none has begun to work."""

    SENTENCE = (
        "a process of Ray itself ({name}) has ended: start the command again, which goes on with what is finished"
    )


class RayCrew:
    """Workers that are actors of Ray; handles are references into its stores of objects."""

    def __init__(self, ray: Any, size: int, memory: int, own: dict[str, Any] | None = None) -> None:
        self.ray = ray
        self._own = own or {}
        """Ray's own processes on this machine, where they were started for this work."""
        self.size = size
        self.memory = memory
        self.actors: list[Any] = []
        self.counted: list[tuple[int, int, float]] = []
        """What `Worker.counted` said of each worker when they were let go."""

    def begin(self, made: Keyed, misere: bool) -> None:
        """Give each its share of a keyed rule; RulesError where the rule cannot be sent."""
        self._rule, self._misere = pickle.dumps(made), misere
        self.actors = [None] * self.size
        self._hire(range(self.size))

    def _hire(self, shares: Sequence[int]) -> None:
        given = (self._rule,), (self.size, self._misere, self.memory)
        with _problems_in_a_sentence(Exception):
            kind = self.ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Worker)
            for share in shares:
                self.actors[share] = kind.remote()
            begun = [self.actors[share].begin.remote(*given[0], share, *given[1]) for share in shares]
        with _problems_in_a_sentence(Lost):
            self.get(begun)

    @_problems_in_a_sentence(Exception)
    def call(self, method: str, given: Sequence[Sequence[Any]], returns: int = 1) -> list[list[Any]]:
        """Call all workers, each with its own arguments; return handles of what each returns."""
        self._require_own()
        made: list[list[Any]] = []
        for actor, arguments in zip(self.actors, given, strict=True):
            handles = getattr(actor, method).options(num_returns=returns).remote(*arguments)
            made.append(handles if returns > 1 else [handles])
        return made

    @_problems_in_a_sentence(Exception)
    def send(self, value: Any) -> Any:
        """Return a handle of a value."""
        self._require_own()
        return self.ray.put(value)

    def _require_own(self) -> None:
        """Raise `Ended` where a process of Ray's own has ended: Ray would wait for it for minutes."""
        for name, process in self._own.items():
            if not process.is_running() or process.status() == "zombie":
                raise Ended(Ended.SENTENCE, name=name)

    def get(self, handles: Sequence[Any]) -> list[Any]:
        """Return what handles stand for; `Lost` where a worker is, what it raised, or the limits' error."""
        waiting = list(handles)
        while waiting:
            with _problems_in_a_sentence(Exception):
                _, waiting = self.ray.wait(waiting, num_returns=len(waiting), timeout=PAUSE)
            limits.check(0)
            self._require_own()
        errors = self.ray.exceptions
        try:
            return self.ray.get(list(handles))
        except errors.RayTaskError as problem:
            cause: Any = problem
            while isinstance(cause, errors.RayTaskError):
                cause = cause.cause
            if isinstance(cause, errors.RayError):
                raise Lost(problem) from problem
            raise cause from None
        except errors.RayError as problem:
            raise Lost(problem) from problem
        except Exception as problem:  # the connection is lost, and all workers with it
            raise _ended(problem) from problem

    def replace(self) -> None:
        """Replace workers that are lost."""
        lost: list[int] = []
        for share, actor in enumerate(self.actors):
            try:
                self.get([actor.ready.remote()])
            except Lost:
                with suppress(Exception):  # it is lost
                    self.ray.kill(actor)
                lost.append(share)
        self._hire(lost)

    def end(self, whole: bool) -> None:
        """Let the workers go; after the whole work they say what they did."""
        try:
            self._require_own()
        except Ended:  # nobody would hear it
            return
        with suppress(Exception):  # they may be lost, or the connection
            self.counted = self.ray.get([actor.counted.remote() for actor in self.actors if whole], timeout=1)
        for actor in self.actors:
            with suppress(Exception):
                self.ray.kill(actor)
        self.actors = []
