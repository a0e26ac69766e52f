# Stands in for axllent/mailpit:…: catches mail and answers the two paths of Mailpit's API that the journey reads.
ARG BOOKWORM
FROM $BOOKWORM
RUN apt-get update && apt-get install --yes --no-install-recommends python3 python3-aiosmtpd \
    && rm -rf /var/lib/apt/lists/*
COPY mail.py /mail.py
EXPOSE 1025 8025
CMD ["python3", "-u", "/mail.py"]
