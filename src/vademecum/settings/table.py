"""The table: every setting, what it may be, and whether it reaches beyond its home."""

from __future__ import annotations

from vademecum.errors import UnknownName
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

Value = str | int | bool

NOWHERE, LOADS, READS, RUNS, SENDS = (
    "",
    "decides which model is loaded",
    "reads files elsewhere",
    "begins a process",
    "decides what is sent, or where to",
)
"""How a setting reaches beyond the data of its home, in words that follow its name."""

_ADDRESS, _TAKES_ADDRESS = (
    r"(?:https?://[^\s?#@]{1,500})?",
    "an http or https address without a user or a query",
)
_NAME = r"[^\x00-\x1f\x7f]{0,200}"
_VARIABLE, _TAKES_VARIABLE = r"(?:[A-Za-z_][A-Za-z0-9_]{0,99})?", "a name of letters, digits and underscores"


@value(kw_only=True)
class Setting:
    """One row of the table.

    Attributes:
        name: as in the file; the part before a dot is a TOML table.
        choices: allowed texts, empty when any text of `pattern` will do.
        low, high: inclusive bounds of a number.
        pattern: regular expression a text without choices must match in full.
        takes: what such a text is, in words.
        reaches: how it reaches beyond the data of its home, one of `NOWHERE`, `LOADS`, `READS`, `RUNS` and
            `SENDS`. It has no default: whoever adds a setting decides.
        within: values, besides the default, that reach nowhere all the same.
    """

    name: str
    default: Value
    meaning: str
    variable: str
    example: str
    reaches: str
    within: tuple[Value, ...] = ()
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    pattern: str = ""
    takes: str = ""

    @property
    def attribute(self) -> str:
        """Name of the field of `Settings`."""
        return self.name.replace(".", "_")

    @property
    def kind(self) -> str:
        """``yes or no``, ``number`` or ``text``."""
        if isinstance(self.default, bool):
            return "yes or no"
        return "number" if isinstance(self.default, int) else "text"

    @property
    def allowed(self) -> str:
        """What the setting takes, in words."""
        if self.kind == "number":
            return f"{self.low} to {self.high}"
        if self.kind == "yes or no":
            return "true, false"
        return ", ".join(self.choices) if self.choices else self.takes

    def leads_out(self, value: Value) -> bool:
        """Whether that value in the file of a home needs somebody's trust. The default never does, for
        whoever made the home could have left it out."""
        return self.reaches != NOWHERE and value != self.default and value not in self.within


TABLE: tuple[Setting, ...] = (
    Setting(
        name="language",
        default="en",
        meaning="Language of memories that do not name one; decides stemming and stop words.",
        variable="VADE_LANGUAGE",
        example="de",
        reaches=NOWHERE,
        pattern=r"[a-z]{2,3}",
        takes="two or three lower-case letters",
    ),
    Setting(
        name="scope",
        default="personal",
        meaning="Where `remember` writes when no scope is given: your own memories or those of the project "
        "around the current folder.",
        variable="VADE_SCOPE",
        example="project",
        reaches=NOWHERE,
        choices=("personal", "project"),
    ),
    Setting(
        name="recall.limit",
        default=6,
        meaning="Most hits a recall answers with.",
        variable="VADE_RECALL_LIMIT",
        example="10",
        reaches=NOWHERE,
        low=1,
        high=50,
    ),
    Setting(
        name="recall.floor",
        default="calibrated",
        meaning="Test that refuses irrelevant candidates: `calibrated` keeps a memory that is likely enough "
        "to answer, `half` one that holds at least half of the topic's terms.",
        variable="VADE_RECALL_FLOOR",
        example="half",
        reaches=NOWHERE,
        choices=("calibrated", "half"),
    ),
    Setting(
        name="search.limit",
        default=8,
        meaning="Most hits a search answers with.",
        variable="VADE_SEARCH_LIMIT",
        example="20",
        reaches=NOWHERE,
        low=1,
        high=50,
    ),
    Setting(
        name="digest.max_bytes",
        default=1200,
        meaning="Most UTF-8 bytes of the digest that `recall` prints.",
        variable="VADE_DIGEST_MAX_BYTES",
        example="2400",
        reaches=NOWHERE,
        low=200,
        high=65_536,
    ),
    Setting(
        name="worktrees.isolate",
        default=False,
        meaning="Give every worktree of a repository a project scope of its own instead of one for all.",
        variable="VADE_WORKTREES_ISOLATE",
        example="true",
        reaches=NOWHERE,
    ),
    Setting(
        name="review.agents",
        default=True,
        meaning="What an agent rewrites or retires waits for your approval; what it adds never does.",
        variable="VADE_REVIEW_AGENTS",
        example="false",
        reaches=NOWHERE,
    ),
    Setting(
        name="hooks.capture",
        default=True,
        meaning="Keep what is said in the sessions of agents whose hooks are installed.",
        variable="VADE_HOOKS_CAPTURE",
        example="false",
        reaches=NOWHERE,
    ),
    Setting(
        name="hooks.helper",
        default=True,
        meaning="Let a hook begin a helper that makes the next ones quicker; it ends half an hour after the "
        "last.",
        variable="VADE_HOOKS_HELPER",
        example="false",
        reaches=RUNS,
        within=(False,),
    ),
    Setting(
        name="files.read",
        default=True,
        meaning="Find what stands in instruction files (`CLAUDE.md`, `AGENTS.md`, …) and in the memories of "
        "Claude Code and Codex too. They are read where they stand and never changed.",
        variable="VADE_FILES_READ",
        example="false",
        reaches=READS,
        within=(False,),
    ),
    Setting(
        name="files.also",
        default="",
        meaning="Further files to find things in, and folders of Markdown files; several with a colon "
        "between them (Windows: a semicolon).",
        variable="VADE_FILES_ALSO",
        example="~/notes:~/team/style.md",
        reaches=READS,
        pattern=r"(?:(?:~?[/\\]|[A-Za-z]:[/\\])[^\x00-\x1f\x7f]{0,3999})?",
        takes="paths that begin with / or ~/",
    ),
    Setting(
        name="sync.max_files",
        default=20_000,
        meaning="Most files looked at before a read answers. In a larger vault it answers from the index, "
        "marks hits whose file changed as stale, and looks afterwards.",
        variable="VADE_SYNC_MAX_FILES",
        example="50000",
        reaches=NOWHERE,
        low=1,
        high=10_000_000,
    ),
    Setting(
        name="embedder",
        default="auto",
        meaning="What gives texts a vector, so that what shares no word with a question is found. `auto` is "
        "`static` where `vademecum[meaning]` is installed, else none. That one and `minilm` know English "
        "best; `multilingual` knows a hundred languages, and so may a model in model2vec's form "
        "(`model2vec`) or a server's (`endpoint`). Words are searched in every language all the same.",
        variable="VADE_EMBEDDER",
        example="none",
        reaches=LOADS,
        within=("none",),
        choices=("auto", "none", "static", "minilm", "multilingual", "model2vec", "endpoint"),
    ),
    Setting(
        name="meaning.folder",
        default="",
        meaning="Folder of the model, for the embedder `model2vec`.",
        variable="VADE_MEANING_FOLDER",
        example="/opt/models/potion-multilingual-128M",
        reaches=LOADS,
        pattern=r"[^\x00-\x1f\x7f]{0,4000}",
        takes="a folder",
    ),
    Setting(
        name="meaning.url",
        default="",
        meaning="Base address of an API that speaks OpenAI's embeddings, for the embedder `endpoint`. Every "
        "memory and turn is sent there, and nowhere else.",
        variable="VADE_MEANING_URL",
        example="http://localhost:11434/v1",
        reaches=SENDS,
        pattern=_ADDRESS,
        takes=_TAKES_ADDRESS,
    ),
    Setting(
        name="meaning.name",
        default="",
        meaning="The model of the embedder `endpoint`, as its server calls it.",
        variable="VADE_MEANING_NAME",
        example="bge-m3",
        reaches=SENDS,
        pattern=_NAME,
        takes="a name",
    ),
    Setting(
        name="meaning.key_variable",
        default="",
        meaning="Environment variable that holds the key of that server, where it wants one. The key itself "
        "is never written anywhere.",
        variable="VADE_MEANING_KEY_VARIABLE",
        example="OPENAI_API_KEY",
        reaches=SENDS,
        pattern=_VARIABLE,
        takes=_TAKES_VARIABLE,
    ),
    Setting(
        name="meaning.deadline_ms",
        default=2_000,
        meaning="Longest wait for the vector of a question, from a transformer or a server; what comes later "
        "is dropped, and words alone answer.",
        variable="VADE_MEANING_DEADLINE_MS",
        example="500",
        reaches=NOWHERE,
        low=50,
        high=60_000,
    ),
    Setting(
        name="model.planner",
        default=False,
        meaning="Ask a language model, beside the turn, to look over the plan of what was said.",
        variable="VADE_MODEL_PLANNER",
        example="true",
        reaches=SENDS,
    ),
    Setting(
        name="model.extractor",
        default=False,
        meaning="Ask a language model, beside the turn, what of a turn is worth remembering.",
        variable="VADE_MODEL_EXTRACTOR",
        example="true",
        reaches=SENDS,
    ),
    Setting(
        name="model.url",
        default="",
        meaning="Where the model is: base address of an API that speaks OpenAI's chat completions. What is "
        "said goes there and nowhere else.",
        variable="VADE_MODEL_URL",
        example="http://localhost:11434/v1",
        reaches=SENDS,
        pattern=_ADDRESS,
        takes=_TAKES_ADDRESS,
    ),
    Setting(
        name="model.name",
        default="",
        meaning="The model, as its server calls it.",
        variable="VADE_MODEL_NAME",
        example="qwen3:4b",
        reaches=SENDS,
        pattern=_NAME,
        takes="a name",
    ),
    Setting(
        name="model.key_variable",
        default="",
        meaning="Environment variable that holds the key, for a server that wants one. The key itself is "
        "never written anywhere.",
        variable="VADE_MODEL_KEY_VARIABLE",
        example="OPENAI_API_KEY",
        reaches=SENDS,
        pattern=_VARIABLE,
        takes=_TAKES_VARIABLE,
    ),
    Setting(
        name="model.deadline_ms",
        default=4_000,
        meaning="Longest wait for a model; what comes later is dropped.",
        variable="VADE_MODEL_DEADLINE_MS",
        example="8000",
        reaches=NOWHERE,
        low=100,
        high=60_000,
    ),
    Setting(
        name="remote.url",
        default="",
        meaning="Address of a server, `vade serve`, whose memory commands ask instead of the one here. Hooks "
        "and `vade mcp` stay with the one here.",
        variable="VADE_REMOTE_URL",
        example="https://memory.example.org",
        reaches=SENDS,
        pattern=_ADDRESS,
        takes=_TAKES_ADDRESS,
    ),
    Setting(
        name="remote.token_file",
        default="",
        meaning="File that holds the token which opens that server; the variable `VADE_TOKEN` goes before "
        "it. The token itself is never written anywhere.",
        variable="VADE_REMOTE_TOKEN_FILE",
        example="~/.config/vademecum/token",
        reaches=SENDS,
        pattern=r"[^\x00-\x1f\x7f]{0,4000}",
        takes="a file",
    ),
    Setting(
        name="output.color",
        default="auto",
        meaning="Colour: on a terminal only, always or never. `NO_COLOR` is heeded unless this says always.",
        variable="VADE_COLOR",
        example="never",
        reaches=NOWHERE,
        choices=("auto", "always", "never"),
    ),
    Setting(
        name="output.format",
        default="text",
        meaning="Form of every answer: text for people or one JSON object.",
        variable="VADE_FORMAT",
        example="json",
        reaches=NOWHERE,
        choices=("text", "json"),
    ),
)
"""Every setting, in the order in which it is documented."""

BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in TABLE}


def setting_named(name: str) -> Setting:
    """The row of the table.

    Raises:
        UnknownName: no such setting; the nearest names are suggested.
    """
    try:
        return BY_NAME[name]
    except KeyError:
        from vademecum.text.nearest import nearest

        raise UnknownName("setting", name, suggestions=nearest(name, BY_NAME)) from None
