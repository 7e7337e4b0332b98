# Foyer for production: docker build -t foyer .
# The image has the built application and its production dependencies: no compiler, no embedded database, no
# demo providers. It writes only to DATA_DIR, and in production nowhere, so it runs with a read-only root.

FROM node:24-bookworm-slim AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json vite.config.ts ./
COPY scripts ./scripts
COPY src ./src
COPY docs/settings.md ./docs/settings.md
RUN npm run build

FROM base AS dependencies
COPY package.json package-lock.json ./
# tRPC names the compiler as a peer, for its types; nothing loads it.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/typescript

FROM base
# HOST: it is reachable only when it listens on all addresses of the container, with every NODE_ENV.
ENV NODE_ENV=production HOST=* PORT=3000 DATA_DIR=/data
RUN install -d -o node -g node -m 0700 /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# package.json makes the files of dist ES modules. Mount your own foyer.config.ts over this one.
COPY package.json foyer.config.ts ./
# The commands of operators: docker compose exec app foyer-server --help
RUN chmod +x dist/server/commands/main.js && ln -s /app/dist/server/commands/main.js /usr/local/bin/foyer-server
USER node
EXPOSE 3000
# Answers for SHUTDOWN_DELAY (default 5 seconds) more, and ends within 5 seconds after that. /healthz answers
# 200 meanwhile, so the container stays healthy; load balancers ask /readyz.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Semi-spaces of 4 MB instead of 16 save 20 MB. All new objects start there, even those that V8 expects to
# stay: otherwise memory doubles under load (docs/decisions/053).
CMD ["node", "--max-semi-space-size=4", "--no-allocation-site-pretenuring", "--enable-source-maps", "dist/server/main.js"]
