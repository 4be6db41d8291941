"""`orcus-tui players`, and its messages if there is no fight to show or no address to serve on."""

import signal
import socket
from pathlib import Path

import pytest

from orcus_tui.players.addresses import ANYWHERE
from tests.campaign.trials import PATIENCE
from tests.helpers.disks.shell import Shell
from tests.helpers.fights.followed import Table
from tests.helpers.fights.served import Served, served


@pytest.mark.parametrize("options", [("--web",), ()])
def test_without_a_fight_one_line_says_so(shell: Shell, options: tuple[str, ...]) -> None:
    done = shell("players", *options)
    assert done.returncode == 2
    assert done.stderr.endswith("no fight is running; begin one in the tracker first\n")
    assert done.stderr.count("\n") == 1
    Table(shell.state)
    done = shell("players", "nope", *options)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert 'no unfinished fight is called "nope"; unfinished: 2026-01-01' in done.stderr


def test_an_unusable_address_is_reported_in_one_line(shell: Shell) -> None:
    table = Table(shell.state)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = shell("players", "--web", "--port", port)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"cannot serve on 127.0.0.1, port {port}: address already in use\n"
    for host, why in (("192.0.2.77", "cannot serve on 192.0.2.77"), ("no such host", "no such host is not an address")):
        done = shell("players", "--web", "--host", host)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert done.stderr.startswith(why)
    table.play("begin")  # the fight continues as before


def test_a_large_journal_is_announced_before_it_is_read(shell: Shell) -> None:
    journal = Table(shell.state).path
    with journal.open("ab") as file:
        file.write(b"no record" * 200_000)
    first, _ = shell("players").stderr.splitlines()  # the other message is about the missing terminal
    assert first.startswith(f"reading {journal.name}: 1.8 MB")


def test_without_a_terminal_it_names_the_web_view(shell: Shell) -> None:
    Table(shell.state)
    done = shell("players")
    assert done.returncode == 2
    assert (
        done.stderr
        == "the players' view needs a terminal to draw on; `orcus-tui players --web` serves it to browsers\n"
    )


def test_a_journal_that_disappears_ends_the_view_with_one_line(tmp_path: Path) -> None:
    with served(tmp_path) as (table, web):
        table.path.unlink()
        assert web.process.wait(PATIENCE) == 1
        said = web.errors.read_text()
        assert said.endswith("is gone\n")
        assert said.count("\n") == 2, "that it waits, and that it gave up"


def test_an_interrupt_ends_the_view_quietly_with_a_viewer_connected(tmp_path: Path) -> None:
    with served(tmp_path) as (_, web):
        request = f"GET /{web.token}/events HTTP/1.1\r\nHost: 127.0.0.1:{web.port}\r\n\r\n".encode()
        with web.connect(request) as viewer:
            assert viewer.recv(100)
            web.process.send_signal(signal.SIGINT)
            assert web.process.wait(PATIENCE) == 0
        assert web.errors.read_text() == ""


def test_it_ends_with_the_tracker(tmp_path: Path) -> None:
    table = Table(tmp_path, is_now=True)
    table.play("begin")
    web = Served(tmp_path, "--with-tracker")
    assert web.process.stdin
    web.process.stdin.close()
    assert web.process.wait(PATIENCE) == 0
    web.stop()


def test_with_the_tracker_it_also_ends_when_it_is_interrupted(tmp_path: Path) -> None:
    Table(tmp_path, is_now=True).play("begin")
    web = Served(tmp_path, "--with-tracker")
    web.process.send_signal(signal.SIGINT)
    assert web.process.wait(PATIENCE) == 0
    assert web.errors.read_text() == ""
    web.stop()


def test_other_names_are_accepted_and_serving_the_network_gives_a_warning(tmp_path: Path) -> None:
    with served(tmp_path, "--host", ANYWHERE, "--name", "fight.example") as (_, web):
        assert web.host != ANYWHERE
        assert web.get(Host="fight.example").status == 200
        assert web.get(Host="fight.example", Origin="https://fight.example").status == 200
        assert web.get(Host=ANYWHERE).status == 421
        assert web.errors.read_text().count("plain HTTP") == 1
