import { ApiError } from '#contract/interface/api-error.ts'
import type { ErrorCode } from '#contract/interface/error-codes.ts'
import { parseLinks } from '#contract/interface/link-header.ts'
import { buildPath, buildQuery } from '#contract/interface/request-path.ts'
import type { Route } from '#contract/interface/route.ts'
import { ROUTES } from '#contract/routes/index.ts'
import type { Caller } from '#operations/service/caller.ts'
import { readSide } from '#sync/sides/read-side.ts'
import type { Opened } from './pulling.ts'

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
}

/** Reads all that a service has, as any client of its interface does: one request after the other. */
export async function readOverHttp({ service, headers }: Opened): Promise<void> {
  const send = async (id: string, { params, query }: Parts = {}) => {
    const { path, method } = ROUTES[id as keyof typeof ROUTES] as unknown as Route
    const reply = await fetch(service.url + buildPath(path, params) + buildQuery(query), { method, headers })
    const text = await reply.text()
    const body = text === '' ? null : (JSON.parse(text) as unknown)
    if (!reply.ok) throw new ApiError((body as { errorCode: ErrorCode }).errorCode)
    return { body, next: parseLinks(reply.headers.get('link')).next }
  }
  await readSide({
    call: async (id: string, parts?: Parts) => (await send(id, parts)).body,
    page: async (id: string, parts?: Parts) => {
      const { body, next } = await send(id, parts)
      return { items: body, next: next ? new URL(next).searchParams.get('after') : null }
    },
  } as unknown as Caller)
}
