-- A record as a node, what it says of others, which fields it states, and what rules derived. Names are
-- resolved by whoever asks. Ends, forms and fields are bounded (see bounding.py), so that an index can hold
-- them; what is longer stands whole beside them.

CREATE TABLE vade.vertex (
    tenant text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    scope text COLLATE "C" NOT NULL,
    label text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    forms text[] COLLATE "C" NOT NULL,
    key_form text COLLATE "C" NOT NULL,
    merged_into text COLLATE "C",
    distinct_from text[] COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    superseded_by text COLLATE "C",
    review text COLLATE "C",
    pinned boolean NOT NULL,
    created bigint,
    valid_from bigint,
    valid_until bigint,
    expires bigint,
    PRIMARY KEY (tenant, id)
) PARTITION BY HASH (tenant);
CREATE INDEX vertex_key ON vade.vertex (tenant, key_form);
CREATE INDEX vertex_merged ON vade.vertex (tenant, merged_into) WHERE merged_into IS NOT NULL;
SELECT vade.spread('vertex');

CREATE TABLE vade.vertex_form (
    tenant text COLLATE "C" NOT NULL,
    form text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, form, id)
) PARTITION BY HASH (tenant);
-- A node goes with all that it is called.
CREATE INDEX vertex_form_id ON vade.vertex_form (tenant, id);
SELECT vade.spread('vertex_form');

CREATE TABLE vade.edge (
    tenant text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    subject text COLLATE "C" NOT NULL,
    predicate text COLLATE "C" NOT NULL,
    object text COLLATE "C" NOT NULL,
    subject_name text COLLATE "C" NOT NULL,
    object_name text COLLATE "C" NOT NULL,
    since bigint,
    until bigint,
    origin text COLLATE "C" NOT NULL,
    whole text,                             -- JSON: subject, predicate and object, where one is bounded
    PRIMARY KEY (tenant, id, position)
) PARTITION BY HASH (tenant);
-- A bounded reading of one end is in order at once.
CREATE INDEX edge_subject ON vade.edge (tenant, subject, predicate, object, id, position);
CREATE INDEX edge_object ON vade.edge (tenant, object, predicate, subject, id, position);
-- What rules derived, behind all that a record may say (model/edges.py), is counted and taken back by rule.
CREATE INDEX edge_derived ON vade.edge (tenant, subject_name) WHERE position >= 1099511627776;
SELECT vade.spread('edge');

-- By which declaration records were indexed, and of which state of its file it is.
CREATE TABLE vade.declared (
    tenant text COLLATE "C" NOT NULL PRIMARY KEY,
    said text NOT NULL,
    state text NOT NULL
) PARTITION BY HASH (tenant);
SELECT vade.spread('declared');

-- Who states what besides the fields of every record.
CREATE TABLE vade.stated (
    tenant text COLLATE "C" NOT NULL,
    field text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    whole text,                             -- where the field is bounded
    PRIMARY KEY (tenant, field, version)
) PARTITION BY HASH (tenant);
CREATE INDEX stated_version ON vade.stated (tenant, version);
SELECT vade.spread('stated');

-- The rules of a tenant, of which state of their file they are, and up to which record the new ones have come.
CREATE TABLE vade.rule_book (
    tenant text COLLATE "C" NOT NULL PRIMARY KEY,
    said text NOT NULL DEFAULT '',
    state text NOT NULL DEFAULT '',
    due text[] COLLATE "C" NOT NULL DEFAULT '{}',
    reached text COLLATE "C" NOT NULL DEFAULT ''
) PARTITION BY HASH (tenant);
SELECT vade.spread('rule_book');

-- What rules read of a record, whichever rules there are.
CREATE TABLE vade.trait (
    tenant text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    fields text NOT NULL,
    PRIMARY KEY (tenant, id)
) PARTITION BY HASH (tenant);
SELECT vade.spread('trait');

-- Who shares which value (see stores/deriving.py), and how many do.
CREATE TABLE vade.stand (
    tenant text COLLATE "C" NOT NULL,
    block bigint NOT NULL,
    as_object boolean NOT NULL,
    id text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, block, as_object, id)
) PARTITION BY HASH (tenant);
SELECT vade.spread('stand');

CREATE TABLE vade.crowd (
    tenant text COLLATE "C" NOT NULL,
    block bigint NOT NULL,
    rule text COLLATE "C" NOT NULL,
    subjects bigint NOT NULL,
    objects bigint NOT NULL,
    PRIMARY KEY (tenant, block)
) PARTITION BY HASH (tenant);
SELECT vade.spread('crowd');
