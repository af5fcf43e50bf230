"""From a Python function to rules as data: the only place that looks at Python."""

from grundy.language.read.functions import read

__all__ = ["read"]
