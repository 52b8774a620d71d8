import type { ObjectDifferenceView, OrderDifferenceView } from '#contract/gatehouse/comparison.ts'
import type { Choice, Preference } from '#contract/gatehouse/pull.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { counted } from '#ui/lib/numbers.ts'

/** What is decided: a field of an object, an object, the order of a list, or all of a kind. */
export type Place = readonly [kind: SyncKind, difference?: string, path?: string]

/** Who wins, by place as JSON; the narrower one decides. */
export type Decisions = ReadonlyMap<string, Preference>

/** A list of objects that both sides have reordered. */
export type OrderConflict = OrderDifferenceView

/** The fields of an object that both sides have changed. */
const conflictingFields = ({ fields }: ObjectDifferenceView) =>
  fields.filter(({ direction }) => direction === 'conflict')

/** Who wins at a place, as far as that is decided. */
export function winnerAt(decisions: Decisions, [kind, difference, path]: Place): Preference | null {
  const places: Place[] = [[kind, difference, path], [kind, difference], [kind]]
  return places.map((place) => decisions.get(keyOf(place))).find((one) => one !== undefined) ?? null
}

const keyOf = (place: Place) => JSON.stringify(place.filter((part) => part !== undefined))

/** What is decided by itself. */
type Conflict = ObjectDifferenceView | OrderConflict

/** Who wins in each part that has to be decided. */
function winnersIn(decisions: Decisions, one: Conflict): (Preference | null)[] {
  const fields = 'fields' in one ? conflictingFields(one) : []
  if (fields.length === 0) return [winnerAt(decisions, [one.kind, one.id])]
  return fields.map(({ path }) => winnerAt(decisions, [one.kind, one.id, path]))
}

export const isDecided = (decisions: Decisions, one: Conflict): boolean =>
  winnersIn(decisions, one).every((winner) => winner !== null)

/** Who wins in all of these; null where that is not decided, or not the same everywhere. */
export function commonWinner(decisions: Decisions, all: readonly Conflict[]): Preference | null {
  const winners = new Set(all.flatMap((one) => winnersIn(decisions, one)))
  const [only] = winners
  return winners.size === 1 ? (only ?? null) : null
}

/** Decides for a place, and so for all that is within it. */
export function withDecision(decisions: Decisions, place: Place, prefer: Preference): Decisions {
  const key = keyOf(place)
  const within = `${key.slice(0, -1)},`
  const others = [...decisions].filter(([other]) => other !== key && !other.startsWith(within))
  return new Map([...others, [key, prefer]])
}

/** The decisions as a pull takes them. */
export function choicesOf(decisions: Decisions): Choice[] {
  return [...decisions].map(([key, prefer]) => {
    const [kind, difference, path] = JSON.parse(key) as Place
    return { kind, ...(difference !== undefined && { difference }), ...(path !== undefined && { path }), prefer }
  })
}

/**
 * What a choice does to an object, beyond what both sides have changed of it; empty for nothing. WHY: who wins is decided of that alone, while what only
 * the remote has changed is brought in any case.
 */
export function effectText(winner: Preference | null, one: ObjectDifferenceView, remote: string): string {
  const { ours, theirs, fields } = one
  if (winner === 'remote' && !theirs) return 'Will be deleted here'
  if (winner === 'remote' && !ours) return 'Will be created here'
  const brought = fields.filter(({ direction }) => direction === 'incoming').length
  if (winner !== 'workspace' || brought === 0) return ''
  return `${counted(brought, 'other field')} still ${brought === 1 ? 'comes' : 'come'} from ${remote}`
}
