"""`orcus-tui engine`: a fight for other programs, as JSON Lines on standard input and output."""

import sys
from collections.abc import Callable, Iterator
from queue import Empty, Queue
from threading import Thread
from typing import BinaryIO

import typer

from orcus_tui.api import fight as fights
from orcus_tui.api.fight import Fight
from orcus_tui.api.stream import Answer, Engine, encoded, lines_of
from orcus_tui.cli import INTERRUPTED
from orcus_tui.cli.crash_report import crash_message
from orcus_tui.cli.options import EngineOptions
from orcus_tui.cli.output import print_message, refuse, refusing_errors, standard_input
from orcus_tui.cli.play import faces_of
from orcus_tui.config.paths import crash_file
from orcus_tui.storage.storage_error import StorageError
from orcus_tui.systems import DEFAULT

POLLING = 0.1
"""Seconds between checks of a followed journal."""


def run_engine(options: EngineOptions) -> None:
    """Answers the lines of standard input until its end."""
    if options.resume is not None and (options.encounter or options.system):
        refuse("--resume continues a journal; it takes no encounter and no --system")
    if options.encounter is not None and options.system is not None:
        refuse("--system is for a fight without a file; an encounter names its own system")
    requests = standard_input("requests")
    with refusing_errors(), _fight(options) as fight:
        try:
            _answer_lines(Engine(fight, _report_defect), requests, sys.stdout.buffer)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None


def _fight(options: EngineOptions) -> Fight:
    faces = None if options.dice is None else faces_of(options.dice)
    if options.resume is not None:
        return fights.resume(options.resume, seed=options.seed, dice=faces)
    if options.encounter is not None:
        return fights.load(options.encounter, seed=options.seed, dice=faces, journal=options.journal)
    return fights.new(options.system or DEFAULT, seed=options.seed, dice=faces, journal=options.journal)


def _report_defect(error: Exception) -> None:
    print_message(crash_message(error, crash_file(), ""))


def _answer_lines(engine: Engine, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answers each line in order; news from a followed journal is printed between the answers."""

    def send(answer: Answer) -> None:
        answers.write(encoded(answer))
        answers.flush()

    send(engine.greeting())
    lines = lines_of(requests)
    for line in lines:
        send(engine.answer(line))
        if engine.following:
            break
    if engine.following:
        _follow(engine, lines, send)


def _follow(engine: Engine, lines: Iterator[bytes], send: Callable[[Answer], None]) -> None:
    """Answers lines as they come, and sends news from the followed journal."""
    waiting: Queue[bytes | None] = Queue()

    def read() -> None:
        for line in lines:
            waiting.put(line)
        waiting.put(None)

    Thread(target=read, daemon=True).start()
    while True:
        try:
            line = waiting.get(timeout=POLLING)
        except Empty:
            pass
        else:
            if line is None:
                return
            send(engine.answer(line))
        try:
            news = engine.news()
        except StorageError as fault:
            print_message(str(fault))
            return
        if news:
            send(news)
