import type { Reader } from '#audit-log/transaction.ts'
import { pairsByHand } from '#operations/connections/pairs.ts'
import type { GivenPairs } from '../compare/pair-objects.ts'
import { withoutLeavers } from '../people/only-people.ts'
import type { Snapshot, SyncObject } from '../snapshot.ts'
import { SyncError } from '../sync-error.ts'
import { organizationOf, type Base } from './base.ts'
import { withHandPairs } from './with-hand-pairs.ts'

interface Agreed {
  readonly base: Base | null
  /** Our keys by theirs, as both sides have agreed on and people have said. */
  readonly given: GivenPairs
}

/**
 * What both sides have agreed on as of a reading, and which of their objects are the same for that or because a person has said so: what every
 * comparison, pull and plan begins with.
 * @throws SyncError where it is another organization than the one that was pulled
 */
export async function agreedWith(
  reader: Reader,
  connectionId: string,
  { stored, theirs }: { stored: Base | null; theirs: Snapshot },
): Promise<Agreed> {
  assertSameOrganization(stored, theirs)
  const { base, given } = withHandPairs(stored, await pairsByHand(reader, connectionId))
  return { base: withoutLeft(base, theirs), given }
}

/**
 * Ends where a remote is another organization than the one that was pulled: nothing would be known of it, and all that was pulled would be taken for
 * deleted there.
 * @throws SyncError
 */
function assertSameOrganization(base: Base | null, theirs: Snapshot): void {
  const [before, now] = [base, theirs].map((side) => side && organizationOf(side))
  if (before && now && before.id !== now.id)
    throw new SyncError(
      `The remote is another organization (${now.name}) than the one that was pulled before (${before.name}): make a connection of its own for it.`,
    )
}

/**
 * What both sides have agreed on, without people whom the search of a connection does not find any more, and what belongs to them; and without what was
 * deleted there and made again from here.
 */
function withoutLeft(stored: Base | null, theirs: Snapshot): Base | null {
  const base = stored && withoutReplaced(stored, theirs)
  if (!base || theirs.people?.mode !== 'SEARCH') return base
  const { objects, left } = withoutLeavers(base, theirs)
  return { ...base, objects, left: [...(base.left ?? []), ...left] }
}

/** Without what is gone there and of which ours is paired with something else that is there, which a plan has made again. */
function withoutReplaced(base: Base, theirs: Snapshot): Base {
  const left: Pick<SyncObject, 'kind' | 'key'>[] = []
  const objects = new Map(base.objects)
  for (const [kind, pairs] of base.pairs) {
    const isThere = (key: string) => theirs.objects.get(kind)?.has(key) ?? false
    const found = new Set([...pairs].flatMap(([key, ourKey]) => (isThere(key) ? [ourKey] : [])))
    const replaced = [...pairs].filter(([key, ourKey]) => !isThere(key) && found.has(ourKey)).map(([key]) => key)
    if (replaced.length === 0) continue
    const kept = new Map(base.objects.get(kind))
    for (const key of replaced) kept.delete(key)
    objects.set(kind, kept)
    left.push(...replaced.map((key) => ({ kind, key })))
  }
  return left.length === 0 ? base : { ...base, objects, left: [...(base.left ?? []), ...left] }
}
