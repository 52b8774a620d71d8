import type { Readable } from 'node:stream'
import type { Pool } from 'undici'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Head } from './exchange-failure.ts'

/** A request to the origin of a connection. */
export interface TransportRequest {
  method: string
  /** With its query. */
  path: string
  headers: Readonly<Record<string, string>>
  body: string | null
  signal: AbortSignal
}

/** Sends requests to one origin, and nowhere else; redirects come back as they are. */
export interface Transport {
  send(request: TransportRequest): Promise<Head & { body: Readable }>
  /** Ends it with all that is under way. */
  close(): Promise<void>
}

interface TransportOptions {
  origin: string
  /** PEM of certificates to trust in place of those that Node trusts. */
  trustedCertificates?: readonly string[] | undefined
}

/** A pool of connections, made when it is used first. */
export function makeTransport({ origin, trustedCertificates }: TransportOptions): Transport {
  let pool: Promise<Pool> | null = null
  const open = async () => {
    // WHY only now: most workspaces never call another one, and the library takes a while to load.
    const undici = await import('undici')
    return new undici.Pool(origin, {
      connections: LIMITS.remoteConcurrency,
      pipelining: 1,
      maxHeaderSize: LIMITS.remoteHeaderBytes,
      // One bound holds for the whole exchange: its signal.
      ...{ headersTimeout: 0, bodyTimeout: 0 },
      connect: trustedCertificates ? { ca: [...trustedCertificates] } : {},
    })
  }
  return {
    async send({ method, path, headers, body, signal }) {
      const { statusCode, ...response } = await (
        await (pool ??= open())
      ).request({ method: method as 'GET', path, headers, body, signal })
      return { status: statusCode, headers: response.headers, body: response.body }
    },
    async close() {
      await (await pool)?.destroy()
    },
  }
}
