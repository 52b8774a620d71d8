import { STATUS_CODES, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { newRequestId } from './middleware/request-id.ts'

/** Refusals of Node's own, by the code of the error; anything else is no HTTP. */
const REFUSALS: Readonly<Record<string, { status: number; why: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, why: `headers: longer than ${LIMITS.headerBytes / 1_024} KiB` },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, why: 'body: its chunks are not readable' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, why: 'request: took too long to arrive' },
}
const UNREADABLE = { status: 400, why: 'request: is not HTTP' }

/**
 * Answers what never becomes a request, such as headers that are too long, in the interface's own body (`E0000020`), and
 * closes the connection. Node by itself sends a status without a body.
 */
export function refuseConnections(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const { status, why } = REFUSALS[error.code ?? ''] ?? UNREADABLE
    const refusal = new ApiError('E0000020', { status, causes: [{ errorSummary: why }] })
    const body = JSON.stringify(refusal.toBody(newRequestId(), { located: false }))
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
}
