# Stands in for python:…-slim: Debian's Python, whose minor version is another one, under the names of the official image.
ARG BOOKWORM
FROM $BOOKWORM
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates python3 python3-pip \
    && rm -rf /var/lib/apt/lists/* && ln -s /usr/bin/python3 /usr/local/bin/python && ln -s /usr/bin/pip3 /usr/local/bin/pip
CMD ["python3"]
