-- Who shares the service. A tenant that was deleted keeps its row, so that its id is never given again.
CREATE TABLE vade.account (
    tenant text COLLATE "C" NOT NULL PRIMARY KEY,
    created timestamptz NOT NULL,
    suspended boolean NOT NULL DEFAULT false,
    deleted boolean NOT NULL DEFAULT false,
    memories bigint,                       -- bounds; NULL is none
    bytes bigint,
    requests_per_minute integer
) PARTITION BY HASH (tenant);
SELECT vade.spread('account');
-- The owner alone sees all tenants, to list them; the role of the application never does.
CREATE POLICY operator ON vade.account TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE TABLE vade.member (
    tenant text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    created timestamptz NOT NULL,
    role text COLLATE "C" NOT NULL,
    suspended boolean NOT NULL DEFAULT false,
    PRIMARY KEY (tenant, name)
) PARTITION BY HASH (tenant);
SELECT vade.spread('member');

-- What people keep alone stands under names of its own in the tables of memories. These names stay here when
-- somebody leaves, so that a tenant that is deleted takes all of it along, and a count counts all of it.
CREATE TABLE vade.person_space (
    tenant text COLLATE "C" NOT NULL,
    space text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, space)
) PARTITION BY HASH (tenant);
SELECT vade.spread('person_space');

-- A group is who is in it.
CREATE TABLE vade.membership (
    tenant text COLLATE "C" NOT NULL,
    member text COLLATE "C" NOT NULL,
    team text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, member, team)
) PARTITION BY HASH (tenant);
SELECT vade.spread('membership');

CREATE TABLE vade.scope_grant (
    tenant text COLLATE "C" NOT NULL,
    holder text COLLATE "C" NOT NULL,
    scope text COLLATE "C" NOT NULL,
    may_write boolean NOT NULL,
    PRIMARY KEY (tenant, holder, scope)
) PARTITION BY HASH (tenant);
SELECT vade.spread('scope_grant');

CREATE TABLE vade.token (
    tenant text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    owner text COLLATE "C" NOT NULL,
    label text NOT NULL,
    digest text COLLATE "C" NOT NULL,      -- argon2id, with its parameters and salt
    rights text[] NOT NULL,
    scopes text[] NOT NULL,
    created timestamptz NOT NULL,
    expires timestamptz,
    revoked timestamptz,
    used timestamptz,
    parent text COLLATE "C" NOT NULL,      -- the token that a person logged in with to get this one
    PRIMARY KEY (tenant, id)
) PARTITION BY HASH (tenant);
SELECT vade.spread('token');

-- Looks of administrators into personal scopes.
CREATE TABLE vade.look (
    tenant text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    admin text COLLATE "C" NOT NULL,
    member text COLLATE "C" NOT NULL,
    reason text NOT NULL,
    opened timestamptz NOT NULL,
    expires timestamptz NOT NULL,
    closed timestamptz,
    PRIMARY KEY (tenant, id)
) PARTITION BY HASH (tenant);
SELECT vade.spread('look');

-- The number tells the moment in microseconds and then apart what fell into one: no sequence, which would
-- tell a tenant how busy the others are, and no row that all requests of a tenant would wait for.
CREATE TABLE vade.audit (
    tenant text COLLATE "C" NOT NULL,
    number bigint NOT NULL,
    at timestamptz NOT NULL,
    request text COLLATE "C" NOT NULL,
    member text COLLATE "C" NOT NULL,
    bearer text COLLATE "C" NOT NULL,
    action text COLLATE "C" NOT NULL,
    targets text[] NOT NULL,
    writes boolean NOT NULL,
    status smallint NOT NULL,
    look text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant, number)
) PARTITION BY HASH (tenant);
SELECT vade.spread('audit');

-- How many of the present minute's requests the processes of the service have taken.
CREATE TABLE vade.allowance (
    tenant text COLLATE "C" NOT NULL PRIMARY KEY,
    minute bigint NOT NULL,
    leased integer NOT NULL
) PARTITION BY HASH (tenant);
SELECT vade.spread('allowance');

-- Providers of identities. The same for all tenants: everybody may read, the owner alone may write.
CREATE TABLE vade.issuer (
    issuer text COLLATE "C" NOT NULL PRIMARY KEY,
    audience text NOT NULL,
    jwks text NOT NULL,
    tenant_fixed text COLLATE "C" NOT NULL,
    tenant_claim text NOT NULL,
    user_claim text NOT NULL,
    provision boolean NOT NULL
);
ALTER TABLE vade.issuer ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY known ON vade.issuer FOR SELECT USING (true);
CREATE POLICY operator ON vade.issuer TO CURRENT_USER USING (true) WITH CHECK (true);

-- What was answered to requests that named themselves, for a day; gone at once when anything is erased.
CREATE TABLE vade.replay (
    tenant text COLLATE "C" NOT NULL,
    whose text COLLATE "C" NOT NULL,
    key text NOT NULL,
    digest text COLLATE "C" NOT NULL,
    status smallint NOT NULL,
    headers jsonb NOT NULL,
    body bytea NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (tenant, whose, key)
) PARTITION BY HASH (tenant);
CREATE INDEX ON vade.replay (tenant, at);
SELECT vade.spread('replay');
