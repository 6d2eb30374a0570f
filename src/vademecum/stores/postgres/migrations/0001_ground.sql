-- How every table of a tenant is made: `tenant` first in its primary key, spread over partitions by it, and
-- bound by row-level security even for its owner. Words and ids sort by their bytes (COLLATE "C").

-- Makes the partitions of a table PARTITION BY HASH (tenant) and lets nobody see another tenant's rows. Where
-- vade.tenant is not set, nothing is seen and nothing can be written. Partitions have no policy of their own:
-- whoever names one directly sees nothing at all. A distributed database distributes by tenant instead.
CREATE FUNCTION vade.spread(name text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    parts constant integer := coalesce(nullif(current_setting('vade.partitions', true), ''), '8')::integer;
    part text;
BEGIN
    EXECUTE format('ALTER TABLE vade.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
        'CREATE POLICY own ON vade.%I '
        'USING (tenant = nullif(current_setting(''vade.tenant'', true), '''')) '
        'WITH CHECK (tenant = nullif(current_setting(''vade.tenant'', true), ''''))', name);
    FOR number IN 0 .. parts - 1 LOOP
        part := format('%s_p%s', name, number);
        EXECUTE format(
            'CREATE TABLE vade.%I PARTITION OF vade.%I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
            part, name, parts, number);
        EXECUTE format('ALTER TABLE vade.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', part);
    END LOOP;
END
$$;
REVOKE ALL ON FUNCTION vade.spread(text) FROM PUBLIC;
