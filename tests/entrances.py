"""Where code starts a process, runs what it is given, or opens a file: found in its text, by what names stand for."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

NAMES = {
    f"{module}.{name}".removeprefix("builtins.")
    for module, names in {
        "builtins": "exec eval compile __import__ open input breakpoint",
        "subprocess": "Popen run call check_call check_output getoutput getstatusoutput",
        "multiprocessing": "Process Pool Manager get_context Pipe Queue",
        "multiprocessing.connection": "Listener Client",
        "concurrent.futures": "ProcessPoolExecutor",
        "asyncio": "create_subprocess_exec create_subprocess_shell",
        "pty": "spawn fork",
        "ray": "init",
        "webbrowser": "open",
        "platform": "processor architecture platform",
        "uuid": "getnode uuid1",
        "importlib": "import_module",
        "importlib.util": "spec_from_file_location",
        "importlib.machinery": "SourceFileLoader",
        "importlib.resources": "files",
        "runpy": "run_path run_module",
        "pydoc": "locate",
        "code": "InteractiveInterpreter",
        "pickle": "load loads Unpickler",
        "cloudpickle": "load loads",
        "marshal": "load loads",
        "shelve": "open",
        "ctypes": "CDLL PyDLL WinDLL cdll pythonapi CFUNCTYPE string_at memmove",
        "ctypes.util": "find_library",
        "io": "open FileIO",
        "os": "open fdopen",
        "pathlib.Path": "open read_text read_bytes",
        "codecs": "open",
        "mmap": "mmap",
        "linecache": "getline getlines",
        "inspect": "getsource getsourcelines",
        "gettext": "translation",
        "jinja2": "Environment Template",
        "json": "load loads",
        "tomllib": "load loads",
        "yaml": "load safe_load",
        "sqlite3": "connect",
        "zipfile": "ZipFile",
        "tarfile": "open",
        "gzip": "open",
        "shutil": "unpack_archive",
        "numpy": "load memmap fromfile loadtxt genfromtxt",
        "numpy.lib.format": "read_array open_memmap",
        "numpy.ctypeslib": "load_library",
        "blosc2": "open schunk_from_cframe decompress decompress2 unpack load_array",
        "pyarrow": "memory_map OSFile",
        "pyarrow.parquet": "read_table ParquetFile",
    }.items()
    for name in names.split()
}
BEGIN = ("os.fork", "os.exec", "os.spawn", "os.posix_spawn", "os.system", "os.popen", "os.startfile")
"""How the names of more begin."""
CALLED = {"types.FunctionType", "types.CodeType"}
"""What does so where it is called; else it is a type."""
METHODS = {
    *("open", "read_text", "read_bytes", "exec_module", "load_module", "add_object_file", "from_address", "recv"),
    *("Process", "Pool", "Popen", "Unpickler", "fork", "extractall", "decompress", "decompress2"),
}
"""Methods that do, of whatever has them."""
_LAST = {name.rpartition(".")[2] for name in (*NAMES, *CALLED, *METHODS, "extra")}
_WORDS = re.compile(rf"\b({'|'.join(sorted(_LAST))})\b|\b({'|'.join(name[3:] for name in BEGIN)})")
"""One of these words stands in every file that does."""


class Place(NamedTuple):
    """A file, the function in it, and what stands there; a method of something unknown begins with a dot."""

    file: str
    function: str
    name: str


def places(text: str, file: str) -> set[Place]:
    """Return where the text of a file does any of it. What is of this package is found where it is defined."""
    if not _WORDS.search(text):
        return set()
    tree = ast.parse(text)
    words = {key: value for node in tree.body for key, value in _named_text(node)}
    every = [*ast.walk(tree)]
    for node in every:
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Name):
            node.args[0] = words.get(node.args[0].id, node.args[0])
    own = {node.name: "" for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    known = {**own, **_imported(every)}
    nodes: list[tuple[str, ast.AST]] = []
    _run(tree, "", nodes)
    return {Place(file, function, name) for function, node in nodes if (name := _found(node, known))}


def _named_text(node: ast.stmt) -> Iterator[tuple[str, ast.Constant]]:
    match node:
        case ast.Assign([ast.Name(name)], ast.Constant(str()) as value):
            yield name, value
        case _:
            pass


def _imported(nodes: list[ast.AST]) -> dict[str, str]:
    """Return names and what they stand for: what is imported, or assigned, under whatever name."""
    known: dict[str, str] = {}
    for node in nodes:
        match node:
            case ast.Import(names):
                known |= {each.asname or each.name.partition(".")[0]: _held(each) for each in names}
            case ast.ImportFrom(module, names, 0):
                assert names[0].name != "*", ast.unparse(node)
                known |= {each.asname or each.name: f"{module}.{each.name}" for each in names}
            case ast.Assign([ast.Name(name)], value) if found := _stands_for(value, known):
                known[name] = found
            case _:
                pass
    return known


def _held(each: ast.alias) -> str:
    return each.name if each.asname else each.name.partition(".")[0]


def _run(node: ast.AST, function: str, found: list[tuple[str, ast.AST]]) -> None:
    """Gather all nodes that are run, with the function that each is in: not types that are only spoken of."""
    inner: list[Any] = [*ast.iter_child_nodes(node)]
    match node:
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
            inner = [*node.args.defaults, *node.args.kw_defaults, *node.body]
            for each in node.decorator_list:
                _run(each, function, found)
            function = f"{function}.{name}".lstrip(".")
        case ast.ClassDef(name):
            function = f"{function}.{name}".lstrip(".")
        case ast.AnnAssign(value=value):
            inner = [value]
        case ast.MatchClass(patterns=patterns, kwd_patterns=more):
            inner = [*patterns, *more]
        case ast.Call(ast.Name("isinstance"), [asked, _]):
            inner = [asked]
        case ast.Call() if _module(node):
            return  # as good as an import
        case ast.Name() | ast.Attribute() | ast.Call():
            found.append((function, node))
        case _:
            pass
    for each in filter(None, inner):
        _run(each, function, found)


def _found(node: ast.AST, known: Mapping[str, str]) -> str:
    """Return what a node stands for if it is one of those, else ""; an attribute `open` that is not called may be a word."""
    name = _stands_for(node, known)
    if name in NAMES or name.startswith(BEGIN):
        return name
    match node:
        case ast.Call(ast.Attribute(whole, "open")):
            return "" if _stands_for(whole, known) else ".open"
        case ast.Call(ast.Name("extra"), [ast.expr(), *_]):
            return "extra"  # of a name that is not written out
        case ast.Call(called) if _stands_for(called, known) in CALLED:
            return _stands_for(called, known)
        case ast.Attribute(whole, attr, ast.Load()) if attr in METHODS - {"open"}:
            return "" if _stands_for(whole, known) else f".{attr}"
        case _:
            return ""


def _stands_for(node: ast.AST, known: Mapping[str, str]) -> str:
    """Return the full name of what a name, or an attribute of one, stands for; "" where that is not known."""
    match node:
        case ast.Name(name):
            return known.get(name, name if name in NAMES and hasattr(builtins, name) else "")
        case ast.Attribute(whole, name) | ast.Call(ast.Name("getattr"), [whole, ast.Constant(str() as name), *_]):
            inner = _stands_for(whole, known)
            return inner and f"{inner}.{name}".removeprefix("builtins.")
        case ast.Call():
            return _module(node)
        case _:
            return ""


def _module(call: ast.Call) -> str:
    """Return the name of the module that a call imports by a name that is written out, "" of any other call."""
    match call:
        case ast.Call(ast.Name("import_module" | "extra" | "__import__"), [ast.Constant(str() as name), *_]):
            return name
        case ast.Call(ast.Attribute(_, "import_module"), [ast.Constant(str() as name), *_]):
            return name
        case _:
            return ""
