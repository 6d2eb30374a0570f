"""Texts that would be markup, a script or a request elsewhere if any page took them for more than text."""

from __future__ import annotations

from vademecum.engine.vade import Vade
from vademecum.model.conversation import NewConversation, NewTurn, Role, ToolUse

PAYLOADS = (
    "<script>window.planted=1</script>",
    '"><img src=x onerror=window.planted=1>',
    "'><svg/onload=window.planted=1>",
    "</textarea><script>window.planted=1</script>",
    "</title></style><script>window.planted=1</script>",
    "<a href=javascript:window.planted=1>x</a>",
    "[x](javascript:window.planted=1) <javascript:window.planted=1> ![x](//elsewhere.example/p.png)",
    "{{ 7 * 7 }} {% raw %} {# x #} ${7*7} #{7*7}",
    "«<b onclick=window.planted=1>b</b>»",
    '[["onmouseover=window.planted=1|<i>x</i>]]',
    "<!-- <plaintext> --> <iframe srcdoc='<script>top.planted=1</script>'></iframe>",
    "&lt;script&gt;window.planted=1&lt;/script&gt; &#x3c;script&#x3e;",
    "<style>*{display:none}</style><link rel=stylesheet href=//elsewhere.example/x.css>",
    "<base href=//elsewhere.example/><meta http-equiv=refresh content='0;url=//elsewhere.example/'>",
    "<form action=//elsewhere.example/><input name=form_token><button>x</button></form>",
    "<details open ontoggle=window.planted=1><math><mi xlink:href=javascript:window.planted=1>",
)  # fmt: skip


def plant(vade: Vade) -> tuple[str, ...]:
    """Put every payload into every text that a home keeps; paths of all the pages that show one, those first
    that show many."""
    said = vade.conversations.append(_talk())
    paths = [
        "/",
        "/memories?include=all",
        "/review",
        "/entities",
        "/conversations",
        "/words",
        "/health?check=1",
    ]
    paths.append("/entities/alike")
    paths += [f"/conversations/{said.id}", "/search?q=planted", "/conversations?q=planted"]
    for number, payload in enumerate(PAYLOADS):
        paths += _memories(vade, payload, number)
        vade.add_alias(f"a{number} {payload}", f"b{number} {payload}")
    return tuple(paths)


def _memories(vade: Vade, payload: str, number: int) -> list[str]:
    name = f"E{number} {payload}"
    about = vade.add_entity(name, label="Person", aliases=[f"A{number} {payload}"], text=payload)
    vade.link(name, "knows", f"N{number} {payload}")
    first = vade.remember(
        f"First {number} {payload}", title=f"T{number} {payload}", tags=[payload], aliases=[payload],
        about=[name], subject=payload, predicate="says", value=payload, ref=payload,
    ).memory.record.id  # fmt: skip
    second = vade.supersede(first, f"Second {number} {payload}", reason=payload, source="agent")
    old, new = f"/memories/{first}", f"/memories/{second.memory.record.id}"
    entity = f"/entities/{about.memory.record.id}"
    return [entity, old, f"{old}/edit", f"{old}/erase", f"{old}/supersede", new]


def _talk() -> NewConversation:
    turns = [
        NewTurn(
            origin_id=str(number), role=Role.USER, text=payload,
            tools=(ToolUse(name=payload, input_digest=payload, output_digest=payload, error=True),),
        )
        for number, payload in enumerate(PAYLOADS)
    ]  # fmt: skip
    return NewConversation(host="codex", origin_id="1", title=PAYLOADS[0], turns=turns)
