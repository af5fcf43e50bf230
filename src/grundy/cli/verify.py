"""``grundy verify``: a certificate, checked from the rules alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from grundy.check import LARGEST_TEXT, MOST_VALUES, Verdict, check, read_certificate
from grundy.cli import arguments, output
from grundy.cli.options import Json
from grundy.errors import GrundyError, TooLarge

FALSE, SAMPLED = 1, 3
"""Exit codes: something is wrong in the certificate; nothing is, as far as a sample goes."""

File = Annotated[
    str,
    typer.Argument(metavar="FILE", help="A certificate, as `grundy law --certificate` writes it; - is standard input."),
]
Sample = Annotated[
    str, typer.Option("--sample", metavar="N", help="Replay the first N values only: may refute, but not verify.")
]


def run(file: File = "", sample: Sample = "", json: Json = False) -> int:
    """Check a certificate without any solver: every value it rests on is computed again from the rules."""
    if not file:
        raise GrundyError("name the file of a certificate, or - for standard input")
    arguments.refuse_options([file])
    most = arguments.natural(sample, "--sample", MOST_VALUES) if sample else None
    certificate = read_certificate(_text(file))
    with output.Bar("values replayed") as bar:
        verdict = check(certificate, sample=most, progress=bar.progress)
    if json:
        output.show_json(verdict._asdict())
    elif verdict.verified:
        print(f"verified: {verdict.claim}\n{verdict.reason}")
    else:
        print(f"not verified: {verdict.reason}")
    return _exit_code(verdict)


def _exit_code(verdict: Verdict) -> int:
    if verdict.verified:
        return 0
    return FALSE if verdict.complete else SAMPLED


def _text(file: str) -> str:
    """Return the text of a file or of standard input; GrundyError if it is none."""
    try:
        if file == "-":
            data = _read(sys.stdin.buffer)
        else:
            with Path(file).open("rb") as opened:
                data = _read(opened)
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise GrundyError(f"{file} is no text in UTF-8: byte {error.start} does not fit") from None
    except (OSError, ValueError) as error:
        told = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        raise GrundyError(f"{file} cannot be read: {told.lower()}") from None


def _read(opened: BinaryIO) -> bytes:
    data = opened.read(LARGEST_TEXT + 1)
    if len(data) > LARGEST_TEXT:
        raise TooLarge(f"a certificate has at most {LARGEST_TEXT:,} bytes here")
    return data
