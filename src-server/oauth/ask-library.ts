import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Context } from 'koa'
import compose from 'koa-compose'
import type { Provider } from 'oidc-provider'
import type { OAuthRequest } from './request.ts'

const FORM = 'application/x-www-form-urlencoded'

/** What of a request the library may know. All else is the edge's, or, as names of resources and origins, means nothing here. */
const HEADERS_PASSED = ['dpop', 'user-agent']
const FIELDS_PASSED = ['grant_type', 'scope', 'token', 'token_type_hint', 'client_id', 'client_secret']

/**
 * Lets the library answer a request as the edge has made it: a form of what was checked, and few headers. WHY not the request that came:
 * its body is read, and what was refused or replaced must not be found again beside it.
 * @param path as the library has it
 */
export async function askLibrary(ctx: Context, provider: Provider, request: OAuthRequest, path: string): Promise<void> {
  const inner = provider.createContext(messageOf(ctx, request, path), ctx.res)
  inner.state['oauth'] = request
  await compose(provider.middleware)(inner as never)
  const { status, body } = inner
  ctx.body = body ?? null
  ctx.status = status
}

function messageOf(ctx: Context, request: OAuthRequest, url: string): IncomingMessage {
  const { method, form, headers, endpoint, issuer } = request
  const isPost = method === 'POST'
  const fields = FIELDS_PASSED.flatMap((name) =>
    form[name] === undefined ? [] : [[name, form[name]] as [string, string]],
  )
  const body = isPost ? new URLSearchParams(fields).toString() : ''
  // Addresses that are told are those of the issuer; a proof of a key names the address that was asked.
  const host = endpoint === 'metadata' ? new URL(issuer.address).host : ctx.get('Host')
  const passed: IncomingHttpHeaders = { host, accept: 'application/json' }
  for (const name of HEADERS_PASSED) if (headers[name] !== undefined) passed[name] = headers[name]
  if (isPost) Object.assign(passed, { 'content-type': FORM, 'content-length': String(Buffer.byteLength(body)) })
  const stream = Readable.from(body ? [Buffer.from(body)] : [], { objectMode: false })
  const { socket, httpVersion } = ctx.req
  // By both the library finds the path before its own.
  const paths = { url, originalUrl: `${new URL(issuer.address).pathname.replace(/\/$/, '')}${url}` }
  return Object.assign(stream, { socket, httpVersion, method, headers: passed, ...paths }) as unknown as IncomingMessage
}
