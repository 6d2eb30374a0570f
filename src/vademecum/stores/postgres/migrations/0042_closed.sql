-- Spaces that were emptied for good. A request that was let in before its tenant was deleted may still want to
-- write there: every transaction that writes asks first, and an emptying waits for those that did.
CREATE TABLE vade.closed (
    tenant text COLLATE "C" NOT NULL PRIMARY KEY
) PARTITION BY HASH (tenant);
SELECT vade.spread('closed');

CREATE FUNCTION vade.admit() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    here constant text := current_setting('vade.tenant');
BEGIN
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('vade.closed ' || here, 0));
    IF EXISTS (SELECT FROM vade.closed WHERE tenant = here) THEN
        RAISE EXCEPTION 'the tenant was deleted' USING ERRCODE = 'VA001';
    END IF;
END
$$;

CREATE FUNCTION vade.shut() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    here constant text := current_setting('vade.tenant');
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('vade.closed ' || here, 0));
    INSERT INTO vade.closed (tenant) VALUES (here) ON CONFLICT DO NOTHING;
END
$$;
REVOKE ALL ON FUNCTION vade.shut() FROM PUBLIC;
