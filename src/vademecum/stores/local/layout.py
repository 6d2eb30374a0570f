"""Tables of the catalogue, and what must agree before a catalogue is trusted."""

from __future__ import annotations

from vademecum.model.value import value
from vademecum.stores.codec import CARD_FIELDS
from vademecum.text.analyzer import REVISION

SCHEMA = 13
"""Raised whenever a table, an encoding or the lexical index changes. Older folders are dropped, not
migrated."""

LAYOUT = f"{SCHEMA}.{REVISION}:{','.join(CARD_FIELDS)}"
"""Identity of the layout: a card that gained a field makes older catalogues unreadable by itself, and so does
an analyzer that reads texts otherwise."""

DOUBTED = f"json_extract(rest, '$[0][{CARD_FIELDS.index('needs_review')}]') IS NOT NULL"
"""Of a row of ``detail``: its record is in doubt. Spelled once: an index serves the very same words alone."""

HEAD_TABLE, DEAD_TABLE, TERM_TABLE, TOTAL_TABLE = (
    # One row. `folder` holds the lexical index, which knows every record up to version `lexical`; the
    # `next_` columns announce what a running flush is about to commit there (see `flushing`).
    """CREATE TABLE head (
        store TEXT NOT NULL, layout TEXT NOT NULL, changes INTEGER NOT NULL, last_version INTEGER NOT NULL,
        folder TEXT NOT NULL, lexical INTEGER NOT NULL, stamp TEXT NOT NULL,
        next_lexical INTEGER NOT NULL, next_stamp TEXT NOT NULL, vocabulary TEXT NOT NULL,
        trace TEXT NOT NULL)""",
    # Versions that the lexical index still holds although their record is gone; `stamp` is set once a flush
    # has taken them on.
    "CREATE TABLE dead (version INTEGER PRIMARY KEY, stamp TEXT NOT NULL)",
    "CREATE TABLE term (term TEXT PRIMARY KEY, df INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE total (sort TEXT, name TEXT, n INTEGER NOT NULL, PRIMARY KEY (sort, name)) WITHOUT ROWID",
)

EDGE_TABLES = (
    # A record as a node, and what it says of others. Names are resolved by whoever asks; with the state of
    # the record beside them, neither table sends a reader to `record`, whose rows are long.
    """CREATE TABLE vertex (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, scope TEXT NOT NULL, label TEXT NOT NULL,
        name TEXT NOT NULL, forms TEXT NOT NULL, key_form TEXT NOT NULL, merged_into TEXT,
        distinct_from TEXT NOT NULL, status TEXT NOT NULL, superseded_by TEXT, review TEXT,
        pinned INTEGER NOT NULL, created INTEGER, valid_from INTEGER, valid_until INTEGER,
        expires INTEGER) WITHOUT ROWID""",
    "CREATE INDEX vertex_key ON vertex (key_form)",
    "CREATE INDEX vertex_merged ON vertex (merged_into) WHERE merged_into IS NOT NULL",
    "CREATE TABLE vertex_form (form TEXT, id TEXT, PRIMARY KEY (form, id)) WITHOUT ROWID",
    """CREATE TABLE edge (
        id TEXT, position INTEGER, subject TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL,
        subject_name TEXT NOT NULL, object_name TEXT NOT NULL, since INTEGER, until INTEGER,
        origin TEXT NOT NULL, PRIMARY KEY (id, position)) WITHOUT ROWID""",
    # The key follows the columns of an index by itself, so that a bounded reading is in order at once.
    "CREATE INDEX edge_subject ON edge (subject, predicate, object)",
    # Who says something of another stands far from it: without the rest in the index too, each of them would
    # be looked up in a page of its own.
    """CREATE INDEX edge_object ON edge (
        object, predicate, subject, id, position, subject_name, object_name, since, until, origin)""",
)

FIELD_TABLES = (
    # One row: by which declaration records were indexed, and of which state of its file it is.
    "CREATE TABLE declared (said TEXT NOT NULL, state TEXT NOT NULL)",
    "INSERT INTO declared VALUES ('', '')",
    # Who states what besides the fields of every record.
    "CREATE TABLE stated (field TEXT, version INTEGER, PRIMARY KEY (field, version)) WITHOUT ROWID",
)

RULE_TABLES = (
    # One row: the rules of the home, of which state of their file they are, and which of them have reached
    # the records up to which id only.
    """CREATE TABLE rule_book (said TEXT NOT NULL, state TEXT NOT NULL, due TEXT NOT NULL,
        reached TEXT NOT NULL)""",
    "INSERT INTO rule_book VALUES ('', '', '', '')",
    # What rules read of a record, whichever rules there are: a new one needs no file to be read again.
    "CREATE TABLE trait (id TEXT PRIMARY KEY, fields TEXT NOT NULL) WITHOUT ROWID",
    # Who shares which value (see `deriving`), and how many do.
    """CREATE TABLE stand (block INTEGER, as_object INTEGER, id TEXT,
        PRIMARY KEY (block, as_object, id)) WITHOUT ROWID""",
    """CREATE TABLE crowd (block INTEGER PRIMARY KEY, rule TEXT NOT NULL, subjects INTEGER NOT NULL,
        objects INTEGER NOT NULL)""",
    "CREATE INDEX crowd_rule ON crowd (rule)",
)

VECTOR_TABLES = (
    # One row once there are vectors: what they are of.
    "CREATE TABLE space (model TEXT NOT NULL, dimension INTEGER NOT NULL, texts INTEGER NOT NULL, fit BLOB)",
    # One row: the file in which they stand one after the other, and how many do (see `vector_rows`).
    "CREATE TABLE matrix (name TEXT NOT NULL, slots INTEGER NOT NULL)",
    "INSERT INTO matrix VALUES ('', 0)",
    # Versions that were embedded, and what of them was read. A text in which nothing is known has no row.
    "CREATE TABLE embedded (version INTEGER PRIMARY KEY, digest TEXT NOT NULL)",
    "CREATE TABLE vector (slot INTEGER PRIMARY KEY, version INTEGER NOT NULL, row BLOB NOT NULL)",
    "CREATE INDEX vector_version ON vector (version)",
    # A vector tells what a text meant, so it goes with its record, whoever deletes that.
    """CREATE TRIGGER record_gone AFTER DELETE ON record BEGIN
        DELETE FROM vector WHERE version = old.version;
        DELETE FROM embedded WHERE version = old.version; END""",
)

TABLES = (
    HEAD_TABLE,
    DEAD_TABLE,
    TERM_TABLE,
    TOTAL_TABLE,
    # What a candidate needs and nothing else: two hundred of these rows are read for every recall.
    """CREATE TABLE record (
        version INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, scope TEXT NOT NULL,
        type TEXT NOT NULL, status TEXT NOT NULL, superseded_by TEXT, review TEXT, pinned INTEGER NOT NULL,
        explicit INTEGER NOT NULL, confidence REAL, updated INTEGER, valid_from INTEGER, valid_until INTEGER,
        expires INTEGER, lengths TEXT NOT NULL, postings TEXT NOT NULL, created INTEGER)""",
    "CREATE INDEX record_updated ON record (updated DESC, id)",
    "CREATE INDEX record_successor ON record (superseded_by) WHERE superseded_by IS NOT NULL",
    # What is asked for at the start of every session is a handful among all.
    "CREATE INDEX record_pinned ON record (pinned) WHERE pinned",
    "CREATE INDEX record_review ON record (review) WHERE review IS NOT NULL",
    # With the id behind, the newest ten of 25,000 of one type are found in it alone: 7 ms for 36.
    "CREATE INDEX record_facets ON record (kind, scope, type, status, created, updated, id)",
    """CREATE TABLE detail (
        version INTEGER PRIMARY KEY, key TEXT NOT NULL, path BLOB NOT NULL, body_hash TEXT NOT NULL,
        rest TEXT NOT NULL)""",
    f"CREATE INDEX detail_doubted ON detail (version) WHERE {DOUBTED}",
    "CREATE INDEX detail_key ON detail (key)",
    "CREATE INDEX detail_body ON detail (body_hash)",
    # Paths are BLOBs because a file's name need not be valid UTF-8.
    """CREATE TABLE file (
        path BLOB PRIMARY KEY, version INTEGER, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
        ctime_ns INTEGER NOT NULL, inode NOT NULL, device NOT NULL, sha256 TEXT NOT NULL,
        racy INTEGER NOT NULL, reason TEXT, message TEXT, line INTEGER) WITHOUT ROWID""",
    "CREATE INDEX file_quarantined ON file (path) WHERE reason IS NOT NULL",
    "CREATE TABLE tag (version INTEGER, tag TEXT, PRIMARY KEY (version, tag)) WITHOUT ROWID",
    "CREATE TABLE about (version INTEGER, form TEXT, PRIMARY KEY (version, form)) WITHOUT ROWID",
    "CREATE INDEX about_form ON about (form)",
    "CREATE TABLE name_form (form TEXT, version INTEGER, PRIMARY KEY (form, version)) WITHOUT ROWID",
    *EDGE_TABLES,
    *FIELD_TABLES,
    "CREATE TABLE alias (position INTEGER PRIMARY KEY, scope TEXT, alias TEXT, target TEXT)",
    "CREATE TABLE alias_word (word TEXT, position INTEGER, PRIMARY KEY (word, position)) WITHOUT ROWID",
    *RULE_TABLES,
    *VECTOR_TABLES,
)

LENGTH, LANGUAGE, RECORDS, LONGEST = "length", "language", "records", "longest"
FILES, SCOPE, REVIEW = "files", "scope", "review"
"""Sorts of totals. The last three are asked for by every question; counting 10,000 rows took 12 ms."""

CENSUS = "census"
"""Sort of totals that count what may answer: scope, kind (or ``relation``) and label, a line each."""

DERIVED = "derived"
"""Most terms that expansions added to any record, kept like `LONGEST` as an upper bound."""


@value
class Scheme:
    """What a catalogue consists of.

    Attributes:
        layout: must agree before a catalogue is trusted.
        tables: statements that make it; among them `head`, `record (version, …)`, `dead` and `term`.
    """

    layout: str
    tables: tuple[str, ...]


FIRST_HEAD = "INSERT INTO head VALUES (?, ?, 0, 0, ?, 0, '', 0, '', '', '')"

MEMORIES = Scheme(LAYOUT, TABLES)
