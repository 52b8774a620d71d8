import type { DraftConflict, DraftPlan, DraftPlanRequest, DraftSide } from '#contract/gatehouse/draft-plan.ts'
import { counted } from '#ui/lib/numbers.ts'

/** Who wins in conflicts of a plan, by their differences. */
export type Chosen = ReadonlyMap<string, DraftSide>

/** What a plan says of who wins. */
type Decided = Pick<DraftPlan, 'conflicts' | 'conflicting' | 'prefer' | 'choices'>

export const NONE_CHOSEN: Chosen = new Map()

/** Who wins in a conflict, as far as that is chosen. */
export const winnerOf = (chosen: Chosen, { difference }: Pick<DraftConflict, 'difference'>): DraftSide | null =>
  (difference !== null && chosen.get(difference)) || null

/** How many conflicts of a plan are chosen. */
export const chosenCount = (chosen: Chosen, { conflicting }: Decided): number =>
  conflicting.filter((one) => winnerOf(chosen, one) !== null).length

/** What was chosen object by object, list by list, in the plan that there is. */
export const chosenBefore = ({ choices }: Decided): Chosen =>
  new Map(
    choices.flatMap(({ difference, path, prefer }) =>
      difference !== undefined && path === undefined ? [[difference, prefer] as const] : [],
    ),
  )

/** What a plan was asked for, with what was chosen since; null: there is none. */
export function requestWith(plan: Decided | null, chosen: Chosen): DraftPlanRequest {
  if (!plan) return {}
  const added = plan.conflicting.flatMap((one) => {
    const { kind, difference } = one
    const prefer = winnerOf(chosen, one)
    return prefer && difference !== null ? [{ kind, difference, prefer }] : []
  })
  return { prefer: plan.prefer ?? null, choices: [...plan.choices, ...added] }
}

/** Whether anything was chosen in a plan. */
export const isDecided = ({ prefer, choices }: Pick<Decided, 'prefer' | 'choices'>): boolean =>
  (prefer ?? null) !== null || choices.length > 0

const WINS: Readonly<Record<DraftSide, string>> = {
  draft: 'the draft’s is taken',
  workspace: 'the workspace’s is kept',
}

/** How the conflicts of a plan were decided, a sentence; empty where nothing was. */
export function decidedText({ prefer, choices }: Pick<Decided, 'prefer' | 'choices'>): string {
  const rest = prefer ? WINS[prefer] : null
  if (choices.length === 0) return rest ? `Where both have changed the same, ${rest}.` : ''
  return `Decided by ${counted(choices.length, 'choice')}${rest ? `; in the rest ${rest}` : ''}.`
}

/** What has become of the object of a conflict on one side; empty where both have it. */
export const goneText = ({ onlyIn }: Pick<DraftConflict, 'onlyIn'>): string =>
  onlyIn === null
    ? ''
    : onlyIn === 'draft'
      ? 'Changed in the draft, removed in the workspace.'
      : 'Removed in the draft, changed in the workspace.'
