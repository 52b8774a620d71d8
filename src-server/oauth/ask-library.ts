import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Context } from 'koa'
import compose from 'koa-compose'
import type { Provider } from 'oidc-provider'
import { WANTS_REFRESH } from './library.ts'
import type { Endpoint, OAuthRequest } from './request.ts'

const FORM = 'application/x-www-form-urlencoded'

/** What a request for a person says (OpenID Connect Core 1.0 §3.1.2.1, RFC 7636 §4.3, RFC 9126 §4). */
const FOR_PERSON = [
  ...['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce', 'prompt', 'max_age'],
  ...['login_hint', 'id_token_hint', 'acr_values', 'ui_locales', 'code_challenge', 'code_challenge_method'],
  ...['dpop_jkt', 'request', 'registration', WANTS_REFRESH],
]

/** What of a request the library may know. All else is the edge's, or, as names of resources and origins, means nothing here. */
const HEADERS_PASSED = ['dpop', 'user-agent']
const OF_TOKEN = ['token', 'token_type_hint']
const CLIENT = ['client_id', 'client_secret']
const FIELDS_PASSED: Readonly<Partial<Record<Endpoint, readonly string[]>>> = {
  token: ['grant_type', 'scope', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'device_code', ...CLIENT],
  introspect: [...OF_TOKEN, ...CLIENT],
  revoke: [...OF_TOKEN, ...CLIENT],
  par: [...FOR_PERSON, 'client_secret'],
  authorize: [...FOR_PERSON, 'request_uri'],
  deviceAuthorize: ['scope', WANTS_REFRESH, ...CLIENT],
  device: ['xsrf', 'user_code', 'confirm', 'abort'],
}
/** Replies by which the library redirects a browser, with a text that says the same. */
const REDIRECTS: ReadonlySet<number> = new Set([302, 303])
/** Endpoints that a browser visits with the library's cookies. */
const IN_BROWSER: ReadonlySet<Endpoint> = new Set(['authorize', 'resume', 'device', 'deviceResume'])
/** Endpoints whose replies name other endpoints of the issuer, by the same address as tokens. */
const TELLING: ReadonlySet<Endpoint> = new Set(['metadata', 'deviceAuthorize', ...IN_BROWSER])

/**
 * Lets the library answer a checked request: a form of the checked values, and few headers. WHY not the original request:
 * its body is consumed, and refused or replaced values must not reappear.
 * @param path as the library has it
 */
export async function askLibrary(ctx: Context, provider: Provider, request: OAuthRequest, path: string): Promise<void> {
  const inner = provider.createContext(messageOf(ctx, request, path), ctx.res)
  inner.state['oauth'] = request
  await compose(provider.middleware)(inner as never)
  const { status, body } = inner
  ctx.body = REDIRECTS.has(status) ? null : (body ?? null)
  ctx.status = status
}

function messageOf(ctx: Context, request: OAuthRequest, path: string): IncomingMessage {
  const { headers, endpoint, issuer } = request
  const isBrowser = IN_BROWSER.has(endpoint)
  const fields = new URLSearchParams(fieldsOf(request)).toString()
  // A request for a person may come by a form, and is one all the same.
  const method = endpoint === 'authorize' ? 'GET' : request.method
  const body = method === 'POST' ? fields : ''
  // WHY encoded: what a path names must not lead the library to another of its endpoints.
  const below = request.uid === null ? '' : `/${encodeURIComponent(request.uid)}`
  const url = endpoint === 'authorize' ? `${path}?${fields}` : `${path}${below}`
  // Addresses that are told are those of the issuer; a proof of a key names the address that was asked.
  const host = TELLING.has(endpoint) ? new URL(issuer.address).host : ctx.get('Host')
  const passed: IncomingHttpHeaders = { host, accept: isBrowser ? 'text/html' : 'application/json' }
  for (const name of isBrowser ? [...HEADERS_PASSED, 'cookie'] : HEADERS_PASSED)
    if (headers[name] !== undefined) passed[name] = headers[name]
  if (method === 'POST')
    Object.assign(passed, { 'content-type': FORM, 'content-length': String(Buffer.byteLength(body)) })
  const stream = Readable.from(body ? [Buffer.from(body)] : [], { objectMode: false })
  const { socket, httpVersion } = ctx.req
  // By both the library finds the path before its own.
  const paths = { url, originalUrl: `${new URL(issuer.address).pathname.replace(/\/$/, '')}${url}` }
  return Object.assign(stream, { socket, httpVersion, method, headers: passed, ...paths }) as unknown as IncomingMessage
}

const fieldsOf = ({ form, endpoint }: OAuthRequest): [string, string][] =>
  (FIELDS_PASSED[endpoint] ?? []).flatMap((name) =>
    form[name] === undefined ? [] : [[name, form[name]] as [string, string]],
  )
