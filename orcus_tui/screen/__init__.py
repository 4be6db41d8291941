"""The tracker on a screen: it draws a fight and its log, and turns keys into lines of the language.

It may import every package below it; of its folders, each imports only those before it: `widgets`, `dialogs`,
`builder`, `fight`. Start reading at `app`, then `fight.fight_screen`.
"""

import sys


def _import_asyncio_without_tls() -> None:
    """Imports asyncio without the TLS library, which no screen needs, and which takes 5 ms of the start and 4 MiB.

    A later import of `ssl` finds the library. asyncio works without it, as in a Python that was built without TLS.
    """
    if "asyncio" in sys.modules or "ssl" in sys.modules:
        return
    sys.modules["ssl"] = None  # type: ignore[assignment]  # this makes an import fail
    try:
        import asyncio  # noqa: F401  # Textual finds it in sys.modules
    finally:
        del sys.modules["ssl"]


_import_asyncio_without_tls()
