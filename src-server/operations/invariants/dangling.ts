import { KINDS } from '#contract/kinds.ts'
import { referencedKind, referencesOf, type Reference } from '#policy/index.ts'
import type { CheckedInvariant } from '#workers/protocol.ts'
import type { CheckingSide } from './checking-side.ts'

/**
 * Why an invariant is not asked: what it names is gone, or switched off. WHY not as if it were empty: it would hold of no one, and look as if it
 * watched.
 */
export function danglingProblem(
  { scope, app }: Pick<CheckedInvariant, 'scope' | 'app'>,
  side: CheckingSide,
): string | null {
  const references = referencesOf({ ...scope, ...(app && { app }) })
  for (const reference of references) {
    const why = whyUnusable(reference, side)
    if (why) return why
  }
  return null
}

function whyUnusable({ kind, id }: Reference, { set, directory }: CheckingSide): string | null {
  const { singular } = KINDS[referencedKind(kind)]
  const named = (name: string | undefined) => `The ${singular} “${name ?? id}”`
  if (kind === 'NetworkZone') {
    const zone = set.zones.find((each) => each.id === id)
    if (zone?.status === 'INACTIVE') return `${named(zone.name)} is inactive.`
    return zone ? null : `${named(undefined)} no longer exists.`
  }
  if (kind === 'AppInstance')
    return set.applications.some((each) => each.id === id) ? null : `${named(undefined)} no longer exists.`
  const isThere = kind === 'User' ? directory.byId.has(id) : directory.snapshot.names.has(id)
  return isThere ? null : `${named(undefined)} no longer exists${kind === 'User' ? ', or is deactivated' : ''}.`
}
