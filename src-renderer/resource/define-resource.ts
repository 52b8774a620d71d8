import { KINDS } from '#contract/kinds.ts'
import type { ReviewableOperation } from '#contract/routes/change-reviews.ts'
import type { OperationId } from '#contract/routes/index.ts'
import type { Item, ListOperation, Page, Reply } from '#contract/routes/lists.ts'
import { api, type CallInput } from '#ui/api/client.ts'
import { reviewStep, type ReviewStep } from '#ui/api/review-steps.ts'
import type { PageKind } from '#ui/domain/kinds.ts'
import { listPathOf } from '#ui/domain/paths.ts'

/** Objects on one page of a list: the default of the interface, within 20 and 200. */
const shownOf = (page: { fallback: number } | null) => Math.min(Math.max(page?.fallback ?? 0, 20), 200)
/** The largest page that every list gives. */
const MOST = 200

/** What the kit must know of any object. */
export interface Entity {
  id: string
  status?: string
}

type ParamsOf<Id extends OperationId> = keyof NonNullable<CallInput<Id>['params']>

/** Operations whose path names one object, by this parameter, and nothing else. */
type OperationOn<Param extends string> = {
  [Id in OperationId]: [ParamsOf<Id>, Param] extends [Param, ParamsOf<Id>] ? Id : never
}[OperationId]

/** Operations that name no object and answer with one of this type: those that make one. */
type OperationMaking<One> = {
  [Id in OperationId]: string extends ParamsOf<Id> ? (Reply<Id> extends One ? Id : never) : never
}[OperationId]

/** The operations of a kind of object, by their ids in the contract; a wrong id does not compile. */
interface Operations<Param extends string, List extends ListOperation> {
  list: List
  get: OperationOn<Param>
  create?: OperationMaking<Item<List>>
  replace?: OperationOn<Param>
  remove?: OperationOn<Param>
  activate?: OperationOn<Param>
  deactivate?: OperationOn<Param>
}

/** The placeholder for the ids of a kind, in the paths of the contract. */
type ParamOf<Kind extends PageKind> = (typeof KINDS)[Kind]['param']

/** What `contract/kinds.ts` does not know of a kind. */
export interface ResourceSpec<Kind extends PageKind, List extends ListOperation> {
  kind: Kind
  /** As it is called in a sentence, where its page has a shorter word. */
  one?: string
  /** Of its list page, and the label of the link back to it. */
  title: string
  operations: Operations<ParamOf<Kind>, List>
  /** Whether its changes can affect access, so that they are reviewed first. */
  reviewed?: boolean
  /** What deleting one is called, on a button and after it; "Delete" and "deleted" unless said. */
  removal?: Removal
  /** Whether policies can name one; unless said, they can. */
  namable?: false
  /** What the request that makes one carries beside the body. */
  createQuery?: Readonly<Record<string, string>>
  nameOf: (object: Item<List>) => string
}

/** A word for deleting, as a verb and as what was done. */
interface Removal {
  readonly verb: string
  readonly done: string
}

/** What changes an object. */
type ChangingVerb = 'create' | 'replace' | 'remove' | 'activate' | 'deactivate'

/** The operations of a kind by what they do. */
type ResourceOperations = { readonly list: OperationId; readonly get: OperationId } & {
  readonly [Verb in ChangingVerb]?: OperationId
}

/** A kind of object as the kit handles it: what it is called, where its pages are, and its operations. */
export interface Resource<One extends Entity = Entity> {
  readonly kind: PageKind
  readonly one: string
  readonly many: string
  readonly title: string
  /** The address of its list page. */
  readonly path: string
  /** Whether it can be switched off and on. */
  readonly lifecycle: boolean
  /** Whether it can be deleted. */
  readonly removable: boolean
  readonly removal: Removal
  /** Whether policies can name one. */
  readonly namable: boolean
  /** The steps of a change, where changes are reviewed; null where they are not. */
  stepsOf(verb: ChangingVerb, id: string | null, body?: object): ReviewStep[] | null
  /** The operation of each verb; absent where the kind has none. */
  readonly operations: ResourceOperations
  /** The read of one object, as "Copy as curl" shows it. */
  readonly get: OperationId
  nameOf(object: One): string
  /** The parameters of an operation on one object. */
  paramsOf(id: string): Record<string, string>
  readPage(query: object, signal?: AbortSignal): Promise<Page<One>>
  readAll(signal?: AbortSignal, query?: object): Promise<One[]>
  read(id: string, signal?: AbortSignal): Promise<One>
  /** @param reason here and below: why; empty where nothing is said */
  create(body: object, reason?: string): Promise<One>
  replace(id: string, body: object, reason?: string): Promise<One>
  remove(id: string, reason?: string): Promise<void>
  setActive(id: string, active: boolean, reason?: string): Promise<void>
}

/** What the dialog that makes or edits an object needs of its kind. */
export type Editable<One extends Entity> = Pick<Resource<One>, 'one' | 'nameOf' | 'stepsOf' | 'create' | 'replace'>

/**
 * Declares a kind of object once, for its list, its page or drawer, and its dialogs. The functions of the result throw
 * ApiError as the client does, and Error where the kind has no such operation: a programming mistake.
 */
export function defineResource<const Kind extends PageKind, const List extends ListOperation>(
  spec: ResourceSpec<Kind, List>,
): Resource<Item<List> & Entity> {
  type One = Item<List> & Entity
  const { operations } = spec
  const { singular, plural, param } = KINDS[spec.kind]
  const paramsOf = (id: string) => ({ [param]: id })
  // WHY the cast: which operation is called is data here, and each has types of its own; `Operations` has checked the ids.
  const call = <T>(verb: keyof typeof operations, input: object) => {
    const id: OperationId | undefined = operations[verb]
    if (!id) throw new Error(`${spec.title}: no operation to ${verb}`)
    return api.call(id, input as never) as Promise<T>
  }
  const on = <T>(verb: keyof typeof operations, id: string, input: object = {}) =>
    call<T>(verb, { params: paramsOf(id), ...input })
  const { page } = KINDS[spec.kind]
  const pages = (limit: number) => (page ? { limit } : {})
  const stepsOf: Resource['stepsOf'] = (verb, id, body) => {
    const operation = spec.reviewed && operations[verb]
    // WHY the cast: which of them can be reviewed is data here, and the service refuses others.
    return operation
      ? [reviewStep(operation as ReviewableOperation, { params: id ? paramsOf(id) : {}, body } as never)]
      : null
  }
  return {
    stepsOf,
    kind: spec.kind,
    one: spec.one ?? singular,
    many: plural,
    title: spec.title,
    path: listPathOf(spec.kind),
    lifecycle: operations.activate !== undefined,
    removable: operations.remove !== undefined,
    removal: spec.removal ?? { verb: 'Delete', done: 'deleted' },
    namable: spec.namable ?? true,
    operations,
    get: operations.get,
    nameOf: spec.nameOf,
    paramsOf,
    readPage: (query, signal) =>
      api.page(operations.list, { query: { ...pages(shownOf(page)), ...query }, signal } as never) as Promise<
        Page<One>
      >,
    readAll: (signal, query) =>
      api.all(operations.list, { query: { ...pages(MOST), ...query }, signal } as never) as Promise<One[]>,
    read: (id, signal) => on('get', id, { signal }),
    create: (body, reason) =>
      call('create', { body, reason, ...(spec.createQuery ? { query: spec.createQuery } : {}) }),
    replace: (id, body, reason) => on('replace', id, { body, reason }),
    remove: (id, reason) => on('remove', id, { reason }),
    setActive: (id, active, reason) => on(active ? 'activate' : 'deactivate', id, { reason }),
  }
}
