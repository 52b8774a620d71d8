import { READING_REASONS, type PullSummary, type ReadingReason } from '#contract/gatehouse/pull.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { say } from './command.ts'
import { peopleLines, unreadLines } from './show-comparison.ts'

/**
 * Prints what a pull has done, as lines or as one line of JSON.
 * @returns the status to end with: 0 all was taken over, 1 the workspace refused some of it, 3 conflicts remain
 */
export function showPull(summary: PullSummary, json = false): number {
  for (const line of json ? [JSON.stringify(summary)] : pullLines(summary)) say(line)
  if (summary.refused.length > 0) return 1
  return summary.conflicts > 0 ? 3 : 0
}

/** What a pull has done: what was written by kind, what was refused or is not known, conflicts, and how many objects there are. */
export function pullLines({ objects, counts, conflicts, refused, unread, people, whole }: PullSummary): string[] {
  const written = counts.reduce((sum, one) => sum + one.created + one.changed + one.removed + (one.moved ?? 0), 0)
  return [
    ...counts.map(({ kind, created, changed, removed, moved = 0 }) => {
      const parts = Object.entries({ created, changed, removed, moved }).filter(([, count]) => count > 0)
      return `${SYNCED_KINDS[kind].plural}: ${parts.map(([what, count]) => `${count} ${what}`).join(', ')}`
    }),
    ...refused.map(({ kind, name, reason }) => `refused: ${SYNCED_KINDS[kind].singular} ${name}: ${reason}`),
    ...unreadLines('not pulled', unread),
    ...peopleLines(people),
    ...conflictLines(conflicts),
    ...(whole === undefined ? [] : [readingLine(whole)]),
    `${written === 0 ? 'Nothing was changed' : `${objectsOf(written)} changed`}; the remote has ${objects}.`,
  ].map(plainLine)
}

const readingLine = (whole: ReadingReason | null) =>
  whole === null ? 'Only what its log names was read.' : `Everything was read: ${READING_REASONS[whole]}.`

const objectsOf = (count: number) => (count === 1 ? '1 object was' : `${count} objects were`)

function conflictLines(conflicts: number): string[] {
  if (conflicts === 0) return []
  const counted = conflicts === 1 ? '1 conflict remains' : `${conflicts} conflicts remain`
  return [`${counted}: both sides have changed the same. \`sync compare\` shows what, --choose or --prefer decides.`]
}
