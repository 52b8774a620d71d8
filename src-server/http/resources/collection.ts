import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { Page } from '#db/page.ts'
import type { HandlerInput } from '../reply.ts'
import type { Route } from '#contract/interface/route.ts'

type Source = Pick<HandlerInput<Route>, 'service' | 'reader'>
type Input = Source & Pick<HandlerInput<Route>, 'write' | 'base'>
type OfOne<Param extends string> = Input & { params: Record<Param, string> }

/** What sets a collection apart: its use cases and how a record is shown. */
interface Collection<Param extends string, Stored, View, Query, Create, Replace> {
  /** The path's placeholder for an id. */
  param: Param
  list: (source: Source, query: Query) => Promise<Page<Stored>>
  require: (reader: Reader, id: string, source: Source) => Promise<Stored>
  /** @returns the id */
  create: (tx: Tx, body: Create, query: { activate?: boolean | undefined }, source: Source) => Promise<string>
  replace: (tx: Tx, id: string, body: Replace, source: Source) => Promise<void>
  remove: (tx: Tx, id: string) => Promise<void>
  setStatus?: (tx: Tx, id: string, status: ActiveStatus) => Promise<void>
  present: (record: Stored, base: string, engine: Engine) => View
}

/**
 * The handlers that every collection has: what is written is read again as it was committed, and shown. The outgoing guard holds
 * the views against the route's own schema.
 */
export function collectionHandlers<Param extends string, Stored, View, Query, Create, Replace>(
  collection: Collection<Param, Stored, View, Query, Create, Replace>,
) {
  const { param, list, require, create, replace, remove, setStatus, present } = collection
  const show = async (input: Input, id: string) => ({
    body: present(await require(input.reader, id, input), input.base, input.reader.engine),
  })
  const switchTo = (status: ActiveStatus) => async (input: OfOne<Param>) => {
    await input.write(async (tx) => setStatus?.(tx, input.params[param], status))
    return input
  }
  const [activate, deactivate] = [switchTo('ACTIVE'), switchTo('INACTIVE')]
  return {
    list: async (input: Input & { query: Query }) => {
      const { items, next } = await list(input, input.query)
      return { body: items.map((record) => present(record, input.base, input.reader.engine)), next }
    },
    create: async (input: Input & { body: Create; query: object }) => {
      const { write, body, query } = input
      return show(input, await write((tx) => create(tx, body, query, input)))
    },
    get: (input: OfOne<Param>) => show(input, input.params[param]),
    replace: async (input: OfOne<Param> & { body: Replace }) => {
      await input.write((tx) => replace(tx, input.params[param], input.body, input))
      return show(input, input.params[param])
    },
    remove: async ({ write, params }: OfOne<Param>) => {
      await write((tx) => remove(tx, params[param]))
      return { body: undefined }
    },
    /** Replies with the object. */
    activate: async (input: OfOne<Param>) => show(await activate(input), input.params[param]),
    deactivate: async (input: OfOne<Param>) => show(await deactivate(input), input.params[param]),
    /** Replies with a body of its own. */
    activateQuietly: async <Body>(input: OfOne<Param>, body: Body) => activate(input).then(() => ({ body })),
    deactivateQuietly: async <Body>(input: OfOne<Param>, body: Body) => deactivate(input).then(() => ({ body })),
  }
}
