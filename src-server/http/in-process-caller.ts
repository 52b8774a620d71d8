import { ALL_RIGHTS } from '#audit-log/rights.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import type { Route } from '#contract/interface/route.ts'
import type { Service } from '#operations/service/service.ts'
import type { Caller } from '#operations/service/caller.ts'
import { handlerOf } from './handlers.ts'
import { guardOut, parseRequest } from './middleware/guard.ts'
import type { HandlerInput, Reply } from './reply.ts'

type Parts = { params?: object | undefined; query?: object | undefined; body?: unknown }

const refuseToWrite = (): never => {
  throw new Error('a side is only read')
}

/** The parts of a request as they come over the network: nothing that is undefined. */
const given = (parts: object = {}) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))

/**
 * Reads the open workspace by the operations of the interface, without the network and with all rights, so that it is read as any other instance
 * is. Writing is refused.
 * @throws ApiError as the operations do
 */
export function inProcessCaller(service: Service): Caller {
  const seen = service.for(ALL_RIGHTS)
  async function reply(id: OperationId, { params, query, body }: Parts = {}): Promise<Reply<Route>> {
    const input = parseRequest(
      ROUTES[id] as unknown as Route,
      { params: given(params), query: given(query), body },
      true,
    )
    return handlerOf(id)({
      ...(input as Pick<HandlerInput<Route>, 'params' | 'query' | 'body'>),
      service: seen,
      reader: seen.reader,
      base: service.url(),
      headers: {},
      hasScope: () => true,
      strictHandling: true,
      upload: NOTHING,
      file: new Uint8Array(),
      context: () => Promise.resolve(systemContext()),
      write: refuseToWrite,
      batchedWrite: refuseToWrite,
    })
  }
  const bodyOf = (id: OperationId, { body, status = 200 }: Reply<Route>) =>
    guardOut(ROUTES[id] as unknown as Route, status, body, false)
  return {
    call: async (id, input) => bodyOf(id, await reply(id, input)) as never,
    page: async (id, input) => {
      const answer = await reply(id, input)
      return { items: bodyOf(id, answer) as never, next: answer.next ?? null }
    },
  }
}

const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})()
