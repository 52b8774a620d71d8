import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { Page } from '#db/page.ts'
import type { Service } from '#operations/service/service.ts'
import type { HandlerInput } from '../reply.ts'
import type { Route } from '#contract/interface/route.ts'

type Source = Pick<HandlerInput<Route>, 'service' | 'reader'>
type Input = Source & Pick<HandlerInput<Route>, 'write' | 'batchedWrite' | 'base'>
/** A request below other objects: their ids, by the placeholders of the path. */
type Below<Parents> = Input & { params: Parents }
type OfOne<Param extends string, Parents> = Input & { params: Record<Param, string> & Parents }

/** What a use case may need beside its input. */
interface Place<Parents> {
  service: Service
  params: Parents
}

/** What sets objects apart: their use cases and how a record is shown. */
interface Objects<Param extends string, Stored, View, Create, Replace, Parents> {
  /** The path's placeholder for an id. */
  param: Param
  require: (reader: Reader, id: string, place: Place<Parents>) => Stored | Promise<Stored>
  /** Whether many are made at once by scripts, so that those who wait share a transaction: {@link create} must be fit to run twice. */
  madeByMany?: boolean
  /** @returns the id */
  create: (tx: Tx, body: Create, query: { activate?: boolean | undefined }, place: Place<Parents>) => Promise<string>
  replace: (tx: Tx, id: string, body: Replace, place: Place<Parents>) => Promise<unknown>
  remove: (tx: Tx, id: string, place: Place<Parents>) => Promise<void>
  setStatus?: (tx: Tx, id: string, status: ActiveStatus, place: Place<Parents>) => Promise<void>
  present: (record: Stored, base: string, engine: Engine) => View
}

/**
 * The handlers that every kind of object has: what is written is read again as it was committed, and shown. The outgoing guard holds
 * the views against the route's own schema.
 */
export function objectHandlers<Param extends string, Stored, View, Create, Replace, Parents = object>(
  objects: Objects<Param, Stored, View, Create, Replace, Parents>,
) {
  const { param, require, create, replace, remove, setStatus, present } = objects
  const show = async (input: Below<Parents>, id: string) => ({
    body: present(await require(input.reader, id, input), input.base, input.reader.engine),
  })
  const switchTo = (status: ActiveStatus) => async (input: OfOne<Param, Parents>) => {
    await input.write(async (tx) => setStatus?.(tx, input.params[param], status, input))
    return input
  }
  const [activate, deactivate] = [switchTo('ACTIVE'), switchTo('INACTIVE')]
  return {
    create: async (input: Below<Parents> & { body: Create; query: object }) => {
      const { body, query } = input
      const write = objects.madeByMany ? input.batchedWrite : input.write
      return show(input, await write((tx) => create(tx, body, query, input)))
    },
    get: (input: OfOne<Param, Parents>) => show(input, input.params[param]),
    replace: async (input: OfOne<Param, Parents> & { body: Replace }) => {
      await input.write((tx) => replace(tx, input.params[param], input.body, input))
      return show(input, input.params[param])
    },
    remove: async (input: OfOne<Param, Parents>) => {
      await input.write((tx) => remove(tx, input.params[param], input))
      return { body: undefined }
    },
    /** Replies with the object. */
    activate: async (input: OfOne<Param, Parents>) => show(await activate(input), input.params[param]),
    deactivate: async (input: OfOne<Param, Parents>) => show(await deactivate(input), input.params[param]),
    /** Replies with a body of its own. */
    activateQuietly: async <Body>(input: OfOne<Param, Parents>, body: Body) => activate(input).then(() => ({ body })),
    deactivateQuietly: async <Body>(input: OfOne<Param, Parents>, body: Body) =>
      deactivate(input).then(() => ({ body })),
  }
}

/**
 * Views of records that stay as they are, as those of a snapshot or of a cache do: each is made once. A change makes another
 * record, and the old one goes with its view.
 */
export function keptView<Stored extends object, View>(
  present: (record: Stored, base: string, engine: Engine) => View,
): (record: Stored, base: string, engine: Engine) => View {
  const kept = new WeakMap<Stored, View>()
  return (record, base, engine) => {
    const view = kept.get(record) ?? present(record, base, engine)
    kept.set(record, view)
    return view
  }
}

/** Objects with their list. */
interface Collection<Param extends string, Stored, View, Query, Create, Replace> extends Objects<
  Param,
  Stored,
  View,
  Create,
  Replace,
  object
> {
  list: (source: Source, query: Query) => Promise<Page<Stored>>
}

/** The handlers of a collection: those of {@link objectHandlers}, and its list. */
export function collectionHandlers<Param extends string, Stored, View, Query, Create, Replace>(
  collection: Collection<Param, Stored, View, Query, Create, Replace>,
) {
  const { list, present } = collection
  const pageOf = async (input: Input & { query: Query }) => {
    const { items, next } = await list(input, input.query)
    return { body: items.map((record) => present(record, input.base, input.reader.engine)), next }
  }
  return {
    ...objectHandlers(collection),
    list: pageOf,
    /** Of a list that comes whole, so that its reply is no page. */
    listWhole: async (input: Input & { query: Query }) => ({ body: (await pageOf(input)).body }),
  }
}
