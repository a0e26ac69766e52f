-- A text in small letters without accents, for searches; unaccent is not on every managed Postgres.
create function without_accents(text) returns text language sql immutable parallel safe as $$
    select regexp_replace(normalize(lower($1), NFD), '[\u0300-\u036f]', '', 'g')
$$;
