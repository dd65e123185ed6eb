#!/bin/sh
# Creates the role that the servers connect as. The image of PostgreSQL runs this once, when it creates the database. The role owns
# nothing, and has no rights until `migrate` grants the rights that a server needs.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$SERVER_PASSWORD" <<'SQL'
create role giftcards_server login password :'password';
SQL
