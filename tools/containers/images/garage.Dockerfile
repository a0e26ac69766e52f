# Stands in for dxflrs/garage:…, which is nothing but this program: built from its crate of the same version.
ARG BOOKWORM
FROM $BOOKWORM
COPY garage /garage
ENV RUST_BACKTRACE=1 RUST_LOG=garage=info
CMD ["/garage", "server"]
