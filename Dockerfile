# The server as an image for linux/amd64 and linux/arm64: docs/install-server.md. Build it on a machine of
# that architecture, because npm installs native packages for no other. A test performs these steps in a bare
# Debian (scripts/image/image.test.ts), so each RUN is plain shell.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && node scripts/pack-server.ts /opt/octavo

FROM debian:12-slim
COPY --from=build /opt/octavo /opt/octavo
RUN install -d -o 1000 -g 1000 -m 0700 /data
ENV PATH=/opt/octavo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV OCTAVO_SERVER__HOST=0.0.0.0 OCTAVO_SERVER__DATA_DIR=/data
ENV MALLOC_ARENA_MAX=2
ENV MALLOC_MMAP_THRESHOLD_=32768
ENV MALLOC_TRIM_THRESHOLD_=131072
USER 1000:1000
EXPOSE 4477
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["octavo", "health"]
ENTRYPOINT ["octavo"]
CMD ["serve"]
