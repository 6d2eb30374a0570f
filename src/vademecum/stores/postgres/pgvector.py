"""The extension pgvector, where a database has it: likeness is computed where the rows are."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from psycopg import Connection

# A generated column needs nothing of whoever writes, and fills itself for rows that are there already. Whole
# numbers up to 127 are exact in 16 bits, and their products are added up in 32.
_ADOPT = """
DO $adopt$
DECLARE
    home text;
BEGIN
    SELECT pg_namespace.nspname INTO home
    FROM pg_extension
    JOIN pg_namespace ON pg_namespace.oid = pg_extension.extnamespace
    JOIN pg_type ON pg_type.typnamespace = pg_namespace.oid AND pg_type.typname = 'halfvec'
    WHERE pg_extension.extname = 'vector';
    IF home IS NULL OR to_regclass('vade.vector') IS NULL OR EXISTS (
        SELECT FROM pg_attribute
        WHERE attrelid = to_regclass('vade.vector') AND attname = 'near' AND NOT attisdropped) THEN
        RETURN;
    END IF;
    EXECUTE format(
        'CREATE OR REPLACE FUNCTION vade.near(numbers bytea) RETURNS %1$I.halfvec '
        'LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN ARRAY('
        'SELECT ((get_byte(numbers, place) + 128) %% 256 - 128)::real '
        'FROM generate_series(0, length(numbers) - 1) AS place)::%1$I.halfvec', home);
    EXECUTE format(
        'CREATE OR REPLACE FUNCTION vade.likeness(one %1$I.halfvec, other %1$I.halfvec) RETURNS float8 '
        'LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN %1$I.inner_product(one, other)', home);
    EXECUTE format(
        'ALTER TABLE vade.vector '
        'ADD COLUMN near %I.halfvec GENERATED ALWAYS AS (vade.near(numbers)) STORED', home);
END
$adopt$
"""


def adopt(connection: Connection[tuple[Any, ...]]) -> None:
    """Have the database compute likeness if it has the extension; as the owner of the tables, after them."""
    connection.execute(_ADOPT.encode())
