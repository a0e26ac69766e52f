# Stands in for postgres:…: Debian's Postgres 17, started as the official image starts it.
ARG TRIXIE
FROM $TRIXIE
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-common \
    && sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf \
    && apt-get install --yes --no-install-recommends postgresql-17 \
    && rm -rf /var/lib/apt/lists/* && mkdir -p /var/lib/postgresql/data && chown postgres /var/lib/postgresql/data
ENV PATH=/usr/lib/postgresql/17/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PGDATA=/var/lib/postgresql/data LANG=C.UTF-8
COPY postgres-entrypoint /usr/local/bin/
ENTRYPOINT ["postgres-entrypoint"]
STOPSIGNAL SIGINT
EXPOSE 5432
CMD ["postgres"]
