"""Small data sets in the formats that are read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def written(path: Path, content: Any) -> Path:
    """A JSON file."""
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def dialogue(name: str = "conv-26", **more: Any) -> dict[str, Any]:
    """Two sessions of two people, and four questions."""
    return {
        "sample_id": name,
        "conversation": {
            "speaker_a": "Ada",
            "speaker_b": "Ben",
            "session_1_date_time": "1:05 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ada", "dia_id": "D1:1", "text": "I adopted a parrot."},
                {"speaker": "Ben", "dia_id": "D1:2", "text": "Nice!", "blip_caption": "a green parrot"},
            ],
            "session_2_date_time": "9:00 am on 1 June, 2023",
            "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "I sold my canoe."}],
        },
        "qa": [
            {"question": "What did Ada adopt?", "evidence": ["D1:1"], "category": 4},
            {"question": "Who knows of birds and boats?", "evidence": ["D1:2; D2:1"], "category": 1},
            {"question": "What did Ben adopt?", "evidence": ["D1:1"], "category": 5},
            {"question": "What is unsaid?", "evidence": [], "category": 3},
        ],
        **more,
    }


def question(name: str = "q1", **more: Any) -> dict[str, Any]:
    """A question of an evidence pool."""
    turns = [{"role": "user", "content": "My kayak is yellow."}]
    return {
        "question_id": name,
        "question": "What colour is my kayak?",
        "question_type": "single-session-user",
        "sessions": [{"date": "2023/04/10 (Mon) 14:47", "turns": turns}],
        **more,
    }


def haystack(name: str = "q1", *, marked: bool = True) -> dict[str, Any]:
    """A question of an official file: two sessions, one of which answers."""
    answering = {"role": "user", "content": "My kayak is yellow.", **({"has_answer": True} if marked else {})}
    reply = {"role": "assistant", "content": "A fine colour."}
    return {
        "question_id": name,
        "question": "What colour is my kayak?",
        "question_type": "single-session-user",
        "haystack_dates": ["2023/04/10 (Mon) 14:47", "2023/04/11 (Tue) 10:00"],
        "haystack_session_ids": ["s1", "s2"],
        "haystack_sessions": [[answering, reply], [{"role": "user", "content": "Hello."}]],
        "answer_session_ids": ["s1"],
    }


def beir(folder: Path) -> Path:
    """Two passages and a question that one of them answers."""
    (folder / "qrels").mkdir(parents=True)
    passages = [{"_id": "p1", "title": "Kayaks", "text": "are narrow"}, {"_id": "p2", "text": "Tea is hot"}]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, passages)), encoding="utf-8")
    (folder / "queries.jsonl").write_text(json.dumps({"_id": "1", "text": "narrow boats"}), encoding="utf-8")
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\tp1\t2\n1\tp2\t0\n", "utf-8")
    return folder


def cranfield(folder: Path) -> Path:
    """Two abstracts; the question numbered 004 stands second, and that is what judgements mean by 2."""
    folder.mkdir(parents=True)
    (folder / "cran.all.1400").write_text(
        ".I 1\n.T\nwings\n.A\nsmith\n.W\nwings in wind .\n.I 2\n.T\nheat\n.W\nheat in slabs .\n", "utf-8"
    )
    (folder / "cran.qry").write_text(".I 001\n.W\nwings .\n.I 004\n.W\nheat .\n", "utf-8")
    (folder / "cranqrel").write_text("1 1 2\n1 2 -1\n2 2 3 \n", "utf-8")
    return folder
