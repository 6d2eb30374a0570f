-- What was said: conversations, their turns, and in which turns which words stand. The texts themselves stand
-- in the conversations.

-- One row for each tenant whose conversations are indexed; whoever changes that index locks it first.
CREATE TABLE vade.turn_head (
    tenant text COLLATE "C" NOT NULL PRIMARY KEY,
    store text COLLATE "C" NOT NULL,        -- names the index; another one after a rebuild
    changes bigint NOT NULL DEFAULT 0,
    last_version bigint NOT NULL DEFAULT 0,
    last_number bigint NOT NULL DEFAULT 0
) PARTITION BY HASH (tenant);
SELECT vade.spread('turn_head');

CREATE TABLE vade.conversation (
    tenant text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    workspace text COLLATE "C" NOT NULL,
    host text COLLATE "C" NOT NULL,
    ended boolean NOT NULL,
    archived boolean NOT NULL,
    live boolean NOT NULL,
    claimed bigint,
    size bigint NOT NULL,
    mtime_ns bigint NOT NULL,
    ctime_ns bigint NOT NULL,
    inode numeric NOT NULL,                 -- some systems number beyond 63 bits
    device numeric NOT NULL,
    rest text NOT NULL,
    PRIMARY KEY (tenant, number),
    UNIQUE (tenant, id)
) PARTITION BY HASH (tenant);
CREATE INDEX conversation_claimed ON vade.conversation (tenant, claimed DESC NULLS LAST, id);
-- Which one is going on is asked before every search, and few are.
CREATE INDEX conversation_live ON vade.conversation (tenant) WHERE live AND NOT ended;
SELECT vade.spread('conversation');

CREATE TABLE vade.turn (
    tenant text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    conversation bigint NOT NULL,
    seq bigint NOT NULL,
    role text COLLATE "C" NOT NULL,
    line bigint NOT NULL,
    start bigint NOT NULL,
    lang text COLLATE "C" NOT NULL,
    length integer NOT NULL,
    bag text COLLATE "C" NOT NULL,
    speaker text COLLATE "C" NOT NULL,
    asks boolean NOT NULL,
    tells boolean NOT NULL,
    at bigint,
    PRIMARY KEY (tenant, version),
    UNIQUE (tenant, conversation, seq)
) PARTITION BY HASH (tenant);
CREATE INDEX turn_at ON vade.turn (tenant, at, conversation);
SELECT vade.spread('turn');

-- In which turns a word stands: of each 1,024 versions one row, twelve bytes a turn (see turns/word_rows.py). Words
-- are bounded (see bounding.py). Rows of a few kilobytes are not compressed, because a search waits for them.
CREATE TABLE vade.turn_word (
    tenant text COLLATE "C" NOT NULL,
    word text COLLATE "C" NOT NULL,
    block bigint NOT NULL,
    entries bytea NOT NULL,
    PRIMARY KEY (tenant, word, block)
) PARTITION BY HASH (tenant);
ALTER TABLE vade.turn_word ALTER COLUMN entries SET STORAGE EXTERNAL;
SELECT vade.spread('turn_word');

-- In how many turns a word stands.
CREATE TABLE vade.turn_term (
    tenant text COLLATE "C" NOT NULL,
    word text COLLATE "C" NOT NULL,
    turns bigint NOT NULL,
    PRIMARY KEY (tenant, word)
) PARTITION BY HASH (tenant);
SELECT vade.spread('turn_term');

-- Turns, terms, and turns of each language.
CREATE TABLE vade.turn_total (
    tenant text COLLATE "C" NOT NULL,
    sort text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    PRIMARY KEY (tenant, sort, name)
) PARTITION BY HASH (tenant);
SELECT vade.spread('turn_total');
