from __future__ import annotations

import socket

from vademecum.web.serving import listen


def test_no_answer_waits_for_its_head_to_be_heard_of() -> None:
    listening = listen("127.0.0.1", 0, exposed=False)
    with listening.socket as taken, socket.create_connection(taken.getsockname()), taken.accept()[0] as one:
        assert one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
