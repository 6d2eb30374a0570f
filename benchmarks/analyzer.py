"""Measure the analyzer: microseconds for a forty-word text, by script, and what a cold start costs.

    python benchmarks/analyzer.py

*Warm* is a text of words that were met before, the usual case when indexing; *first* is a text none of whose
words were. Processor time, medians of several runs.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from vademecum.lexicon import load
from vademecum.model.postings import Field, Postings
from vademecum.text.analyzer import Analyzer
from vademecum.text.expansion import expand

WORDS = 40
TEXTS = 400

ENGLISH = (
    "the service listens on port and Anna keeps orchards of apples near river while we restart it because"
)
GERMAN = (
    "der Schlüssel für das Lager liegt über Nacht beim Pförtner und größere Häuser werden später geprüft weil"
)
RUSSIAN = (
    "ключ от склада лежит у вахтёра а большие дома проверят позже потому что сервер ещё не готов к запуску"
)
CHINESE = "数据库的端口是什么部署计划在这里我们需要重新启动服务然后检查配置文件和日志"
IDENTIFIERS = (
    "graph_db src/store.rs v1.2.3 getUserName C++ my-app.config.ts a@b.com HTTPServer 重跑gen-itgc后 café"
)


def corpus(vocabulary: Sequence[str], separator: str = " ") -> list[str]:
    """Texts drawn from a vocabulary, the earlier words oftener, as in real language."""
    chance = random.Random(7)
    weights = [1 / (rank + 2) for rank in range(len(vocabulary))]
    return [separator.join(chance.choices(vocabulary, weights, k=WORDS)) for _ in range(TEXTS)]


def vocabulary(seed: str) -> list[str]:
    """A vocabulary of 3,000 forms: the seed's words with beginnings swapped, some with punctuation."""
    chance = random.Random(11)
    words = seed.split()
    made = [chance.choice(words)[:4] + chance.choice(words)[1:] for _ in range(3_000)]
    return words + [word + chance.choice(["", "", "", ",", "."]) for word in made]


CORPORA = {
    "ASCII": corpus(vocabulary(ENGLISH)),
    "German": corpus(vocabulary(GERMAN)),
    "Russian": corpus(vocabulary(RUSSIAN)),
    "Chinese": ["".join(random.Random(n).choices(CHINESE, k=2 * WORDS)) for n in range(TEXTS)],
    "mixed": corpus(vocabulary(ENGLISH) + IDENTIFIERS.split() * 60),
}


def microseconds(work: Callable[[str], object], texts: Sequence[str]) -> float:
    """Mean time for one text, the median of five passes."""
    passes: list[float] = []
    for _ in range(5):
        began = time.process_time()
        for text in texts:
            work(text)
        passes.append((time.process_time() - began) / len(texts) * 1e6)
    return statistics.median(passes)


def first(texts: Sequence[str]) -> float:
    """Time for one text whose words are all new: one text, many analyzers."""
    analyzers = [Analyzer(load()) for _ in range(60)]
    for analyzer in analyzers:
        analyzer.stems("warm")
    began = time.process_time()
    for number, analyzer in enumerate(analyzers):
        analyzer.stems(texts[number])
    return (time.process_time() - began) / len(analyzers) * 1e6


COLD = """
import time; began = time.process_time()
from vademecum.lexicon import load
from vademecum.text.analyzer import Analyzer
imported = time.process_time()
Analyzer(load()).terms({topic!r})
print((imported - began) * 1e3, (time.process_time() - imported) * 1e3)
"""


def cold(topic: str) -> tuple[float, float]:
    """Milliseconds to import the analyzer, and for `load` with the first `terms`, in a new process."""
    command = [sys.executable, "-c", COLD.format(topic=topic)]
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() for _ in range(5)
    ]
    return statistics.median(float(run[0]) for run in runs), statistics.median(float(run[1]) for run in runs)


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a Markdown table."""
    print(f"| {' | '.join(header)} |")
    print(f"|{'---|' * len(header)}")
    for row in rows:
        print(f"| {' | '.join(f'{cell:.1f}' if isinstance(cell, float) else str(cell) for cell in row)} |")
    print()


def postings() -> tuple[float, float]:
    """Microseconds to ask one term of encoded postings, and of the same ones decoded to a mapping."""
    analyzer = Analyzer(load())
    encoded = [Postings.build({Field.BODY: analyzer.stems(text)}) for text in CORPORA["ASCII"]]
    began = time.process_time()
    for each in encoded:
        each.counts("port")
    searched = time.process_time()
    for each in encoded:
        dict(each).get("port")
    decoded = time.process_time()
    return (searched - began) / len(encoded) * 1e6, (decoded - searched) / len(encoded) * 1e6


def main() -> None:
    """Print the tables."""
    lexicon = load()
    analyzer = Analyzer(lexicon)
    rows: list[Sequence[object]] = []
    for name, texts in CORPORA.items():
        for text in texts:
            analyzer.stems(text)
        rows.append((
            name,
            microseconds(analyzer.stems, texts),
            first(texts),
            microseconds(analyzer.tokens, texts),
            microseconds(analyzer.detect, texts),
            microseconds(lambda text: expand(lexicon, analyzer, text), texts),
        ))  # fmt: skip
    print(f"Microseconds for a text of {WORDS} words ({2 * WORDS} characters of Chinese):\n")
    table(("text", "stems, warm", "stems, first", "tokens, warm", "detect", "expand"), rows)
    topics = ("What does Matthew prefer?", "Matthew dark roast coffee", "wo ist der Schlüssel")
    print("Milliseconds in a new process:\n")
    table(("topic", "import", "load and first terms"), [(topic, *cold(topic)) for topic in topics])
    print("Microseconds to ask one term of one record's postings:\n")
    table(("searched as a string", "decoded first"), [postings()])
    text = "port 8080 and café " * 55_000
    began = time.process_time()
    analyzer.stems(text)
    print(f"One text of {len(text):,} characters: {time.process_time() - began:.2f} s")


if __name__ == "__main__":
    main()
