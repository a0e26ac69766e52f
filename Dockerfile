# syntax=docker/dockerfile:1
# One image with both programs: `web-api serve` (default), `worker run`, `web-api migrate`.
#
# Its steps are those of bin/build, which builds the same without containers; `bin/build --in-empty-folder` follows the
# stages and proves that what is copied into each suffices. bin/containers builds it, from base images of these names that
# are made on the spot from Debian's packages, and runs it: what else the published base images bring was never seen.

# The public data that content/ is built from, and the parts of the frontend.
FROM node:22.23.3-bookworm-slim AS packages
WORKDIR /src
COPY bin/build bin/lib.sh bin/
COPY content/package.json content/package-lock.json content/
COPY frontend/package.json frontend/package-lock.json frontend/
RUN bin/build packages

# The base of the encoder, checked against its hash.
FROM python:3.12.13-slim-bookworm AS encoder
WORKDIR /src
COPY bin/build bin/lib.sh bin/
COPY tools/encoder-requirements.txt tools/
RUN bin/build encoder

# The translations of the Bible that are no npm packages, checked against their hashes.
FROM python:3.12.13-slim-bookworm AS scripture
WORKDIR /src
COPY bin/build bin/lib.sh bin/
COPY tools/scripture-requirements.txt tools/
RUN bin/build scripture

# The two programs, and the packed content.
FROM rust:1.95.0-bookworm AS program
# Where a platform gives a build little time: off and 16 build in half the time a program that answers a fifth less.
ARG CARGO_PROFILE_RELEASE_LTO=thin
ARG CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1
# Another Cargo profile: bin/containers builds with `preview`.
ARG BUILD_PROFILE=release
WORKDIR /src
COPY bin/build bin/lib.sh bin/
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
COPY .sqlx .sqlx
COPY tools/linker tools/linker
COPY care care
COPY content-tools content-tools
COPY fuzz fuzz
COPY shared shared
COPY stripe-standin stripe-standin
COPY testing testing
COPY web-api web-api
COPY worker worker
COPY migrations migrations
# The pages of the server have the colours of the app, and the plain page its styles.
COPY frontend/src/app/tokens.css frontend/src/app/plain.css frontend/src/app/
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/src/target \
    bin/build program /out
COPY content content
COPY --from=packages /src/content/node_modules content/node_modules
COPY --from=encoder /src/content/encoder/base content/encoder/base
COPY --from=scripture /src/content/translations content/translations
# Two of these packages are read by small programs for Node.
COPY tools/names.mjs tools/places.mjs tools/
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
RUN bin/build content /out

FROM packages AS frontend
COPY frontend frontend
COPY web-api/openapi.json web-api/openapi.json
COPY --from=program /src/content/build/app content/build/app
RUN bin/build frontend /out

# PDFium, checked against its hash.
FROM python:3.12.13-slim-bookworm AS pdfium
WORKDIR /src
COPY tools/pdfium-requirements.txt .
RUN pip download --no-deps --require-hashes --only-binary=:all: --dest wheel -r pdfium-requirements.txt \
    && python -m zipfile -e wheel/*.whl wheel \
    && mkdir /out && mv wheel/pypdfium2_raw/libpdfium.so /out/ && mv wheel/pypdfium2-*.dist-info /out/licences

FROM debian:bookworm-20260824-slim
# `docker build --build-arg OCR=on` adds what reads scans; workers use it where the setting OCR is on, too.
ARG OCR=off
# Other servers (mail, sign-in, payments) are trusted by the roots of this package.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates $([ "$OCR" != on ] || echo tesseract-ocr) \
    && apt-get clean && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin \
    && groupadd --system --gid 10001 stillwater \
    && useradd --system --uid 10001 --gid stillwater --no-create-home --shell /usr/sbin/nologin stillwater
WORKDIR /app
COPY LICENSE NOTICE ./
COPY --from=program /out/bin/ /usr/local/bin/
COPY --from=pdfium /out/ /usr/local/lib/pdfium/
COPY --from=program /out/content content
COPY --from=frontend /out/frontend frontend
# Where documents lie unless STORAGE_URL names a bucket. Web and worker must share it.
RUN mkdir /var/lib/stillwater && chown stillwater:stillwater /var/lib/stillwater
USER stillwater
ENV APP_ENV=production HOST=0.0.0.0 PORT=3000 \
    STORAGE_URL=/var/lib/stillwater PDFIUM_LIBRARY=/usr/local/lib/pdfium/libpdfium.so
EXPOSE 3000
HEALTHCHECK NONE
CMD ["web-api", "serve"]
