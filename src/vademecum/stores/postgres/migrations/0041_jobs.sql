-- What is kept of a job beside the queue's own tables, which know its tenant and id alone.
CREATE TABLE vade.job (
    tenant text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,          -- sorts by when it was asked for
    kind text COLLATE "C" NOT NULL,
    member text COLLATE "C" NOT NULL,
    scopes text[] NOT NULL,
    arguments text NOT NULL,
    state text COLLATE "C" NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    done bigint NOT NULL DEFAULT 0,
    total bigint NOT NULL DEFAULT 0,
    result text NOT NULL DEFAULT '',
    error text NOT NULL DEFAULT '',
    created timestamptz NOT NULL,
    started timestamptz,
    ended timestamptz,
    PRIMARY KEY (tenant, id)
) PARTITION BY HASH (tenant);
SELECT vade.spread('job');

-- What a job works on, and what it made; in parts, so that no row is large.
CREATE TABLE vade.job_file (
    tenant text COLLATE "C" NOT NULL,
    job text COLLATE "C" NOT NULL,
    made boolean NOT NULL,                 -- by the job, or for it
    part integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (tenant, job, made, part)
) PARTITION BY HASH (tenant);
SELECT vade.spread('job_file');
