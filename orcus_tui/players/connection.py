"""The connection of a viewer: its limits, and the response to a request that cannot be read."""

import asyncio
import re
import socket
from http import HTTPStatus
from itertools import count

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from orcus_tui.players.web import SECURITY_HEADERS

REQUEST_TIMEOUT = 5.0
"""Seconds within which a request must be complete."""
READ_TIMEOUT = 20.0
"""Seconds after which a viewer that reads nothing is disconnected."""
MOST_CONNECTIONS = 160
"""The total of connections; together with the program's files, below the 256 that macOS allows a process."""
MOST_FROM_ONE_ADDRESS = 64
"""Connections from one address that have not sent a request yet; all viewers behind a tunnel share one address."""
LARGEST_REQUEST = 8 * 1024
"""Bytes of a request line with its headers."""
LARGEST_BODY = 1024
"""Bytes of the body that a phone may send."""
SEND_BUFFER = 32 * 1024
"""Bytes that the operating system buffers for a viewer that does not read."""

_END_OF_HEAD = re.compile(rb"\n\r?\n")


class ViewerConnection(H11Protocol):
    """A connection for one request, with time limits for sending it and for reading the response.

    The body of a request is read only up to the size that phones may send.
    """

    _arrivals = count()
    _request_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None
    _is_refused = False
    _body = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the base
        """Makes room for the connection, and starts the time limit of its request."""
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
        self._request_timer = self.loop.call_later(REQUEST_TIMEOUT, transport.abort)

    def has_request(self) -> bool:
        """Whether the head of a valid request has arrived."""
        return self.conn.their_state not in (h11.IDLE, h11.ERROR)

    def _make_room(self) -> None:
        """Disconnects the oldest connection without a request if there are too many; never that of a viewer."""
        present = [each for each in self.connections if not each.transport.is_closing()]
        silent = [each for each in present if isinstance(each, ViewerConnection) and not each.has_request()]
        silent.sort(key=lambda each: each._arrival)
        neighbors = [each for each in silent if each.client and self.client and each.client[0] == self.client[0]]
        if len(neighbors) > MOST_FROM_ONE_ADDRESS:
            neighbors[0].transport.abort()
        elif len(present) > MOST_CONNECTIONS:
            silent[0].transport.abort()

    def data_received(self, data: bytes) -> None:
        """Reads the head of one request and drops everything after it."""
        if self._is_refused:
            return
        if self.has_request():
            self._body_received(data)
            return
        start = len(self._head)
        self._head += data[: LARGEST_REQUEST - start]
        end = _END_OF_HEAD.search(self._head, max(start - 2, 0))
        new = bytes(self._head[start : end.end() if end else None])
        if new:
            super().data_received(new)
        if end is not None:
            self._body_received(data[len(new) :])
        if end is None and len(data) > len(new) and not self._is_refused:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "The request is too large.")
        if self._request_timer is not None and self.has_request():
            self._request_timer.cancel()

    def _body_received(self, data: bytes) -> None:
        """Reads the body of a POST request, up to a little more than is allowed; drops everything else."""
        if not self._head.startswith(b"POST "):
            return
        allowed = data[: LARGEST_BODY + 1 - self._body]
        self._body += len(allowed)
        if allowed:
            super().data_received(allowed)

    def send_400_response(self, msg: str) -> None:
        """Refuses a malformed request."""
        self._refuse(HTTPStatus.BAD_REQUEST, msg)

    def _refuse(self, status: HTTPStatus, text: str) -> None:
        """Sends an error, and drops further data until the other side closes or its time is up.

        A connection closed immediately would be reset, and the response might be lost.
        """
        self._is_refused = True
        body = text.encode()
        headers = {"Content-Type": "text/plain; charset=utf-8", "Content-Length": str(len(body)), **SECURITY_HEADERS}
        for event in (
            h11.Response(status_code=status, headers=[*headers.items()], reason=status.phrase),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event))
        if self.transport.can_write_eof():
            self.transport.write_eof()

    def pause_writing(self) -> None:
        """Starts the time limit of a viewer that has not read everything."""
        super().pause_writing()
        self._read_timer = self.loop.call_later(READ_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        """Stops the time limit of a viewer that has read everything."""
        super().resume_writing()
        if self._read_timer is not None:
            self._read_timer.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancels the time limits."""
        super().connection_lost(exc)
        for waiting in (self._request_timer, self._read_timer):
            if waiting is not None:
                waiting.cancel()
