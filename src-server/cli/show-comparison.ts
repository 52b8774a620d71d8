import type { Direction } from '#contract/gatehouse/comparison.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { plainLine } from '#verifier/plain-line.ts'
import type { Comparison, ObjectDifference } from '#sync/compare/compare-snapshots.ts'

/** What the two sides of a comparison are called, such as `workspace` and `folder`. */
interface SideNames {
  ours: string
  theirs: string
}

/** The status that a comparison ends with: 0 no difference, 2 some, 3 conflicts among them. */
export function statusOf({ differences, orders }: Comparison): number {
  const directions = [...differences, ...orders].map(({ direction }) => direction)
  if (directions.includes('conflict')) return 3
  return directions.length === 0 ? 0 : 2
}

const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  incoming: 'incoming',
  outgoing: 'outgoing',
  conflict: 'CONFLICT',
  unknown: '',
}

/** A comparison as lines: each object with its fields, orders, what was left out, and how many there are. */
export function comparisonLines(comparison: Comparison, names: SideNames): string[] {
  return linesOf(comparison, names).map(plainLine)
}

function linesOf(comparison: Comparison, names: SideNames): string[] {
  const { differences, orders, ambiguous, unread, compared } = comparison
  const count = differences.length + orders.length
  return [
    ...differences.flatMap((difference) => objectLines(difference, names)),
    ...orders.map(({ kind, list, direction }) =>
      withDirection(`order of ${SYNCED_KINDS[kind].plural} (${list}): not the same`, direction),
    ),
    ...ambiguous.map(
      ({ kind, name, ours, theirs }) =>
        `cannot tell: ${SYNCED_KINDS[kind].singular} ${name} is there ${ours.length} times in the ${names.ours}, ${theirs.length} times in the ${names.theirs}`,
    ),
    ...unread.map(
      ({ kind, call, reason }) => `not compared: ${SYNCED_KINDS[kind].plural}${call ? ` (${call})` : ''}: ${reason}`,
    ),
    count === 0
      ? `No difference; ${compared} objects were compared.`
      : `${count} ${count === 1 ? 'difference' : 'differences'}; ${compared} objects were compared.`,
  ]
}

function objectLines({ kind, name, direction, ours, theirs, fields }: ObjectDifference, names: SideNames): string[] {
  const title = `${SYNCED_KINDS[kind].singular} ${name}`
  if (!ours) return [withDirection(`${title}: only in the ${names.theirs}`, direction)]
  if (!theirs) return [withDirection(`${title}: only in the ${names.ours}`, direction)]
  return [
    withDirection(title, direction),
    ...fields.map((field) =>
      withDirection(
        `  ${field.path}: ${names.ours} ${text(field.ours)}, ${names.theirs} ${text(field.theirs)}`,
        field.direction,
      ),
    ),
  ]
}

const withDirection = (line: string, direction: Direction) =>
  DIRECTION_WORDS[direction] ? `${line} (${DIRECTION_WORDS[direction]})` : line

const LONGEST = 200
function text(value: unknown): string {
  const json = JSON.stringify(value)
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json
}
