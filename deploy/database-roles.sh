#!/bin/sh
# Run once by the image of PostgreSQL, when it makes the database: the role that the servers connect as. It owns nothing and
# has no right until `migrate` gives it those that a server needs.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$SERVER_PASSWORD" <<'SQL'
create role giftcards_server login password :'password';
SQL
