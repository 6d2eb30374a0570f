"""`vade mcp` over real pipes: three generations by hand, the library's own client, and every way to end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from tests.surfaces.mcp_pipes import ENVELOPE, LINE, MODERN, PREFIX, Server, environment, serving

import vademecum

SIX = ["recall", "remember", "recall_conversations", "resume_context", "revise", "open"]


def fill(folder: Path) -> None:
    """Forty services, of which one is asked for."""
    with vademecum.open(folder / "home", cwd=folder) as vade:
        for number in range(40):
            vade.remember(f"Service {number} of the harbour listens on port {7000 + number}.")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("mcp")
    patched = pytest.MonkeyPatch()
    patched.setenv("XDG_CACHE_HOME", str(made / "cache"))
    fill(made)
    patched.undo()
    return made


@pytest.fixture(scope="module")
def modern(folder: Path) -> Iterator[Server]:
    with serving(folder) as server:
        server.meta = ENVELOPE
        server.ask("server/discover")
        yield server


@pytest.fixture(scope="module")
def earlier(folder: Path) -> Iterator[Server]:
    with serving(folder) as server:
        assert server.greet("2025-11-25")["protocolVersion"] == "2025-11-25"
        yield server


# ── generations, by hand ─────────────────────────────────────────────────────────────────────────────


def test_earlier_generation_begins_with_a_handshake(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        greeting = server.greet("2025-06-18")
        tools = server.ask("tools/list")["tools"]
        status, out, err = server.leave()

    assert (greeting["protocolVersion"], greeting["serverInfo"]["name"]) == ("2025-06-18", "vademecum")
    assert set(greeting["capabilities"]) == {"prompts", "resources", "tools"}
    assert [tool["name"] for tool in tools] == SIX
    assert len(json.dumps(tools)) < 8_000
    assert (status, out, err) == (0, b"", b"")


def test_present_generation_needs_no_handshake(modern: Server) -> None:
    found = modern.ask("server/discover")

    assert (found["supportedVersions"], found["resultType"]) == ([MODERN], "complete")
    assert (found["ttlMs"], found["cacheScope"]) == (86_400_000, "private")
    assert found["_meta"][f"{PREFIX}/serverInfo"]["name"] == "vademecum"
    assert found["instructions"].startswith("The user's own long-term memory.")


@pytest.mark.parametrize(
    ("method", "given", "ttl_ms"),
    [
        ("tools/list", {}, 86_400_000),
        ("prompts/list", {}, 86_400_000),
        ("resources/list", {}, 0),
        ("resources/templates/list", {}, 86_400_000),
        ("resources/read", {"uri": "vade://brief"}, 0),
    ],
)
def test_present_generation_says_how_long_lists_hold(
    modern: Server, method: str, given: dict[str, Any], ttl_ms: int
) -> None:
    found = modern.ask(method, **given)

    assert (found["resultType"], found["ttlMs"], found["cacheScope"]) == ("complete", ttl_ms, "private")


def test_lists_have_one_order(modern: Server, earlier: Server) -> None:
    first, second = (modern.ask("tools/list")["tools"] for _ in range(2))

    assert first == second
    assert [tool["name"] for tool in earlier.ask("tools/list")["tools"]] == [tool["name"] for tool in first]


def test_generations_do_not_mix(modern: Server, earlier: Server) -> None:
    greeting = modern.ask("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={})
    earlier.meta = ENVELOPE
    enveloped = earlier.ask("tools/list")
    earlier.meta = {}

    assert (greeting["code"], enveloped["code"]) == (-32022, -32600)


def test_request_without_its_envelope_is_refused(modern: Server) -> None:
    modern.meta = {}
    refused = modern.ask("tools/list")
    modern.meta = ENVELOPE

    assert refused["code"] == -32602


@pytest.mark.parametrize("name", ["modern", "earlier"])
def test_recall_answers_in_both_forms(request: pytest.FixtureRequest, name: str) -> None:
    answer = request.getfixturevalue(name).call(
        "recall", query="which port does service 17 of the harbour use?"
    )

    text, *links = answer["content"]
    assert text["text"] == answer["structuredContent"]["text"]
    assert "port 7017" in text["text"].splitlines()[3]
    assert links[0]["name"].startswith("personal/service-17-of-the-harbour")
    assert answer["isError"] is False


def test_links_are_readable(earlier: Server) -> None:
    link = earlier.call("recall", query="service 17 harbour")["content"][1]

    (read,) = earlier.ask("resources/read", uri=link["uri"])["contents"]

    assert "Service 17 of the harbour listens on port 7017." in read["text"]


def test_prompts_are_given(earlier: Server) -> None:
    (message,) = earlier.ask("prompts/get", name="reflect", arguments={"focus": "ports"})["messages"]

    assert message["role"] == "user"
    assert message["content"]["text"].endswith("Look in particular for: ports")


# ── what is wrong is told ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("tool", "given", "advice"),
    [
        ("recal", {}, "unknown tool 'recal'; did you mean recall"),
        ("recall", {}, "query missing"),
        ("recall", {"quary": "tea"}, "did you mean query?"),
        ("recall", {"query": {"a": 1}}, "write one text"),
        ("recall", {"query": "tea", "types": ["fakt"]}, "did you mean fact"),
        ("recall", {"arguments": "tea"}, "unknown argument 'arguments'; did you mean"),
        ("open", {"address": "nowhere"}, "no memory has the id or key 'nowhere'"),
    ],
)
def test_wrong_call_is_answered_with_advice(
    earlier: Server, tool: str, given: dict[str, Any], advice: str
) -> None:
    answer = earlier.call(tool, **given)

    assert answer["isError"] is True
    assert advice in answer["content"][0]["text"]
    assert advice in answer["structuredContent"]["error"]["message"]


def test_arguments_may_be_one_string(earlier: Server) -> None:
    answer = earlier.ask(
        "tools/call", name="recall", arguments='{"query": "service 17 harbour", "limit": "1"}'
    )

    assert len(answer["structuredContent"]["results"]) == 1


@pytest.mark.parametrize(
    ("method", "given", "code"),
    [
        ("tools/call", {"name": 5}, -32602),
        ("resources/read", {"uri": "file:///etc/passwd"}, -32602),
        ("resources/list", {"cursor": "x"}, -32602),
        ("prompts/get", {"name": "x"}, -32602),
        ("nothing/here", {}, -32601),
    ],
)
def test_wrong_request_is_an_error_of_the_protocol(
    earlier: Server, method: str, given: dict[str, Any], code: int
) -> None:
    assert earlier.ask(method, **given)["code"] == code


@pytest.mark.parametrize(
    ("line", "named", "code"),
    [
        (b"{", None, -32700),
        (b"\xff\xfe\x00", None, -32700),
        (b"[]", None, -32600),
        (b'{"jsonrpc":"2.0","id":9,"method":5}', 9, -32600),
        (b'{"jsonrpc":"1.0","id":"a","method":"ping"}', "a", -32600),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None, -32600),
        (b"[" * 200_000, None, -32700),
    ],
    ids=lambda value: str(value)[:20],
)
def test_line_that_is_no_message_is_answered(earlier: Server, line: bytes, named: object, code: int) -> None:
    earlier.write(line)

    answer = earlier.read()

    assert (answer["id"], answer["error"]["code"]) == (named, code)


def test_blank_lines_and_unknown_notices_are_passed_over(earlier: Server) -> None:
    earlier.write(b"")
    earlier.notify("notifications/nobody/knows", x=1)
    earlier.notify("notifications/cancelled", requestId=[])

    assert earlier.ask("ping") == {}


@pytest.mark.parametrize("size", [300_000, 5_000_000])
def test_huge_arguments_are_survived(earlier: Server, size: int) -> None:
    answer = earlier.call("recall", query="harbour " * (size // 8))

    assert answer["isError"] is (size > 1_000_000)


def test_line_beyond_the_bound_is_answered(earlier: Server) -> None:
    earlier.write(b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * (17 << 20) + b'"}')

    assert earlier.read()["error"]["code"] == -32600


# ── many at once, and others at work ─────────────────────────────────────────────────────────────────


def test_fifty_calls_at_once_are_all_answered(earlier: Server) -> None:
    asked = {
        earlier.send(
            "tools/call", name="recall", arguments={"query": f"service {number % 40} harbour port"}
        ): number
        for number in range(50)
    }

    answers = [earlier.read() for _ in asked]

    assert {answer["id"] for answer in answers} == set(asked)
    wrong = [
        a for a in answers if f"port {7000 + asked[a['id']] % 40}." not in a["result"]["content"][0]["text"]
    ]
    assert wrong == []


def test_writes_at_once_are_all_kept(earlier: Server) -> None:
    for number in range(20):
        earlier.send(
            "tools/call", name="remember", arguments={"text": f"Crane {number} is numbered {number}."}
        )
    kept = {earlier.read()["result"]["structuredContent"]["outcome"] for _ in range(20)}

    found = earlier.call("recall", query="crane numbered", limit=50)

    assert kept == {"created"}
    assert len(found["structuredContent"]["results"]) == 20


def test_two_servers_and_an_editor_share_a_home(earlier: Server, modern: Server) -> None:
    kept = earlier.call("remember", text="The lighthouse keeper is called Ione.")["structuredContent"]
    seen = modern.call("recall", query="who is the lighthouse keeper?")["content"][0]["text"]
    (note,) = (earlier.folder / "home").rglob(f"{kept['key']}.md")
    note.write_text(note.read_text().replace("Ione", "Thora"))
    opened = modern.call("open", address=kept["id"])["content"][0]["text"]

    assert "Ione" in seen
    assert "Thora" in opened


# ── the library's own client ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_own_client_of_the_library_is_served(folder: Path, mode: str) -> None:
    parameters = StdioServerParameters(command=LINE[0], args=LINE[1:], env=environment(folder), cwd=folder)

    async def talk() -> list[Any]:
        async with Client(parameters, mode=mode) as client:
            tools = await client.list_tools()
            recalled = await client.call_tool("recall", {"query": "service 17 harbour port"})
            resources = await client.list_resources()
            read = await client.read_resource(resources.resources[1].uri)
            prompt = await client.get_prompt("brief")
            return [tools, recalled, read, prompt]

    tools, recalled, read, prompt = anyio.run(talk)

    assert [tool.name for tool in tools.tools] == SIX
    assert "7017" in recalled.structured_content["text"]
    assert read.contents[0].text.startswith("<vademecum-recall>")
    assert prompt.messages[0].role == "user"


# ── every way to end ─────────────────────────────────────────────────────────────────────────────────


def test_answers_under_way_are_given_before_the_end(folder: Path) -> None:
    calls = [
        ("tools/call", {"name": "recall", "arguments": {"query": f"service {n} harbour"}}) for n in range(20)
    ]
    lines = [
        json.dumps({"jsonrpc": "2.0", "id": n, "method": method, "params": {**params, "_meta": ENVELOPE}})
        for n, (method, params) in enumerate(calls)
    ]

    ran = subprocess.run(
        LINE,
        input="\n".join(lines).encode(),
        capture_output=True,
        cwd=folder,
        env=environment(folder),
        timeout=60,
        check=False,
    )

    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    assert sorted(answer["id"] for answer in answers) == list(range(20))
    assert all("result" in answer for answer in answers)
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_it(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path) as server:
        server.greet("2025-11-25")
        server.process.send_signal(number)

        assert server.process.wait(30) == 128 + number


def test_reader_that_hung_up_ends_it(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.greet("2025-11-25")
        assert server.process.stdout is not None
        server.process.stdout.close()
        server.send("ping")

        assert server.process.wait(30) == 0


def test_it_ends_with_whoever_began_it(tmp_path: Path) -> None:
    begin = f"import subprocess; subprocess.Popen({LINE!r}).wait()"
    listening, held = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", begin],
        stdin=listening,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(tmp_path),
    ) as parent:
        os.write(held, json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"}).encode() + b"\n")
        assert parent.stdout is not None
        assert parent.stdout.readline() != b""
        parent.kill()

        # Standard input is still open here; the output ends with the last process that holds it.
        assert parent.stdout.read() == b""
    os.close(held)
    os.close(listening)


def test_what_a_library_prints_is_not_on_the_wire(tmp_path: Path) -> None:
    program = (
        "import os\nfrom vademecum.mcp import wire\nsource, target = wire.claim()\n"
        "print('noise', flush=True)\nos.system('echo more noise')\nos.write(target, source.readline())"
    )

    ran = subprocess.run(
        [sys.executable, "-c", program], input=b"clean\n", capture_output=True, cwd=tmp_path, check=True
    )

    assert ran.stdout == b"clean\n"
    assert ran.stderr == b"noise\nmore noise\n"


def test_debugging_logs_to_standard_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_DEBUG", "1")
    with serving(tmp_path) as server:
        server.greet("2025-11-25")
        status, out, err = server.leave()

    assert (status, out) == (0, b"")
    assert b"DEBUG" in err
