import { ALL_RIGHTS } from '#audit-log/rights.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import type { Route } from '#contract/interface/route.ts'
import { withinTransaction } from '#operations/composition/within-transaction.ts'
import type { Service } from '#operations/service/service.ts'
import type { Caller, OwnWriter } from '#operations/service/caller.ts'
import { handlerOf } from './handlers.ts'
import { guardOut, parseRequest } from './middleware/guard.ts'
import type { HandlerInput, Reply } from './reply.ts'

type Parts = { params?: object | undefined; query?: object | undefined; body?: unknown }
type Access = Pick<HandlerInput<Route>, 'reader' | 'write'>

const refuseToWrite = (): never => {
  throw new Error('a side is only read')
}

/** The parts of a request as they come over the network: nothing that is undefined. */
const given = (parts: object = {}) =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))

/** Calls an operation without the network. @param strict refuses keys of the body that are not known */
function reply(
  service: Service,
  id: OperationId,
  { params, query, body }: Parts,
  { reader, write }: Access,
  strict: boolean,
): Promise<Reply<Route>> {
  const parts = { params: given(params), query: given(query), body }
  const input = parseRequest(ROUTES[id] as unknown as Route, parts, strict)
  return handlerOf(id)({
    ...(input as Pick<HandlerInput<Route>, 'params' | 'query' | 'body'>),
    ...{ service, reader, write },
    base: service.url(),
    headers: {},
    hasScope: () => true,
    strictHandling: strict,
    upload: NOTHING,
    file: new Uint8Array(),
    context: () => Promise.resolve(systemContext()),
    batchedWrite: write,
  })
}

/**
 * Reads the open workspace by the operations of the interface, without the network and with all rights, so that it is read as any other instance
 * is. Writing is refused.
 * @throws ApiError as the operations do
 */
export function inProcessCaller(service: Service): Caller {
  const seen = service.for(ALL_RIGHTS)
  return readingCaller(seen, seen.reader)
}

/** The same for operations that try a change and take it back; one that keeps what it writes is not for this. */
export function inProcessTrier(service: Service): Caller {
  const seen = service.for(ALL_RIGHTS)
  return readingCaller(seen, seen.reader, (work) => seen.write(systemContext(), work))
}

function readingCaller(seen: Service, reader: Access['reader'], write: Access['write'] = refuseToWrite): Caller {
  const answer = (id: OperationId, parts: Parts = {}) => reply(seen, id, parts, { reader, write }, true)
  const bodyOf = (id: OperationId, { body, status = 200 }: Reply<Route>) =>
    guardOut(ROUTES[id] as unknown as Route, status, body, false)
  return {
    call: async (id, input) => bodyOf(id, await answer(id, input)) as never,
    page: async (id, input) => {
      const { next = null, ...page } = await answer(id, input)
      return { items: bodyOf(id, page) as never, next }
    },
  }
}

/** Ends an operation once it has written: its reply would be read from what is committed, which the write is not yet. */
class Written extends Error {
  readonly value: unknown

  constructor(value: unknown) {
    super('the operation has written')
    this.value = value
  }
}

/**
 * Writes the open workspace by the operations of the interface, as {@link inProcessCaller} reads it: keys of bodies that are not known, or only
 * read, are left out.
 */
export function inProcessWriter(service: Service): OwnWriter {
  const seen = service.for(ALL_RIGHTS)
  const views = new WeakMap<Tx, ReturnType<typeof withinTransaction>>()
  const viewOf = (tx: Tx) => {
    const view = views.get(tx) ?? withinTransaction(seen, tx)
    views.set(tx, view)
    return view
  }
  return {
    reader: (tx) => readingCaller(viewOf(tx).service, tx),
    write: async (tx, id, parts) => {
      const view = viewOf(tx)
      const write = async (work: (tx: Tx) => Promise<unknown>) => {
        throw new Written(await work(tx))
      }
      try {
        await reply(view.service, id, parts, { reader: tx, write: write as Access['write'] }, false)
      } catch (error) {
        if (error instanceof Written) return error.value
        throw error
      } finally {
        view.forget()
      }
      throw new Error(`${id} writes nothing`)
    },
  }
}

const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})()
