import { createServer, type RequestListener, type Server } from 'node:http'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { refuseConnections } from './refuse-connection.ts'

/** How long requests under way may take once the service stops. */
const DRAIN_MS = 5_000
const SWEEP_MS = 20
/**
 * How long a connection waits for the next request: longer than clients keep one unused, most of them up to a minute. With Node's five
 * seconds a client that pauses, as in a debugger or on a busy machine, may send its next request just as the connection is closed.
 */
const KEEP_ALIVE_MS = 75_000

/** Listens on 127.0.0.1; port 0 takes any free one. @throws StartError when the port is taken */
export async function listen(handler: RequestListener, port: number): Promise<Server> {
  // WHY so long a request: a log to be imported has gigabytes.
  const limits = { requestTimeout: 300_000, headersTimeout: 15_000, maxHeaderSize: LIMITS.headerBytes }
  const server = createServer({ ...limits, keepAliveTimeout: KEEP_ALIVE_MS }, handler)
  refuseConnections(server)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, port)))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

function portError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError('PORT_BUSY', `Port ${port} is in use by another program; choose another.`, { cause: error })
  if (error.code === 'EACCES')
    return new StartError('PORT_FORBIDDEN', `Port ${port} may not be used by this account; choose another.`, {
      cause: error,
    })
  return error
}

/** Takes no further request and waits for those under way, for a bounded time. */
export async function drain(server: Server): Promise<void> {
  const impatience = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  // A connection whose request has ended waits for the client's next one, unless it is closed from here.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearInterval(sweep)
  clearTimeout(impatience)
}
