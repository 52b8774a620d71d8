// Ends with 0 when the service on the given port answers within 4 seconds, else with 1; needs no token.
const port = process.argv[2] ?? '7480'
const address = `http://127.0.0.1:${port}/.well-known/svc-organization`
const isHealthy = await fetch(address, { signal: AbortSignal.timeout(4000) }).then(
  (reply) => reply.ok,
  () => false,
)
process.exit(isHealthy ? 0 : 1)
