"""Drives the app from inside its process: runs it, presses keys, and waits for the screen."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual import events
from textual.app import App
from textual.geometry import Size
from textual.keys import _character_to_key
from textual.message import Message
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.timer import Timer

from orcus_tui.screen.app import Tracker
from orcus_tui.screen.fight.fight_screen import IDLE_DELAY, FightScreen
from orcus_tui.screen.textual_internals import ONE_SHOT, PrivatePart
from tests.campaign.trials import PATIENCE

PRIVATE_PARTS = (
    PrivatePart("textual.screen:Screen", "_compositor", "what is drawn is read as text"),
    PrivatePart("textual.app:App", "_exception", "an app that has failed is not waited for"),
    PrivatePart("textual.app:App", "_driver", "it knows the size of the terminal"),
    PrivatePart("textual.drivers.headless_driver:HeadlessDriver", "_size", "the terminal gets another size"),
    PrivatePart("textual.message_pump:MessagePump", "_message_queue", "whether messages wait there"),
    PrivatePart("textual.message_pump:MessagePump", "_next_callbacks", "whether it wants to be called again"),
    PrivatePart("textual.message_pump:MessagePump", "_timers", "whether a timer is due in a moment"),
    PrivatePart("textual.timer:Timer", "_interval", "how long a timer waits"),
    PrivatePart("textual.timer:Timer", "_task", "whether a timer has called"),
)
"""The private parts of Textual that this module uses."""

Script = Callable[[Pilot[Any]], Awaitable[None]]
"""Presses keys and checks what is shown."""


def play(
    app: App[Any],
    script: Script,
    size: tuple[int, int] = (120, 40),
    *,
    toasts: bool = False,
    on_message: Callable[[Message], None] | None = None,
) -> None:
    """Runs an app in a terminal of that size with a script, then closes the tracker.

    `on_message` is called with every message of the app and its widgets.
    """

    async def run() -> None:
        async with app.run_test(size=size, notifications=toasts, message_hook=on_message) as pilot:
            await settle(pilot)
            await script(pilot)
            if app.return_code is None:
                app.exit()  # a message to a closed screen is not a crash; the pilot would only discard it

    try:
        asyncio.run(run())
    finally:
        if isinstance(app, Tracker):
            app.close()


def key_event(key: str) -> events.Key:
    """A key by its name, or by the character it types."""
    character = " " if key == "space" else key if len(key) == 1 else None
    return events.Key(_character_to_key(key) if character and not key.isalnum() else key, character)


def set_size(pilot: Pilot[Any], width: int, height: int) -> None:
    """Resizes the terminal; Textual's own function also waits until the processor is idle."""
    size = Size(width, height)
    driver: Any = pilot.app._driver
    driver._size = size
    pilot.app.post_message(events.Resize(size, size))


async def settle(pilot: Pilot[Any], *, unless: str = "") -> None:
    """Waits until every key is handled, every line is executed, and everything is drawn.

    Workers of the group `unless` are not waited for.

    It depends neither on the clock nor on how busy the processor is, which other programs may be using.
    """
    async with asyncio.timeout(PATIENCE):
        while True:
            while _is_busy(pilot.app, unless):
                await asyncio.sleep(0.001)
            # Pending drawing is done, and may cause more work. Every widget is asked on the way, which costs time:
            # without that, a test on a busy machine saw the previous picture.
            await pilot.pause(0)
            if not _is_busy(pilot.app, unless):
                return


def seen(pilot: Pilot[Any]) -> list[str]:
    """The rows of the screen."""
    return [strip.text for strip in pilot.app.screen._compositor.render_strips()]


def _is_busy(app: App[Any], unless: str) -> bool:
    if app._exception or not app.is_running:  # an app that has failed raises the error as it ends
        return False
    return (
        (isinstance(app, Tracker) and bool(app._keys or app.fight.pending))
        or any(_has_to_do(each) for each in [app, *app.screen_stack, *app.screen.walk_children()])
        # On any other screen, the app's own work waits for the answer there.
        or any(
            not each.is_finished and each.group != unless
            for each in app.workers
            if each.node is not app or _in_fight(app)
        )
    )


def _in_fight(app: App[Any]) -> bool:
    return isinstance(app.screen, FightScreen)


def _has_to_do(pump: MessagePump) -> bool:
    """Whether messages or callbacks are waiting, or a message is being handled."""
    ready: Any = pump._message_queue.ready_event  # typeshed leaves private parts out
    at_rest = ready._waiters and not ready.is_set()
    return pump.is_running and (not at_rest or bool(pump._next_callbacks) or any(map(_is_due, pump._timers)))


def _is_due(timer: Timer) -> bool:
    return bool(timer.name == ONE_SHOT and timer._interval <= IDLE_DELAY and timer._task and not timer._task.done())
