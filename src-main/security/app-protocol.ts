import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import type { Session } from 'electron'
import type { ErrorBody } from '#contract/interface/error-body.ts'
import { APP_SCHEME } from '../ipc/channels.ts'
import { resolveAppUrl } from './app-path.ts'
import { forward } from './forward.ts'
import type { ForwardTarget } from './forward.ts'
import { pageHeaders } from './page-headers.ts'
import { locateFile } from './static-file.ts'

interface AppProtocolParts {
  /** Folder of the built page. */
  root: string
  /** Address of the development server, which then replaces the folder. */
  devUrl: string | undefined
  /** The running service, once the program has opened a workspace; null when there is none. */
  service(): Promise<ForwardTarget | null>
  report(error: unknown): void
}

/**
 * Declares the scheme; must run before Electron is ready. Standard and secure, so that the page has a real origin; the browser
 * caches its compiled scripts, which later starts use.
 */
export function declareAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }])
}

/** Serves the page's origin: its files from the build, its calls from the service. */
export function serveAppScheme(session: Session, parts: AppProtocolParts): void {
  const headers = pageHeaders(parts.devUrl?.replace(/^http/, 'ws').replace(/\/$/, ''))
  session.protocol.handle(APP_SCHEME, async (request) => {
    const target = resolveAppUrl(request.url)
    if (target.kind === 'refused') return plain(404, headers)
    if (target.kind === 'service') return callService(request, target.path, parts)
    if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, headers)
    const path = target.kind === 'file' ? target.path : 'index.html'
    return parts.devUrl ? fromDevServer(request.url, parts.devUrl, headers) : fromBuild(parts.root, path, headers)
  })
}

async function callService(request: Request, path: string, parts: AppProtocolParts): Promise<Response> {
  const service = await parts.service()
  if (!service) return unavailable('The service is not running at the moment.')
  try {
    return await forward(request, path, service)
  } catch (error) {
    if (!request.signal.aborted) parts.report(error)
    return unavailable('The service did not answer.')
  }
}

async function fromBuild(root: string, path: string, headers: Record<string, string>): Promise<Response> {
  const found = await locateFile(root, path)
  if (!found) return plain(404, headers)
  return new Response(await readFile(found.file), { headers: { ...headers, 'content-type': found.contentType } })
}

async function fromDevServer(url: string, devUrl: string, headers: Record<string, string>): Promise<Response> {
  const { pathname, search } = new URL(url)
  const reply = await fetch(new URL(pathname + search, devUrl))
  const contentType = reply.headers.get('content-type') ?? 'application/octet-stream'
  return new Response(reply.body, { status: reply.status, headers: { ...headers, 'content-type': contentType } })
}

function plain(status: number, headers: Record<string, string>): Response {
  return new Response(null, { status, headers })
}

/** In the shape of the service's own errors, so that the page shows it like them. */
function unavailable(errorSummary: string): Response {
  const code = 'E0000010'
  const body: ErrorBody = { errorCode: code, errorSummary, errorLink: code, errorId: 'desktop', errorCauses: [] }
  return Response.json(body, { status: 503, headers: { 'cache-control': 'no-store' } })
}
