"""The shell: ``grundy solve nim 2 3`` and its sisters. It reads arguments, asks, and shows; a module has those of a kind.

Only the module of the command that was asked for is loaded, and nothing that an answer does not need: a closed-form
answer takes hardly longer than Python and click take to start.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import os
import sys
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from grundy.common.errors import GrundyError, Notice
from grundy.common.messages import _, language, of_system, use

WRONG, INTERRUPTED, UNREAD = 2, 130, 141
"""Exit codes: something asked for is wrong; Ctrl-C; nobody reads what is written."""
FILES = 32
"""Files that may be open at once: what the libraries need that answer, draw or compile."""
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""How writing to standard output fails where a disk is full."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name, and return its exit code.

    >>> main(["--version"])  # doctest: +ELLIPSIS
    grundy ...
    0
    """
    if argv is not None:
        return _spoken(list(argv))
    try:
        return _program()
    except KeyboardInterrupt:  # before anybody watches
        os._exit(_wrong(_("interrupted"), INTERRUPTED))


def _program() -> int:
    """Run the command that this process was started for."""
    words = sys.argv[1:]
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy is loaded in half the time without threads
    if _confined():
        sys.meta_path.insert(0, import_module("grundy.common.limits").BeforeNumPy())
    code = _spoken(words, watched=True)
    gc.freeze()  # the program ends: to look for cycles in all that was loaded would double the time of a short answer
    return code


def _spoken(words: list[str], watched: bool = False) -> int:
    """Run a command in the language that is asked for."""
    sys.set_int_max_str_digits(0)  # values are exact at any size, and are read and written so
    _write_what_the_terminal_cannot()
    try:
        spoken, words = _language(words)
    except GrundyError as error:
        return _wrong(str(error))
    with use(spoken):
        if watched and (wrong := _lacking()):
            return _wrong(wrong)
        watcher = import_module("grundy.faces.cli.watch").start("--json" in words) if watched else None
        try:
            return _guarded(words)
        except KeyboardInterrupt as stopped:
            said = "; ".join([_("interrupted"), *map(str, stopped.args)])
            if watcher is not None:
                watcher.leave_in_order(said)
            return _wrong(said, INTERRUPTED)
        finally:
            if watcher is not None:
                watcher.done()


def _language(words: list[str]) -> tuple[str, list[str]]:
    """Return the language that ``--lang`` or the system asks for, and the words without it; JSON is English unless told."""
    for i, word in enumerate(words):
        if word == "--":
            break
        if word == "--lang" or word.startswith("--lang="):
            named = word[7:] if "=" in word else "".join(words[i + 1 : i + 2])
            return language(named), words[:i] + words[i + (1 if "=" in word else 2) :]
    return ("en" if "--json" in words else of_system(os.environ)), words


def _guarded(words: list[str]) -> int:
    """Run a command; tell in one sentence what was wrong, and return the exit code. KeyboardInterrupt: Ctrl-C."""
    try:
        with _notices(), _interruptions():
            return _run(words)
    except GrundyError as error:
        return _wrong(str(error), error.code)
    except MemoryError:
        return _wrong(_confined() or _("there is not enough memory for this"))
    except BrokenPipeError:
        _write_no_more()
        return UNREAD
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE):
            return _wrong(_("no more files can be opened here: {problem}").format(problem=error.strerror))
        if error.errno in (None, errno.ENOMEM, errno.EAGAIN) and (wrong := _confined()):
            return _wrong(wrong)
        if error.errno not in UNWRITABLE or error.filename is not None:
            raise
        _write_no_more()
        return _wrong(_("the answer cannot be written: {problem}").format(problem=error.strerror))
    except Exception as error:
        starved = isinstance(error, ImportError | SystemError) or "start new thread" in str(error)
        story = _story_of_a_users_file(error) or (_confined() if starved else None) or None
        if story is None:
            raise
        return _wrong(story)


def _confined() -> str:
    """Return what to do where this process may take few addresses, else ""."""
    sentence: str = import_module("grundy.common.limits").confined()
    return sentence


def _lacking() -> str:
    """Return what this process lacks to answer, "" mostly; a standard stream that is closed is opened, and is empty."""
    closed = [name for name in ("stdin", "stdout", "stderr") if getattr(sys, name) is None]
    for name in closed:  # in this order each takes the number of the stream, which no other file may take
        setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115, PTH123  # for as long as the process lives
    if "stdout" in closed:
        return _("standard output is closed, so no answer can be written: leave it open (or > /dev/null)")
    if (most := _open_files()) < FILES:
        sentence = _("only {most} files can be open at once here, but {files} are needed: ulimit -n {files}")
        return sentence.format(most=most, files=FILES)
    return ""


def _open_files() -> int:
    """Return how many files this process may have open, or enough; as many more as the system lets it if these are few."""
    try:
        resource: Any = import_module("resource")
    except ImportError:  # not on this system
        return FILES
    most, hard = (
        FILES if each == resource.RLIM_INFINITY else each for each in resource.getrlimit(resource.RLIMIT_NOFILE)
    )
    if most < min(FILES, hard):
        most = min(FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def _write_no_more() -> None:
    """Let what is still to be written go nowhere, or Python complains at its end; a program may hold what it says."""
    with contextlib.suppress(io.UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    gc.disable()  # what is loaded stays: nothing is to be collected in the meantime
    try:
        app = import_module("grundy.faces.cli.app")
        shell = app.shell(words)
    finally:
        gc.enable()
    code: int = app.run(shell, words)
    sys.stdout.flush()
    return code


def _wrong(sentence: str, code: int = WRONG) -> int:
    _tell(f"grundy: {sentence}")
    return code


def _tell(line: str) -> None:
    """Write a line to standard error, where a line that changes may stand."""
    if (watcher := _watcher()) is not None:
        watcher.wipe()
    print(line, file=sys.stderr)


def _watcher() -> Any:
    """Return who watches this process, or None."""
    watch: Any = sys.modules.get("grundy.faces.cli.watch")
    return None if watch is None else watch.watcher()


def _story_of_a_users_file(error: Exception) -> str | None:
    """Return the short traceback of an error in a file of the user's, or None if it came from elsewhere."""
    loader = sys.modules.get("grundy.faces.cli.files")
    return None if loader is None else loader.story(error)


def _write_what_the_terminal_cannot() -> None:
    """Let a letter that the terminal's encoding has not be written as ``?``, not end the program."""
    reconfigure: Any = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None and "utf" not in sys.stdout.encoding.lower():
        reconfigure(errors="replace")


@contextmanager
def _notices() -> Generator[None]:
    """Show notices as lines of grundy's own on standard error."""

    def show(message: Warning | str, category: type[Warning], *place: Any) -> None:
        if issubclass(category, Notice):
            _tell(_("grundy: note: {message}").format(message=message))
        else:
            usual(message, category, *place)

    with warnings.catch_warnings():
        warnings.simplefilter("always", Notice)
        usual, warnings.showwarning = warnings.showwarning, show
        yield


@contextmanager
def _interruptions() -> Generator[None]:
    """Raise again an interruption that fell into a callback of the compiler's, where Python drops exceptions."""

    def hook(dropped: Any) -> None:
        if issubclass(dropped.exc_type, KeyboardInterrupt):
            again = import_module("threading").Timer(0.05, import_module("_thread").interrupt_main)
            again.daemon = True
            again.start()
        elif (watcher := _watcher()) is None or not watcher.pressed.wait(0.05):  # it comes of the interruption
            usual(dropped)

    usual, sys.unraisablehook = sys.unraisablehook, hook
    try:
        yield
    finally:
        sys.unraisablehook = usual
