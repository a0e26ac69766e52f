# PgBouncer, nginx, HAProxy and rclone of Debian 13: bin/containers puts them before Postgres and web, and copies buckets.
ARG TRIXIE
FROM $TRIXIE
RUN apt-get update && apt-get install --yes --no-install-recommends haproxy nginx-light pgbouncer rclone ca-certificates \
    && rm -rf /var/lib/apt/lists/* && pgbouncer --version && nginx -v && haproxy -v
