import { ApiError } from '#contract/interface/api-error.ts'
import type { ErrorCode } from '#contract/interface/error-codes.ts'
import type { Caller } from '#operations/service/caller.ts'
import type { LooseInput } from '../client.ts'
import type { TestServer } from '../server.ts'
import { linksIn } from '../links.ts'

/** A side that is read over HTTP as any client reads it: without limits, vocabulary or retries. */
export function httpCaller({ client }: TestServer): Caller {
  type Send = (id: string, input: LooseInput) => Promise<{ body: unknown; headers: Headers }>
  const send: Send = (id, input) => (client.call as unknown as Send)(id, input).catch(asApiError)
  return {
    call: async (id, { params, query } = {}) => (await send(id, { params, query } as LooseInput)).body as never,
    page: async (id, { params, query } = {}) => {
      const { body, headers } = await send(id, { params, query } as LooseInput)
      const next = linksIn(null, headers.get('Link')).find(({ name }) => name === 'Link next')
      return { items: body as never, next: next ? new URL(next.href).searchParams.get('after') : null }
    },
  }
}

/** A refusal as callers throw it. */
function asApiError(error: unknown): never {
  const code = /"errorCode":"(E\d{7})"/.exec(String(error))?.[1]
  throw code ? new ApiError(code as ErrorCode) : error
}
