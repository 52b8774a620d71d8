import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { needsOf } from '../plan/dangling.ts'
import type { PlanRefusal } from '../plan/plan-sides.ts'
import { nameOf, type SyncObject } from '../snapshot.ts'
import type { Lost } from './inverse-steps.ts'

interface Sorted {
  readonly kept: readonly Lost[]
  readonly refused: readonly PlanRefusal[]
  readonly isRefused: (kind: SyncKind, key: string) => boolean
}

/**
 * What can be made again, without what names something that the target has lost before the plan, and what needs that: no interface takes one that names
 * what is not there.
 */
export function withoutLacking(lost: readonly Lost[]): Sorted {
  const refused = new Map<string, PlanRefusal>()
  const ids = new Map<string, SyncObject>()
  const refuse = ({ object }: Lost, reason: string) => {
    const { kind, key, id } = object
    refused.set(`${kind} ${key}`, { kind, name: nameOf(object) || key, reason: `it cannot be made again: ${reason}` })
    if (id) ids.set(`${kind} ${id}`, object)
  }
  for (let kept = lost; ;) {
    const next = kept.filter((one) => {
      const reason = reasonOf(one, refused, ids)
      if (reason !== null) refuse(one, reason)
      return reason === null
    })
    if (next.length === kept.length)
      return { kept, refused: [...refused.values()], isRefused: (kind, key) => refused.has(`${kind} ${key}`) }
    kept = next
  }
}

function reasonOf(
  { object, lacks }: Lost,
  refused: ReadonlyMap<string, PlanRefusal>,
  ids: ReadonlyMap<string, SyncObject>,
): string | null {
  const { kind, parent } = object
  if (lacks !== null) return `it names ${lacks}, which is not there any more`
  const within = SYNCED_KINDS[kind].source.within?.kind
  const above = within && refused.get(`${within} ${parent}`)
  if (above) return `it belongs to ${told(above)}, which cannot be made again either`
  const needed = needsOf({ kind, source: object }).flatMap(({ id, kinds }) =>
    kinds.flatMap((one) => ids.get(`${one} ${id}`) ?? []),
  )[0]
  return needed
    ? `it names ${told({ kind: needed.kind, name: nameOf(needed) })}, which cannot be made again either`
    : null
}

const told = ({ kind, name }: Pick<PlanRefusal, 'kind' | 'name'>) => `the ${SYNCED_KINDS[kind].singular} “${name}”`
