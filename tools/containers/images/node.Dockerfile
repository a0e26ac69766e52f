# Stands in for node:…-slim: Node and npm from their npm packages.
ARG BOOKWORM
FROM $BOOKWORM
COPY node/ /usr/local/
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
    && node --version && npm --version
CMD ["node"]
