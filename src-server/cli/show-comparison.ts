import type { Direction, ObjectDifferenceView } from '#contract/gatehouse/comparison.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { ComparisonViews } from '#sync/compare/comparison-view.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { say } from './command.ts'

/** What the two sides of a comparison are called, such as `workspace` and `folder`. */
interface SideNames {
  ours: string
  theirs: string
}

/**
 * Prints a comparison, as lines or as one line of JSON.
 * @returns the status to end with: 0 no difference, 2 some, or objects of which nothing says which is which, 3 conflicts among them
 */
export function showComparison(comparison: ComparisonViews, names: SideNames, json = false): number {
  const { summary, differences } = comparison
  if (json) say(JSON.stringify({ ...summary, differences }))
  else for (const line of comparisonLines(comparison, names)) say(line)
  const directions = [...differences, ...summary.orders].map(({ direction }) => direction)
  if (directions.includes('conflict')) return 3
  return directions.length + summary.ambiguous.length === 0 ? 0 : 2
}

const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  incoming: ' (incoming)',
  outgoing: ' (outgoing)',
  conflict: ' (CONFLICT)',
  unknown: '',
}

/** A comparison as lines: each object with its fields, orders, what was left out, and how many there are. */
export function comparisonLines(comparison: ComparisonViews, names: SideNames): string[] {
  return linesOf(comparison, names).map(plainLine)
}

function linesOf({ summary, differences }: ComparisonViews, names: SideNames): string[] {
  const { orders, ambiguous, unread, objects } = summary
  const count = differences.length + orders.length
  const counted = count === 0 ? 'No difference' : `${count} ${count === 1 ? 'difference' : 'differences'}`
  return [
    ...differences.flatMap((difference) => objectLines(difference, names)),
    ...orders.map(
      ({ kind, parent, list, direction }) =>
        `order of ${SYNCED_KINDS[kind].plural} (${parent ?? list}): not the same${DIRECTION_WORDS[direction]}`,
    ),
    ...ambiguous.map(
      ({ kind, name, ours, theirs }) =>
        `cannot tell: ${SYNCED_KINDS[kind].singular} ${name} is there ${ours.length} times in the ${names.ours}, ${theirs.length} times in the ${names.theirs}`,
    ),
    ...unread.map(
      ({ kind, call, reason }) => `not compared: ${SYNCED_KINDS[kind].plural}${call ? ` (${call})` : ''}: ${reason}`,
    ),
    `${counted}; ${objects.ours} objects in the ${names.ours} and ${objects.theirs} in the ${names.theirs} were compared.`,
  ]
}

function objectLines({ kind, name, parent, direction, ours, theirs, fields }: ObjectDifferenceView, names: SideNames) {
  const title = `${SYNCED_KINDS[kind].singular} ${parent === null ? name : `${name} of ${parent}`}`
  const only = !ours ? `: only in the ${names.theirs}` : !theirs ? `: only in the ${names.ours}` : ''
  return [
    `${title}${only}${DIRECTION_WORDS[direction]}`,
    ...fields.map(
      (field) =>
        `  ${field.path}: ${names.ours} ${text(field.ours)}, ${names.theirs} ${text(field.theirs)}${DIRECTION_WORDS[field.direction]}`,
    ),
  ]
}

const LONGEST = 200
function text(value: unknown): string {
  const json = JSON.stringify(value)
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json
}
