"""The faults of `planted_faults` can be planted where they say; by hand, or at night, each is found by a test."""

from __future__ import annotations

import pytest

from planted_faults import FAULTS, HERE, PACKAGE, finder


def test_each_fault_has_one_place() -> None:
    """So that the table says something of the code as it is."""
    counts = {name: (PACKAGE / fault.file).read_text().count(fault.old) for name, fault in FAULTS.items()}
    assert counts == dict.fromkeys(FAULTS, 1)
    assert len(FAULTS) > 40 and all(fault.old != fault.new for fault in FAULTS.values())
    assert all((HERE / test).is_file() for fault in FAULTS.values() for test in fault.found)


@pytest.mark.hours
@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_found(name: str) -> None:
    assert finder(FAULTS[name]) is not None
