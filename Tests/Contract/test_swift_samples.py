"""Every Swift sample of the documents compiles without a warning, and those that ask nobody run."""

import re

import pytest

import swift_program
from documentation import DOCUMENTS, code_blocks

SAMPLES = [
    pytest.param(source, id=f"{path.name}-{number}")
    for path in DOCUMENTS for number, source in enumerate(code_blocks(path, "swift"), 1)
]


@pytest.mark.parametrize("source", SAMPLES)
def test_a_sample_compiles_and_runs(tmp_path, source):
    program = swift_program.build(source, tmp_path)
    if re.search(r"URLSession|ProcessInfo", source) is None:
        result = swift_program.run(program)
        assert result.returncode == 0, result.stderr
        assert result.stdout.strip(), "a sample shows something"


def test_there_are_samples():
    assert len(SAMPLES) >= 7
