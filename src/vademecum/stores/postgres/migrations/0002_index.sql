-- One row for each tenant. Whoever changes a tenant's index locks it first, so that changes of one tenant come
-- one after the other; what every question asks for stands here, so that one look answers it.
CREATE TABLE vade.head (
    tenant text COLLATE "C" NOT NULL PRIMARY KEY,
    store text COLLATE "C" NOT NULL,       -- names the index; another one after a rebuild
    layout text NOT NULL,                  -- analyzer, weights and encoding that it was made by
    changes bigint NOT NULL DEFAULT 0,
    last_version bigint NOT NULL DEFAULT 0,
    records bigint NOT NULL DEFAULT 0,
    files bigint NOT NULL DEFAULT 0,
    longest bigint NOT NULL DEFAULT 0,     -- terms of the longest record there ever was
    lengths text NOT NULL DEFAULT '',      -- terms of all records by field, encoded like those of one
    vocabulary text NOT NULL DEFAULT '',
    trace text NOT NULL DEFAULT ''
) PARTITION BY HASH (tenant);
SELECT vade.spread('head');

-- What a candidate needs and nothing else: two hundred of these rows are read for every recall.
CREATE TABLE vade.record (
    tenant text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    confidence double precision,
    created bigint,
    updated bigint,
    valid_from bigint,
    valid_until bigint,
    expires bigint,
    pinned boolean NOT NULL,
    explicit boolean NOT NULL,
    doubted boolean NOT NULL,
    id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    scope text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    superseded_by text COLLATE "C",
    review text COLLATE "C",
    lengths text COLLATE "C" NOT NULL,
    postings text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, version)
) PARTITION BY HASH (tenant);
CREATE UNIQUE INDEX ON vade.record (tenant, id);
CREATE INDEX ON vade.record (tenant, updated DESC NULLS LAST, id);
CREATE INDEX ON vade.record (tenant, superseded_by) WHERE superseded_by IS NOT NULL;
-- What is asked for at the start of every session is a handful among all.
CREATE INDEX ON vade.record (tenant, version) WHERE pinned;
CREATE INDEX ON vade.record (tenant, version) WHERE doubted OR review IS NOT NULL;
SELECT vade.spread('record');

CREATE TABLE vade.detail (
    tenant text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    key text COLLATE "C" NOT NULL,
    body_hash text COLLATE "C" NOT NULL,
    path bytea NOT NULL,                   -- a file's name need not be valid UTF-8
    rest text NOT NULL,
    PRIMARY KEY (tenant, version)
) PARTITION BY HASH (tenant);
CREATE INDEX ON vade.detail (tenant, key);
CREATE INDEX ON vade.detail (tenant, body_hash);
SELECT vade.spread('detail');

CREATE TABLE vade.file (
    tenant text COLLATE "C" NOT NULL,
    path bytea NOT NULL,
    version bigint,
    size bigint NOT NULL,
    mtime_ns bigint NOT NULL,
    ctime_ns bigint NOT NULL,
    inode numeric NOT NULL,                -- some file systems number beyond 64 bits
    device numeric NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    racy boolean NOT NULL,
    reason text COLLATE "C",
    message text,
    line integer,
    PRIMARY KEY (tenant, path)
) PARTITION BY HASH (tenant);
CREATE INDEX ON vade.file (tenant, path) WHERE reason IS NOT NULL;
SELECT vade.spread('file');

-- Folded tags, names that an entity filter may ask for, and names of entities, bounded (see bounding.py).
CREATE TABLE vade.facet (
    tenant text COLLATE "C" NOT NULL,
    sort text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    PRIMARY KEY (tenant, sort, name, version)
) PARTITION BY HASH (tenant);
SELECT vade.spread('facet');

-- Which records hold a term: of each 256 versions one row, ten bytes a record (see posting_rows.py). Rows of
-- a few kilobytes are not compressed, because reading them is what a recall waits for.
CREATE TABLE vade.posting (
    tenant text COLLATE "C" NOT NULL,
    term text COLLATE "C" NOT NULL,
    block integer NOT NULL,
    n integer NOT NULL,
    entries bytea NOT NULL,
    PRIMARY KEY (tenant, term, block)
) PARTITION BY HASH (tenant);
ALTER TABLE vade.posting ALTER COLUMN entries SET STORAGE EXTERNAL;
SELECT vade.spread('posting');

-- Counts that are kept up with every change; `whole` holds a name that is too long for a key.
CREATE TABLE vade.total (
    tenant text COLLATE "C" NOT NULL,
    sort text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    n bigint NOT NULL,
    whole text,
    PRIMARY KEY (tenant, sort, name)
) PARTITION BY HASH (tenant);
SELECT vade.spread('total');

CREATE TABLE vade.alias (
    tenant text COLLATE "C" NOT NULL,
    position integer NOT NULL,
    scope text COLLATE "C" NOT NULL,
    alias text NOT NULL,
    target text NOT NULL,
    PRIMARY KEY (tenant, position)
) PARTITION BY HASH (tenant);
SELECT vade.spread('alias');

CREATE TABLE vade.alias_word (
    tenant text COLLATE "C" NOT NULL,
    word text COLLATE "C" NOT NULL,
    position integer NOT NULL,
    PRIMARY KEY (tenant, word, position)
) PARTITION BY HASH (tenant);
SELECT vade.spread('alias_word');
