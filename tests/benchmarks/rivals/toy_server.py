"""A server over pipes that answers what a file tells it to; a query may ask it to misbehave."""

import json
import sys
from pathlib import Path

ANSWERS, GREETING = sys.argv[1:3]


def tell(message: dict[str, object]) -> None:
    """Write one line."""
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def result(params: dict[str, dict[str, str]], answers: dict[str, object]) -> dict[str, object]:
    """The result of one call."""
    query = params["arguments"].get("query", "")
    if query == "crash":
        sys.exit("out of ideas")
    if query == "refuse":
        return {"isError": True, "content": [{"type": "text", "text": "not a  question"}]}
    answer = answers[str(params["name"])]
    if query == "as text":
        return {"content": [{"type": "text", "text": json.dumps(answer)}]}
    return {"content": [], "structuredContent": answer}


def main() -> None:
    """Answer until nobody asks."""
    if GREETING == "badly":
        sys.exit("no model to be found")
    answers = json.loads(Path(ANSWERS).read_text(encoding="utf-8"))
    for line in sys.stdin:
        asked = json.loads(line)
        params, method = asked.get("params", {}), asked.get("method")
        query = params.get("arguments", {}).get("query")
        if method == "initialize":
            tell({"method": "roots/list", "id": asked["id"]})
            tell({"id": asked["id"], "result": {"protocolVersion": params["protocolVersion"]}})
        elif method == "tools/list":
            tell({"id": asked["id"], "result": {"tools": [{"name": name} for name in answers]}})
        elif query == "chatter":
            sys.stdout.write("loading the model …\n")
            sys.stdout.flush()
        elif method == "tools/call" and query != "hang":
            tell({"id": asked["id"], "result": result(params, answers)})


if __name__ == "__main__":
    main()
