# Stands in for rust:…: this machine's toolchain of that version, and Debian's compilers.
ARG BOOKWORM
FROM $BOOKWORM
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates cmake g++ gcc git libc6-dev make pkg-config python3 \
        python3-pip \
    && rm -rf /var/lib/apt/lists/*
ENV CARGO_HOME=/usr/local/cargo RUSTUP_HOME=/usr/local/rustup \
    PATH=/usr/local/cargo/bin:/usr/local/rustup/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
COPY rust/ /usr/local/rustup/
RUN mkdir -p /usr/local/cargo && rustc --version && cargo --version
CMD ["bash"]
