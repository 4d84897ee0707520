# A crawl: docker run --read-only --tmpfs /tmp --no-healthcheck -v crawls:/crawls IMAGE crawl https://example.org
# The console: docker run --network host -v crawls:/crawls IMAGE, because it listens on loopback alone.
#
# Builds the program from this clone; what runs is the file that `npm pack` makes, as anybody would install it.
FROM node:24-bookworm-slim AS pack
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/bundle.js && npm pack --ignore-scripts --pack-destination /tmp

FROM node:24-bookworm-slim
# The image has Node 24, so the platform's Node of npm is left out.
COPY --from=pack /tmp/orbweaver-*.tgz /tmp/orbweaver.tgz
RUN npm install --global --omit=optional --ignore-scripts /tmp/orbweaver.tgz \
  && rm /tmp/orbweaver.tgz \
  && mkdir /crawls \
  && chown node:node /crawls
# The user `node` of the image.
USER 1000
WORKDIR /crawls
# All that is written is here and in /tmp, so the root can be read-only: docker run --read-only --tmpfs /tmp.
ENV ORBWEAVER_STATE=/crawls/.state \
  NODE_COMPILE_CACHE=/tmp/compiled
VOLUME /crawls
# Of `serve`: its page answers. For another command: docker run --no-healthcheck.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/').then(answer => process.exit(answer.status < 500 ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["orbweaver"]
CMD ["serve", "--root", "/crawls", "--port", "8080"]
