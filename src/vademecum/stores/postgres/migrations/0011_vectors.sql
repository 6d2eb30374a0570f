-- What texts mean, of memories and of turns: `part` tells which. The numbers of a row are signed bytes; where
-- the extension pgvector is there, they stand beside it once more in its own form (see nearness.py).

-- What the vectors of a part are of, once there are any.
CREATE TABLE vade.space (
    tenant text COLLATE "C" NOT NULL,
    part text COLLATE "C" NOT NULL,
    model text COLLATE "C" NOT NULL,
    dimension integer NOT NULL,
    texts bigint NOT NULL,
    fit bytea NOT NULL,
    PRIMARY KEY (tenant, part)
) PARTITION BY HASH (tenant);
SELECT vade.spread('space');

-- Versions that were embedded, and what of them was read. A text in which nothing is known has no row.
CREATE TABLE vade.embedded (
    tenant text COLLATE "C" NOT NULL,
    part text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    digest text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, part, version)
) PARTITION BY HASH (tenant);
SELECT vade.spread('embedded');

CREATE TABLE vade.vector (
    tenant text COLLATE "C" NOT NULL,
    part text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    passage integer NOT NULL,
    numbers bytea NOT NULL,
    PRIMARY KEY (tenant, part, version, passage)
) PARTITION BY HASH (tenant);
SELECT vade.spread('vector');
