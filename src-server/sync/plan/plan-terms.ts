import type { ObjectStep, PlanStep, PlanTerms } from '#contract/sync/plan-step.ts'
import { textAt } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { needsOf } from './dangling.ts'
import type { PlanSides } from './plan-sides.ts'

type Names = Partial<Record<SyncKind, Record<string, string>>>

/** Names of a plan, to be looked up. */
export const mapsOf = (names: PlanTerms['keys']): Map<SyncKind, Map<string, string>> =>
  new Map(SYNC_KINDS.map((kind) => [kind, new Map(Object.entries(names[kind] ?? {}))]))

/** What the target calls what the steps name. */
export function planTerms(
  steps: readonly PlanStep[],
  { pairing, target }: Pick<PlanSides, 'pairing' | 'target'>,
): PlanTerms {
  const [keys, ids]: [Names, Names] = [{}, {}]
  const appNames: Record<string, string> = {}
  const noteKey = (kind: SyncKind, key: string) => {
    const own = pairing.ours.get(kind)?.get(key)
    if (own !== undefined) (keys[kind] ??= {})[key] = own
  }
  const noteId = (kind: SyncKind, id: string) => {
    const own = pairing.ids.get(kind)?.get(id)
    if (own !== undefined) (ids[kind] ??= {})[id] = own
    const app = kind === 'app' ? target.objects.get('app')?.get(own ?? id) : undefined
    if (app) appNames[app.id] = textAt(app.body, 'name')
  }
  for (const step of steps) {
    const above = step.act === 'order' ? step.above : (step.source?.parent ?? null)
    const within = SYNCED_KINDS[step.kind].source.within?.kind
    if (within && above !== null) noteKey(within, above)
    if (step.act === 'order') for (const { key } of step.wanted) noteKey(step.kind, key)
    else for (const { id, kinds } of referenced(step)) for (const kind of kinds) noteId(kind, id)
  }
  return { keys, ids, appNames }
}

/** Also what a removal relates to: its call may name it. */
const referenced = (step: ObjectStep) => needsOf({ kind: step.kind, source: step.source ?? step.before })
