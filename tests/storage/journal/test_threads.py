"""Several threads may read journals and the library at once, as the screen and the session do."""

import subprocess
import sys

import pytest

from tests.helpers.project.files import ROOT

AT_ONCE = """
import sys, threading
sys.setswitchinterval(1e-6)
{imports}
start = threading.Barrier(8)
def read():
    start.wait()
    {read}
threads = [threading.Thread(target=read) for _ in range(8)]
for each in threads:
    each.start()
for each in threads:
    each.join()
print("read")
"""
JOURNAL = ROOT / "tests" / "journals" / "format-2" / "orcus.jsonl"
READERS = {
    "a journal": (
        f"""
from pathlib import Path
from orcus_tui.storage.journal.journal_file import read_journal
from orcus_tui.storage.journal.records import read_record
lines = read_journal(Path({str(JOURNAL)!r})).records
""",
        "[read_record(line) for line in lines]",
    ),
    "the library": (
        "from orcus_tui.library.shipped import read_index\nfrom orcus_tui.systems import creatures_folder",
        "read_index(creatures_folder('orcus'))",
    ),
}


@pytest.mark.parametrize("what", READERS)
def test_the_first_readers_may_be_several_threads_at_once(what: str) -> None:
    imports, read = READERS[what]
    program = AT_ONCE.format(imports=imports, read=read)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "read\n"), ended.stderr
