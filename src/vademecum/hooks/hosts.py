"""The hosts: which of their events ask for what, and where a payload says it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

BRIEF, RECALL, CALL, SAID, CAPTURE, END = "brief", "recall", "call", "said", "capture", "end"
"""What an event asks for: what matters at the start; what is known about a prompt; both, before a call of the
model, and each once; keep what the model said; keep what the transcript says so far; the same, and nothing
more will come."""

EVENTS: Mapping[str, Mapping[str, str]] = {
    "claude-code": {
        "SessionStart": BRIEF,
        "UserPromptSubmit": RECALL,
        "PreCompact": CAPTURE,
        "Stop": CAPTURE,
        "SubagentStop": CAPTURE,
        "SessionEnd": END,
    },
    # No event tells the end of a session: each turn is kept at its stop, the rest at the next start.
    "codex": {
        "SessionStart": BRIEF,
        "UserPromptSubmit": RECALL,
        "PreCompact": CAPTURE,
        "Stop": CAPTURE,
        "SubagentStop": CAPTURE,
    },
    "cursor": {
        "sessionStart": BRIEF,
        "beforeSubmitPrompt": RECALL,
        "afterAgentResponse": SAID,
        "preCompact": CAPTURE,
        "stop": CAPTURE,
        "sessionEnd": END,
    },
    "gemini": {
        "SessionStart": BRIEF,
        "BeforeAgent": RECALL,
        "PreCompress": CAPTURE,
        "AfterAgent": CAPTURE,
        "SessionEnd": END,
    },
    # It tells no prompt, but where the transcript is, in which the prompt stands.
    "antigravity": {"PreInvocation": CALL, "Stop": CAPTURE},
    # The command line and the editor spell their events differently and read the same files.
    "copilot": {
        "SessionStart": BRIEF,
        "UserPromptSubmit": RECALL,
        "PreCompact": CAPTURE,
        "Stop": SAID,
        "SubagentStop": CAPTURE,
        "SessionEnd": END,
        "sessionStart": BRIEF,
        "userPromptSubmitted": RECALL,
        "preCompact": CAPTURE,
        "agentStop": SAID,
        "subagentStop": CAPTURE,
        "sessionEnd": END,
    },
}
"""Host -> event -> what it asks for."""

TRANSCRIBED: Mapping[str, str | None] = {
    "claude-code": "claude-code",
    "codex": "codex",
    "gemini": None,
    "antigravity": "antigravity",
}
"""Host whose transcripts are read -> the format they are in, None where it is found out from the file. Of the
others what was said is taken from the payloads, because their transcripts are in no documented format."""

WHOLE: Mapping[str, str] = {"transcript.jsonl": "transcript_full.jsonl"}
"""Name of a transcript in which long texts are cut short -> of the one beside it in which they are not."""

LOADS: Mapping[str, tuple[str, ...]] = {
    "claude-code": ("/CLAUDE.md", "/CLAUDE.local.md", "/.claude/rules/", "/memory/MEMORY.md"),
    "codex": ("/AGENTS.md", "/AGENTS.override.md", "/.codex/memories/memory_summary.md"),
    "gemini": ("/GEMINI.md",),
    "antigravity": ("/GEMINI.md", "/AGENTS.md"),
    "cursor": ("/AGENTS.md", "/.cursor/rules/"),
    "copilot": ("/.github/copilot-instructions.md", "/AGENTS.md"),
}
"""Host -> parts of the paths of the files that it gives its model at every start: telling them again would
only fill the context."""

SESSION = ("conversation_id", "session_id", "conversationId", "sessionId")
"""Where a payload names its session. Cursor has both, and the conversation is what goes on."""

TRANSCRIPT = ("transcript_path", "transcriptPath")
AGENT_TRANSCRIPT = ("agent_transcript_path", "agentTranscriptPath")
FOLDER = ("cwd",)
FOLDERS = ("workspace_roots", "workspacePaths")
PROMPT = ("prompt",)
ANSWER = ("text", "last_assistant_message", "lastAssistantMessage", "prompt_response")
TURN = ("generation_id", "turn_id", "turnId", "prompt_id")
SOURCE = ("source",)
