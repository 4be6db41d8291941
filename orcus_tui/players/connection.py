"""The connection of a viewer: its limits, and what is answered to a request that cannot be read."""

import asyncio
import re
import socket
from http import HTTPStatus
from itertools import count

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from orcus_tui.players.web import SECURITY_HEADERS

REQUEST_WITHIN = 5.0
"""Seconds within which a request must be complete."""
UNREAD_FOR = 20.0
"""Seconds after which a viewer that reads nothing is cut off."""
MOST_CONNECTIONS = 160
"""Connections; with the files of the program they stay below the 256 that macOS allows a process."""
MOST_FROM_ONE_ADDRESS = 64
"""The connections from one address that have not sent a request yet; all viewers behind a tunnel have one address."""
LARGEST_REQUEST = 8 * 1024
"""Bytes of a request's line and headers."""
SEND_BUFFER = 32 * 1024
"""Bytes that the operating system keeps for a viewer who does not read."""

_END_OF_HEAD = re.compile(rb"\n\r?\n")


class ViewerConnection(H11Protocol):
    """A connection for one request without a body, which must come soon; its answer must be read."""

    _arrivals = count()
    _ask_by: asyncio.TimerHandle | None = None
    _read_by: asyncio.TimerHandle | None = None
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base
        """Makes room for the connection, and gives the request its time."""
        super().connection_made(transport)
        self._head = bytearray()
        self._arrival = next(self._arrivals)
        self._make_room()
        if transport.is_closing():
            return
        transport.set_write_buffer_limits(high=0)
        connected: socket.socket | None = transport.get_extra_info("socket")
        if connected is not None:
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        self._ask_by = self.loop.call_later(REQUEST_WITHIN, transport.abort)

    def has_sent_a_request(self) -> bool:
        """Whether the head of a request has come that can be read."""
        return self.conn.their_state not in (h11.IDLE, h11.ERROR)

    def _make_room(self) -> None:
        """Cuts off the oldest connection that has not sent a request, where there are too many; never a viewer's."""
        present = [each for each in self.connections if not each.transport.is_closing()]
        silent = [each for each in present if isinstance(each, ViewerConnection) and not each.has_sent_a_request()]
        silent.sort(key=lambda each: each._arrival)
        neighbors = [each for each in silent if each.client and self.client and each.client[0] == self.client[0]]
        if len(neighbors) > MOST_FROM_ONE_ADDRESS:
            neighbors[0].transport.abort()
        elif len(present) > MOST_CONNECTIONS:
            silent[0].transport.abort()

    def data_received(self, data: bytes) -> None:
        """Reads the head of one request. What comes after it is dropped: no request has a body or a successor."""
        if self._is_refused or self.has_sent_a_request():
            return
        start = len(self._head)
        self._head += data[: LARGEST_REQUEST - start]
        end = _END_OF_HEAD.search(self._head, max(start - 2, 0))
        new = bytes(self._head[start : end.end() if end else None])
        if new:
            super().data_received(new)
        if end is None and len(data) > len(new) and not self._is_refused:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The request is too large.")
        if self._ask_by is not None and self.has_sent_a_request():
            self._ask_by.cancel()

    def send_400_response(self, msg: str) -> None:
        """Answers a request that makes no sense."""
        self._refuse(HTTPStatus.BAD_REQUEST, msg)

    def _refuse(self, status: HTTPStatus, text: str) -> None:
        """Answers with an error, and drops what else comes until the other side closes or its time is up.

        A connection closed at once would be reset, and the answer might be lost.
        """
        self._is_refused = True
        body = text.encode()
        headers = {
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Length": str(len(body)),
            **SECURITY_HEADERS,
        }
        for event in (
            h11.Response(status_code=status, headers=[*headers.items()], reason=status.phrase),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event))
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def pause_writing(self) -> None:
        """The viewer has not read all it got: from now on its time runs."""
        super().pause_writing()
        self._read_by = self.loop.call_later(UNREAD_FOR, self.transport.abort)

    def resume_writing(self) -> None:
        """The viewer has read all."""
        super().resume_writing()
        if self._read_by is not None:
            self._read_by.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancels what is waited for."""
        super().connection_lost(exc)
        for waiting in (self._ask_by, self._read_by):
            if waiting is not None:
                waiting.cancel()
