# The headless service. Before: npm ci && npm run build && npm run pack:service
# Then: docker build -t gatehouse . && docker run --network host -v gatehouse:/data gatehouse
# It listens on 127.0.0.1 of its network alone, so that what uses it shares that network: the host's, or a pod's.

FROM node:24-bookworm-slim AS install
COPY scripts/container/ /build/
COPY dist/gatehouse-*.tgz /build/gatehouse.tgz
RUN sh /build/install.sh /build/gatehouse.tgz /stage

FROM node:24-bookworm-slim
COPY --from=install /stage/opt /opt
COPY --from=install --chown=node:node /stage/data /data
USER node
ENV NODE_ENV=production
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 CMD ["node", "/opt/gatehouse/health.mjs", "7480"]
ENTRYPOINT ["node", "/opt/gatehouse/node_modules/gatehouse/out/server/cli.js"]
CMD ["serve", "--data", "/data/organization.gatehouse", "--port", "7480"]
