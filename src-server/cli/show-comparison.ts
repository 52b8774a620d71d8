import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import type { Direction, ObjectDifferenceView, OrderDifferenceView } from '#contract/gatehouse/comparison.ts'
import type { PeopleRead } from '#contract/gatehouse/people-read.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { ComparisonViews } from '#sync/compare/comparison-view.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { choosable, choosableOrder, openPaths, quoted } from './choices.ts'
import { say } from './command.ts'
import { impactLines } from './impact-lines.ts'

/** What the two sides of a comparison are called, such as `workspace` and `folder`. */
interface SideNames {
  ours: string
  theirs: string
}

interface Shown {
  json?: boolean | undefined
  /** Of a pull; null: it was not asked for. */
  review?: ChangeReview | null
}

/**
 * Prints a comparison, as lines or as one line of JSON.
 * @returns the status to end with: 0 no difference, 2 some, or objects of which nothing says which is which, 3 conflicts among them
 */
export function showComparison(
  comparison: ComparisonViews,
  names: SideNames,
  { json = false, review = null }: Shown = {},
): number {
  const { summary, differences } = comparison
  const impact = review ? impactLines(review, 'A pull').map(plainLine) : []
  if (json) say(JSON.stringify({ ...summary, differences, ...(review ? { impact: review } : {}) }))
  else for (const line of [...comparisonLines(comparison, names), ...impact]) say(line)
  const directions = [...differences, ...summary.orders].map(({ direction }) => direction)
  if (directions.includes('conflict')) return 3
  return directions.length + summary.ambiguous.length === 0 ? 0 : 2
}

/** A comparison as lines: each object with its fields, by direction; orders, what was left out, and how many there are. */
export function comparisonLines(comparison: ComparisonViews, names: SideNames): string[] {
  return linesOf(comparison, names).map(plainLine)
}

/** What has to be looked at first comes last, next to the counts. */
const GROUPS = ['unknown', 'outgoing', 'incoming', 'both', 'conflict'] as const satisfies readonly Direction[]

const titleOf = (direction: Direction, { ours, theirs }: SideNames): string =>
  ({
    incoming: `Incoming, changed in the ${theirs}:`,
    outgoing: `Outgoing, changed in the ${ours}:`,
    both: 'Changed in both, each in other fields:',
    conflict: 'Conflicts, changed in both:',
    unknown: 'Unknown where it was changed:',
  })[direction]

function linesOf({ summary, differences }: ComparisonViews, names: SideNames): string[] {
  const { orders, ambiguous, unread, objects, people } = summary
  const all = [...differences, ...orders]
  // Without a base no difference has a direction.
  const isDirected = all.some(({ direction }) => direction !== 'unknown')
  return [
    ...GROUPS.flatMap((group) => {
      const isOfGroup = ({ direction }: { direction: Direction }) => direction === group
      const lines = [
        ...differences
          .filter(isOfGroup)
          .flatMap((one) => [...objectLines(one, names), ...choiceLines(one, differences)]),
        ...orders.filter(isOfGroup).flatMap((order) => [orderLine(order), ...orderChoiceLines(order, orders)]),
      ]
      if (group === 'conflict' && lines.length > 0) lines.push(HOW_TO_CHOOSE)
      return isDirected && lines.length > 0 ? [titleOf(group, names), ...lines.map((line) => `  ${line}`)] : lines
    }),
    ...ambiguous.map(
      ({ kind, name, ours, theirs }) =>
        `cannot tell: ${SYNCED_KINDS[kind].singular} ${name} is there ${ours.length} times in the ${names.ours}, ${theirs.length} times in the ${names.theirs}`,
    ),
    ...unreadLines('not compared', unread),
    ...peopleLines(people),
    `${countOf(all)}; ${objects.ours} objects in the ${names.ours} and ${objects.theirs} in the ${names.theirs} were compared.`,
  ]
}

/** What a side could not say. @param title what was not done with it */
export const unreadLines = (title: string, unread: ComparisonViews['summary']['unread']): string[] =>
  unread.map(({ kind, call, reason }) => `${title}: ${SYNCED_KINDS[kind].plural}${call ? ` (${call})` : ''}: ${reason}`)

/** What was made of the people of a remote. @param people absent: all are as they are there */
export function peopleLines(people: PeopleRead | undefined): string[] {
  if (people?.mode === 'SEARCH') return [`left out: people outside of the search: ${people.outside}`]
  if (!people) return []
  const { kept, unreadable } = people
  return [
    ...unreadable.map(
      ({ kind, name, reason }) => `nothing is kept for: ${SYNCED_KINDS[kind].singular} ${name}: ${reason}`,
    ),
    `pseudonyms, with what rules read: ${kept.join(', ') || 'nothing'}`,
  ]
}

const COUNTED: Readonly<Partial<Record<Direction, string>>> = { both: 'changed in both', conflict: 'in conflict' }

function countOf(all: readonly { direction: Direction }[]): string {
  if (all.length === 0) return 'No difference'
  const counted = GROUPS.map((group) => ({ group, count: all.filter(({ direction }) => direction === group).length }))
  const parts = counted.filter(({ group, count }) => count > 0 && group !== 'unknown')
  const told = parts.map(({ group, count }) => `${count} ${COUNTED[group] ?? group}`)
  const directions = told.length > 0 ? ` (${told.join(', ')})` : ''
  return `${all.length} ${all.length === 1 ? 'difference' : 'differences'}${directions}`
}

/** Below the conflicts, which only a side has that can be pulled from. */
const HOW_TO_CHOOSE =
  '`sync pull --choose WHAT=remote` decides one, or WHAT=workspace; its kind alone decides all of the kind.'

/** What can be typed behind `--choose` for a conflict. */
function choiceLines(one: ObjectDifferenceView, all: readonly ObjectDifferenceView[]): string[] {
  if (one.direction !== 'conflict') return []
  const what = choosable(one, all)
  const paths = openPaths(one)
  // Of a single field the object says as much.
  const fields = paths.length > 1 ? paths.map((path) => `${what}:${path}`) : []
  return [`  choose: ${[what, ...fields].map(quoted).join(' or ')}`]
}

const orderChoiceLines = (order: OrderDifferenceView, all: readonly OrderDifferenceView[]) =>
  order.direction === 'conflict' ? [`  choose: ${quoted(choosableOrder(order, all))}`] : []

const orderLine = ({ kind, parent, list }: OrderDifferenceView) =>
  `order of ${SYNCED_KINDS[kind].plural} (${parent ?? list}): not the same`

function objectLines({ kind, name, parent, direction, ours, theirs, fields }: ObjectDifferenceView, names: SideNames) {
  const title = `${SYNCED_KINDS[kind].singular} ${parent === null ? name : `${name} of ${parent}`}`
  const only = !ours ? `: only in the ${names.theirs}` : !theirs ? `: only in the ${names.ours}` : ''
  return [
    `${title}${only}`,
    ...fields.map((field) => {
      const values = `${names.ours} ${cutText(field.ours)}, ${names.theirs} ${cutText(field.theirs)}`
      // Only one of its fields may be a conflict.
      return `  ${field.path}: ${values}${field.direction === direction ? '' : ` (${field.direction})`}`
    }),
  ]
}

const LONGEST = 200
/** A value as JSON; a long one is cut. */
export function cutText(value: unknown): string {
  const json = JSON.stringify(value)
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json
}
