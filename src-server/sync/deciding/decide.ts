import type { Choice, Preference, PullRequest } from '#contract/gatehouse/pull.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { FieldDifference, ObjectDifference } from '../compare/compare-snapshots.ts'
import { differencesAbove } from '../compare/difference-id.ts'
import type { SyncObject } from '../snapshot.ts'

/** Which side wins in a kind, an object or a field of it, or the order of a list; null: undecided. */
export type Winner = (kind: SyncKind, difference?: string, path?: string) => Preference | null

const placeOf = (kind: string, difference = '', path = '') => JSON.stringify([kind, difference, path])

/** Who wins by what a request says: the narrower choice decides. @param otherwise where it says nothing */
export function winnerBy({ choices = [], prefer }: PullRequest, otherwise: Preference | null): Winner {
  const known = new Map(
    choices.map(({ kind, difference, path, prefer }: Choice) => [placeOf(kind, difference, path), prefer]),
  )
  return (kind, difference, path) =>
    known.get(placeOf(kind, difference, path)) ??
    known.get(placeOf(kind, difference)) ??
    known.get(placeOf(kind)) ??
    prefer ??
    otherwise
}

/** What a pull does with an object that differs. */
export interface Decision {
  readonly act: 'create' | 'change' | 'remove' | null
  /** The fields that are taken over. */
  readonly taken: readonly FieldDifference[]
  /** What both sides have changed and stays as it is: fields, or the object as a whole. */
  readonly open: readonly FieldDifference[] | 'whole' | null
}

const NOTHING = { act: null, taken: [], open: null } as const
/** Of an object that stays on one side only. */
const STAYS: Decision = { ...NOTHING }
/** Of an object that stays as it is until it is decided. */
export const OPEN: Decision = { act: null, taken: [], open: 'whole' }

/** Of what stays with something that is open: nothing of its own has to be decided. */
export const WITH_PARENT: Decision = { ...OPEN }

/** What was decided about a difference, by its id. */
export type DecisionOf = (id: string) => Decision | undefined

/**
 * Decides what becomes of an object that differs. What belongs or relates to one that is on one side only goes the way of that: a group that stays
 * keeps its members, a person who stays their memberships, and a policy that is brought back has its rules. A choice of its own counts as far as that
 * leaves it; `overruled.ts` says where it does not.
 * @param decisionOf what was decided about another difference
 */
export function decideWithin(difference: WholeDifference, winner: Winner, decisionOf: DecisionOf): Decision {
  const decision = decide(difference, winner)
  const above = aboveOf(difference, decisionOf)?.decision
  if (!above) return decision
  const isLeft = decision.act === null && decision.open === null
  if (difference.ours && above.act === 'remove') return isLeft ? decision : { ...NOTHING, act: 'remove' }
  if (!difference.ours && above.act === 'create') return { ...NOTHING, act: 'create' }
  return isLeft ? decision : above.open ? WITH_PARENT : STAYS
}

type Whole = Parameters<typeof differencesAbove>[0]

interface DecidedAbove {
  readonly kind: SyncKind
  /** Whether the object belongs to it; else it relates to it. */
  readonly isParent: boolean
  readonly decision: Decision
}

/**
 * What was decided about what an object belongs to, or relates to, where that is on one side only as well. Of several that by which the object is on
 * the fewest sides: it is gone with any of them, and there only with all.
 */
export function aboveOf(difference: Whole, decisionOf: DecisionOf): DecidedAbove | undefined {
  const all = differencesAbove(difference).flatMap(({ id, ...about }) => {
    const decision = decisionOf(id)
    return decision && rankOf(decision) > 0 ? [{ ...about, decision }] : []
  })
  return all.toSorted((a, b) => rankOf(b.decision) - rankOf(a.decision))[0]
}

/** 0: it is no decision about an object that is on one side only. */
function rankOf(decision: Decision): number {
  if (decision.act === 'remove') return 4
  if (decision.open === 'whole') return 3
  if (decision === STAYS) return 2
  return decision.act === 'create' ? 1 : 0
}

/** A difference with its objects, whose parents decide along. */
export interface WholeDifference extends Difference {
  readonly ours: SyncObject | null
  readonly theirs: SyncObject | null
}

/** A difference as it is kept and shown: of the objects, whether they are there is enough. */
interface Difference extends Pick<ObjectDifference, 'kind' | 'direction'> {
  readonly id: string
  readonly ours: object | null
  readonly theirs: object | null
  readonly fields: readonly FieldDifference[]
}

/** Decides about an object by itself, whatever becomes of what it belongs to. */
export function decide({ id, kind, direction, ours, theirs, fields }: Difference, winner: Winner): Decision {
  if (ours && theirs) return decideFields(fields, (path) => winner(kind, id, path))
  const act = ours ? 'remove' : 'create'
  if (direction === 'incoming') return { ...NOTHING, act }
  if (direction === 'outgoing') return STAYS
  // Nothing says that it was deleted here, or there: it is added, and never taken away.
  if (direction === 'unknown') return ours ? STAYS : { ...NOTHING, act }
  const chosen = winner(kind, id)
  if (chosen === null) return OPEN
  return chosen === 'remote' ? { ...NOTHING, act } : STAYS
}

function decideFields(fields: readonly FieldDifference[], winner: (path: string) => Preference | null): Decision {
  const taken: FieldDifference[] = []
  const open: FieldDifference[] = []
  for (const field of fields) {
    const chosen =
      field.direction === 'incoming' ? 'remote' : field.direction === 'outgoing' ? 'workspace' : winner(field.path)
    if (chosen === 'remote') taken.push(field)
    if (chosen === null) open.push(field)
  }
  return { act: taken.length > 0 ? 'change' : null, taken, open: open.length > 0 ? open : null }
}
