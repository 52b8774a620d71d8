import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createSocketServer } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { callEndpoint, type EndpointOptions } from '#operations/event-hooks/call-endpoint.ts'
import { selfSigned } from '../../../helpers/certificates.ts'
import { allowLocalHooks, aVerifiedHook, listen, settledDeliveries, startEndpoint } from '../../../helpers/endpoint.ts'
import { startServer } from '../../../helpers/server.ts'

const get = (uri: string, options: Partial<EndpointOptions> = {}) =>
  callEndpoint({ method: 'GET', uri, headers: {} }, { allowLocal: true, timeoutMs: 500, ...options })

const MEGABYTE = Buffer.alloc(1_048_576, 'x')

describe('a call', () => {
  it('reads 64 kB of an answer that never ends, and hangs up', async () => {
    let sent = 0
    let closed = false
    const server = createServer((_, response) => {
      response.on('close', () => (closed = true))
      const pour = () => {
        while (sent < 1_024 && !response.destroyed) {
          sent += 1
          if (!response.write(MEGABYTE)) return void response.once('drain', pour)
        }
      }
      pour()
    })
    const port = await listen(server)
    const memory = process.memoryUsage().rss
    const exchange = await get(`http://127.0.0.1:${port}/`, { timeoutMs: 60_000 })
    expect(exchange).toMatchObject({ status: 200, problem: null })
    expect(exchange.text).toHaveLength(65_536)
    await expect.poll(() => closed).toBe(true)
    expect(sent).toBeLessThan(64)
    expect(process.memoryUsage().rss - memory).toBeLessThan(100 * MEGABYTE.length)
  })

  it.each([
    ['says nothing', ''],
    ['drips its headers', 'HTTP/1.1 200 OK\r\nX-A: '],
    ['drips its body', 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n'],
  ])('to an endpoint that %s ends in time', async (_, start) => {
    let closed = false
    const server = createSocketServer((socket) => {
      socket.on('error', () => {})
      socket.write(start)
      const drip = setInterval(() => socket.write('x'), 50)
      socket.on('close', () => {
        closed = true
        clearInterval(drip)
      })
      if (!start) clearInterval(drip)
      socket.resume()
    })
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
    )
    const exchange = await get(`http://127.0.0.1:${port}/`)
    expect(exchange).toMatchObject({ problem: 'did not answer in full within 0.5 seconds', mayRetry: true })
    expect(exchange.durationMs).toBeLessThan(30_000)
    await expect.poll(() => closed).toBe(true)
    server.close()
  })

  it('does not wait for a name server that hangs', async () => {
    const exchange = await get('https://hooks.example.test/', { resolve: (() => {}) as never })
    expect(exchange.problem).toContain('within 0.5 seconds')
  })

  it('to something that speaks no HTTP, or too much of it, ends with its reason', async () => {
    for (const text of ['SSH-2.0-x\r\n', `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(100_000)}\r\n\r\n`]) {
      const server = createSocketServer((socket) => {
        socket.on('error', () => {})
        socket.end(text)
      })
      const port = await new Promise<number>((resolve) =>
        server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
      )
      const exchange = await get(`http://127.0.0.1:${port}/`, { timeoutMs: 60_000 })
      expect(exchange.problem).toMatch(/could not be reached \(HPE_/)
      server.close()
    }
  })

  it('stops at once when it is told to', async () => {
    const port = await listen(createServer(() => {}))
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(), 50)
    const exchange = await get(`http://127.0.0.1:${port}/`, { timeoutMs: 60_000, signal: stopping.signal })
    expect(exchange.durationMs).toBeLessThan(30_000)
  })
})

describe('over TLS', () => {
  let certificate: string
  let key: string
  beforeAll(async () => {
    ;({ certificate, key } = await selfSigned('127.0.0.1'))
  })

  const startTls = () => startEndpoint((listener) => createTlsServer({ key, cert: certificate }, listener), 'https')

  it('an endpoint with a certificate that is trusted is verified and hears of events', async () => {
    const { client, make } = await startServer({ trustedCertificates: [certificate] })
    await allowLocalHooks(client)
    const endpoint = await startTls()
    const hook = await aVerifiedHook(client, endpoint)
    const group = await make.aGroup()
    const [delivery] = await settledDeliveries(client, hook.id, 1)
    expect(delivery?.status).toBe('DELIVERED')
    expect(endpoint.events()[0]?.target?.[0]?.id).toBe(group.id)
  })

  it('a certificate that no one trusts is refused before anything is said', async () => {
    const endpoint = await startTls()
    const exchange = await get(endpoint.url)
    expect(exchange.problem).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(endpoint.received).toEqual([])
  })

  it('a certificate for another name is refused', async () => {
    const endpoint = await startTls()
    const uri = endpoint.url.replace('127.0.0.1', 'localhost')
    const exchange = await get(uri, { trustedCertificates: [certificate] })
    expect(exchange.problem).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
    expect(endpoint.received).toEqual([])
  })
})
