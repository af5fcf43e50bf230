"""Where the server keeps what strangers may make more of: attributes and names of `faces/web` that hold containers."""

from __future__ import annotations

import ast
from pathlib import Path

import grundy

FOLDER = Path(grundy.__file__).parent / "faces" / "web"
CONTAINERS = {
    "dict",
    "list",
    "set",
    "Counter",
    "OrderedDict",
    "LRUCache",
    "WeakValueDictionary",
    "deque",
    "defaultdict",
}
CONTAINERS |= {"TTLCache", "Rate", "field"}


def _grows(value: ast.expr | None) -> bool:
    """Whether an expression makes a container that is not a constant."""
    match value:
        case ast.Dict(keys=[]) | ast.List(elts=[]):
            return True
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Subscript(value=ast.Name(id=name))):
            return name in CONTAINERS
        case ast.GeneratorExp(elt=each):
            return _grows(each)
        case _:
            return False


def _named(target: ast.expr) -> list[str]:
    if isinstance(target, ast.Tuple):
        return [name for each in target.elts for name in _named(each)]
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
        return [target.attr]
    return [target.id] if isinstance(target, ast.Name) else []


def containers(text: str, file: str) -> set[str]:
    """The places of a file that hold such containers, as ``file: Class.name`` or ``file: name``."""
    found: set[str] = set()

    def visit(node: ast.AST, within: str, function: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Assign | ast.AnnAssign) and _grows(child.value):
                targets = child.targets if isinstance(child, ast.Assign) else [child.target]
                for target in targets:
                    own = function and isinstance(target, ast.Name)
                    found.update(f"{file}: {within}{name}" for name in _named(target) if not own)
            if isinstance(child, ast.ClassDef):
                visit(child, f"{child.name}.", False)
            elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                visit(child, within, True)
            else:
                visit(child, within, function)

    visit(ast.parse(text), "", False)
    return found


def all_containers() -> set[str]:
    """Those of all files."""
    return {
        each
        for path in FOLDER.rglob("*.py")
        for each in containers(path.read_text(encoding="utf-8"), path.relative_to(FOLDER).as_posix())
    }
