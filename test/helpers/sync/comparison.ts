import type { Comparison } from '#sync/compare/compare-snapshots.ts'

/** A comparison as lines that a failing test can show. */
export const inWords = ({ differences, orders, ambiguous, unread }: Comparison) => [
  ...differences.map(
    ({ kind, name, direction, ours, theirs, fields }) =>
      `${direction} ${kind} ${name}: ${ours ? (theirs ? fields.map(({ path, ours: a, theirs: b }) => `${path} ${JSON.stringify(a)} | ${JSON.stringify(b)}`).join(', ') : 'only ours') : 'only theirs'}`,
  ),
  ...orders.map(({ kind, list, direction }) => `${direction} order of ${kind} ${list}`),
  ...ambiguous.map(({ kind, name }) => `ambiguous ${kind} ${name}`),
  ...unread.map(({ kind, call, reason }) => `unread ${kind} ${call}: ${reason}`),
]
