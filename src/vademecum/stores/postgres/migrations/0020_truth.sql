-- The truth of a tenant, or of one person's own part of it: files with every version that they had, lines of
-- conversations, journals. Whoever changes any of it locks its head first.
CREATE TABLE vade.truth (
    tenant text COLLATE "C" NOT NULL PRIMARY KEY,
    store text COLLATE "C" NOT NULL,       -- names this truth; another one when a tenant begins anew
    revision bigint NOT NULL DEFAULT 0,    -- of the files; grows with every change of one
    went bigint NOT NULL DEFAULT 0,        -- revision by which a file went last; nobody keeps which
    went_at timestamptz NOT NULL DEFAULT now(),
    indexed_by text COLLATE "C" NOT NULL DEFAULT '',  -- name of the index that was last found to be right,
    indexed bigint NOT NULL DEFAULT 0,     -- and up to which revision
    changes bigint NOT NULL DEFAULT 0      -- of the conversations and journals
) PARTITION BY HASH (tenant);
SELECT vade.spread('truth');

CREATE TABLE vade.note (
    tenant text COLLATE "C" NOT NULL,
    path text COLLATE "C" NOT NULL,
    number bigint NOT NULL,                -- the file, whatever it is called
    revision bigint NOT NULL,              -- by which it was written
    name text COLLATE "C" NOT NULL,        -- folded
    size bigint NOT NULL,
    written timestamptz NOT NULL DEFAULT now(),
    content bytea NOT NULL,
    PRIMARY KEY (tenant, path)
) PARTITION BY HASH (tenant);
CREATE UNIQUE INDEX ON vade.note (tenant, number);
CREATE INDEX ON vade.note (tenant, name);
CREATE INDEX ON vade.note (tenant, revision);
SELECT vade.spread('note');

-- What a file said before, until it is erased.
CREATE TABLE vade.note_version (
    tenant text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    revision bigint NOT NULL,
    content bytea NOT NULL,
    replaced timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant, number, revision)
) PARTITION BY HASH (tenant);
SELECT vade.spread('note_version');

CREATE TABLE vade.talk (
    tenant text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    year text COLLATE "C" NOT NULL,
    lines bigint NOT NULL,
    size bigint NOT NULL,
    change bigint NOT NULL,                -- by which it was written
    replaced bigint NOT NULL,              -- by which its lines were replaced, not only added to
    PRIMARY KEY (tenant, id)
) PARTITION BY HASH (tenant);
SELECT vade.spread('talk');

CREATE TABLE vade.talk_line (
    tenant text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    ends bigint NOT NULL,                  -- bytes up to its end, of all lines until then
    line bytea NOT NULL,
    PRIMARY KEY (tenant, id, number)
) PARTITION BY HASH (tenant);
SELECT vade.spread('talk_line');

CREATE TABLE vade.journal (
    tenant text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    began bigint NOT NULL,                 -- by which change it was begun, or written anew
    rows bigint NOT NULL,
    size bigint NOT NULL,
    PRIMARY KEY (tenant, name)
) PARTITION BY HASH (tenant);
SELECT vade.spread('journal');

CREATE TABLE vade.journal_row (
    tenant text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    line bytea NOT NULL,
    PRIMARY KEY (tenant, name, number)
) PARTITION BY HASH (tenant);
SELECT vade.spread('journal_row');

-- Names that a process holds; whether it lives is told by the advisory lock of its number.
CREATE TABLE vade.held (
    tenant text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    holder bigint NOT NULL,
    PRIMARY KEY (tenant, name)
) PARTITION BY HASH (tenant);
SELECT vade.spread('held');
