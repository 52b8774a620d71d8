import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { LIMITS } from '#contract/interface/limits.ts'
import { addressProblem, endpointProblem } from './endpoint-address.ts'

/** One request to a hook's endpoint. */
interface EndpointRequest {
  method: 'GET' | 'POST'
  uri: string
  headers: Readonly<Record<string, string>>
  body?: string
}

export interface EndpointOptions {
  /** Whether loopback and private addresses will do. */
  allowLocal: boolean
  /** PEM of certificates to trust; absent: those that Node trusts. */
  trustedCertificates?: readonly string[] | undefined
  /** The whole exchange; by default that of spec/4 §3.2. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Looks a name up. Tests only. */
  resolve?: typeof resolveName
}

/** What came of a request. */
export interface Exchange {
  /** Null when there was no answer. */
  status: number | null
  /** How the answer's body began. */
  text: string
  /** What kept the exchange from coming to its end, in one clause; null when nothing did. */
  problem: string | null
  /** Whether another try may fare better. */
  mayRetry: boolean
  durationMs: number
}

/** An address that must not be called. */
class ForbiddenAddressError extends Error {}

/**
 * Looks a name up and lets it through only when every address will do. The connection goes to what was checked, not to
 * what a second question would be answered. (Lookups take at most half of the thread pool, so a name server that
 * hangs does not keep the database waiting.)
 */
function checkedLookup({ allowLocal, resolve = resolveName }: EndpointOptions): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, [])
      const problem = addresses.map(({ address }) => addressProblem(address, { allowLocal })).find(Boolean)
      if (problem)
        return done(new ForbiddenAddressError(`${hostname} is at an address that will not do (${problem})`), [])
      const [first] = addresses
      if (options.all || !first) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
}

/**
 * Makes one request; never throws. Redirects are not followed, of the answer no more than `hookAnswerBytes` is read, and
 * after the time allowed everything is dropped, wherever it stands.
 */
export function callEndpoint(request: EndpointRequest, options: EndpointOptions): Promise<Exchange> {
  const { timeoutMs = LIMITS.hookExchangeMs, signal } = options
  const started = performance.now()
  return new Promise((resolve) => {
    let outgoing: ClientRequest | null = null
    const finish = (result: Partial<Exchange>) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      outgoing?.destroy()
      const durationMs = Math.round(performance.now() - started)
      resolve({ status: null, text: '', problem: null, mayRetry: true, durationMs, ...result })
    }
    const abort = () => finish({ problem: 'was interrupted' })
    const timer = setTimeout(
      () => finish({ problem: `did not answer in full within ${timeoutMs / 1_000} seconds` }),
      timeoutMs,
    )
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    try {
      outgoing = open(request, options)
      outgoing.on('error', (error) => finish(failureOf(error)))
      outgoing.on('response', (response) => void readAnswer(response, finish))
      outgoing.end(request.body)
    } catch (error) {
      finish(failureOf(error as Error))
    }
  })
}

/** @throws ForbiddenAddressError where the address itself says that it will not do */
function open({ method, uri, headers, body }: EndpointRequest, options: EndpointOptions): ClientRequest {
  const problem = endpointProblem(uri, options)
  if (problem) throw new ForbiddenAddressError(`its address ${problem}`)
  const url = new URL(uri)
  const given: RequestOptions = {
    method,
    // A connection of its own: a kept one would outlive what was decided about its address.
    agent: false,
    lookup: checkedLookup(options),
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }) },
  }
  if (url.protocol === 'http:') return httpRequest(url, given)
  const ca = options.trustedCertificates ? { ca: [...options.trustedCertificates] } : {}
  return httpsRequest(url, { ...given, ...ca })
}

function readAnswer(response: IncomingMessage, finish: (result: Partial<Exchange>) => void): void {
  const status = response.statusCode ?? 0
  const chunks: Buffer[] = []
  let size = 0
  const done = () => {
    const text = Buffer.concat(chunks).subarray(0, LIMITS.hookAnswerBytes).toString('utf8')
    finish({ status, text, mayRetry: status >= 500 })
  }
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size >= LIMITS.hookAnswerBytes) done()
  })
  response.on('end', done)
  response.on('error', (error) => finish({ ...failureOf(error), status }))
}

function failureOf(error: Error): Partial<Exchange> {
  if (error instanceof ForbiddenAddressError) return { problem: `is not called: ${error.message}`, mayRetry: false }
  const code = (error as NodeJS.ErrnoException).code
  return { problem: `could not be reached (${code ?? error.name})` }
}
