import { ApiError } from '#contract/interface/api-error.ts'
import type { KindName } from '#contract/kinds.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { Principal } from './request-context.ts'

/** Something that is done to objects: an act, by the event that it leaves, or reading them. */
export type Action = EventType | 'read'

/** Which objects of a kind a list shows. */
export interface Visible {
  /** False where it shows none. */
  readonly isAny: boolean
  /** Holds for the rows that it shows; SQL for a `WHERE`, without values. */
  readonly condition: string
  /** What it shows of a list in memory. */
  of<T>(items: readonly T[]): T[]
}

const ALL: Visible = { isAny: true, condition: '1', of: (items) => [...items] }
const NONE: Visible = { isAny: false, condition: '0', of: () => [] }

/**
 * What each kind of principal may act on and see: the one table behind `authorize` and `visible`. Roles will come in here; until
 * then a row is the same for every action and kind of object.
 */
const RIGHTS: Readonly<Record<Principal['kind'], Visible>> = { system: ALL, user: ALL, none: NONE }

type Caller = Pick<Principal, 'kind'>

/** What lists of a kind show a principal. */
export function visibleTo({ kind }: Caller, _action: Action, _listed: KindName): Visible {
  return RIGHTS[kind]
}

/** @throws ApiError E0000006 for what the principal may not do */
export function assertMay({ kind }: Caller, _action: Action): void {
  if (!RIGHTS[kind].isAny) throw new ApiError('E0000006')
}
