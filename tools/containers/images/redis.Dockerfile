# Stands in for redis:…: Debian's Redis, with its data where the official image has it.
ARG BOOKWORM
FROM $BOOKWORM
RUN apt-get update && apt-get install --yes --no-install-recommends redis-server \
    && rm -rf /var/lib/apt/lists/* && mkdir -p /data && chown redis:redis /data
WORKDIR /data
USER redis
EXPOSE 6379
# The official image is not in protected mode: the network of its containers is what protects it.
ENTRYPOINT ["sh", "-c", "exec \"$@\" --protected-mode no", "-"]
CMD ["redis-server"]
