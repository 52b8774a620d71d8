import type { DraftConflict, DraftSide } from '#contract/gatehouse/draft-plan.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { PlanConflict } from '../plan/plan-sides.ts'

type Orders = NonNullable<PlanConflict['order']>

function bothOrders(
  { source, target }: Orders,
  fitting: (names: Orders['source']) => string[],
): DraftConflict['order'] {
  const [draft, workspace] = [fitting(source), fitting(target)]
  return {
    draft,
    workspace,
    more: { draft: source.length - draft.length, workspace: target.length - workspace.length },
  }
}

const SIDES = { source: 'draft', target: 'workspace' } as const satisfies Record<'source' | 'target', DraftSide>

/** The conflicts of the plan of a draft, each with what the draft and the workspace have; the first ones, and of each as much as there is room for. */
export function draftConflicts(conflicts: readonly PlanConflict[]): DraftConflict[] {
  let room: number = LIMITS.conflictCharacters
  /** The first of these for which there is room. */
  function fitting<T>(all: readonly T[]): T[] {
    const some = all.slice(0, LIMITS.conflictFields)
    const end = some.findIndex((one) => (room -= JSON.stringify(one).length) < 0)
    return end < 0 ? some : some.slice(0, end)
  }
  return conflicts.slice(0, LIMITS.pullRefusals).map(({ fields, onlyIn, order, ...about }): DraftConflict => {
    const told = fitting(
      fields.map(({ path, base, ours, theirs }) => ({
        ...{ path, draft: theirs ?? null, workspace: ours ?? null },
        ...(base !== undefined && { before: base }),
      })),
    )
    return {
      ...about,
      onlyIn: onlyIn && SIDES[onlyIn],
      fields: told,
      moreFields: fields.length - told.length,
      order: order && bothOrders(order, fitting),
    }
  })
}
