import { DRAFT_SIDES, type DraftConflict, type DraftPlanRequest } from '#contract/gatehouse/draft-plan.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Service } from '#operations/service/service.ts'
import { planDraft } from '#sync/drafts/plan-draft.ts'
import { choosable, choosableOrder, choicesOf, quoted, readChoices, sideOf, type Compared } from './choices.ts'
import { clearProgress, showProgress } from './command.ts'
import { cutText } from './show-comparison.ts'

/** Who wins where a draft and the workspace have changed the same, as a line says it. */
export interface DraftWishes {
  prefer?: string | undefined
  choose?: string[] | undefined
}

/** Who wins, as far as the line says. @throws UsageError */
export function readDraftWishes({ prefer, choose }: DraftWishes) {
  const typed = readChoices(DRAFT_SIDES, choose)
  return { prefer: prefer === undefined ? null : sideOf(DRAFT_SIDES, '--prefer', prefer), typed }
}

/** What a draft is planned with, by what is in conflict now: names are those of its plan. @throws UsageError before anything is changed */
export async function draftRequestNow(
  service: Service,
  draftId: string,
  wishes: DraftWishes,
): Promise<DraftPlanRequest> {
  const { prefer, typed } = readDraftWishes(wishes)
  if (typed.every(({ what }) => what === null)) return { prefer, choices: choicesOf(typed, comparedOf([])) }
  const onProgress = (objects: number) => showProgress(`${objects} objects compared`)
  const { plan } = await planDraft(service, { draftId, request: {}, context: systemContext(), onProgress })
  clearProgress()
  return { prefer, choices: choicesOf(typed, comparedOf(plan.conflicts)) }
}

/** What a conflict is called by. */
type Named = Pick<DraftConflict, 'kind' | 'isList' | 'name' | 'parent' | 'difference'> & {
  readonly fields: readonly { path: string }[]
}

const direction = 'conflict'

/** Conflicts as a comparison has them; without those that are chosen for all of their kind alone. */
function comparedOf(conflicts: readonly Named[]): Compared {
  const all = conflicts.flatMap((one) => (one.difference === null ? [] : [{ ...one, id: one.difference, direction }]))
  return {
    isOpenOnly: true,
    differences: all
      .filter(({ isList }) => !isList)
      .map((one) => ({ ...one, direction, fields: one.fields.map(({ path }) => ({ path, direction })) })),
    orders: all
      .filter(({ isList }) => isList)
      .map((one) => ({ ...one, direction, list: one.id.slice(`${one.kind}:order:`.length) })),
  }
}

/** Of each conflict what the draft and the workspace have, and what can be typed behind `--choose`; lines. */
export function conflictDetails(conflicts: readonly DraftConflict[]): string[][] {
  const compared = comparedOf(conflicts)
  const whatOf = new Map([
    ...compared.differences.map((one) => [one.id, choosable(one, compared.differences)] as const),
    ...compared.orders.map((one) => [one.id, choosableOrder(one, compared.orders)] as const),
  ])
  return conflicts.map((one) => [...sideLines(one), chooseLine(one, whatOf.get(one.difference ?? '') ?? null)])
}

/** What ends a list that is cut. */
const andMore = (count: number) => (count === 0 ? '' : ` and ${count} more`)

function sideLines({ onlyIn, fields, moreFields, order }: DraftConflict): string[] {
  return [
    ...(onlyIn === null ? [] : [`only in the ${onlyIn}`]),
    ...fields.map(({ path, draft, workspace }) => `${path}: draft ${cutText(draft)}, workspace ${cutText(workspace)}`),
    ...(moreFields === 0 ? [] : [`${moreFields} more fields`]),
    ...(order ? DRAFT_SIDES.map((side) => `${side}: ${order[side].join(', ')}${andMore(order.more[side])}`) : []),
  ]
}

/** @param what null: it is chosen for all of its kind alone */
function chooseLine({ kind, fields }: DraftConflict, what: string | null): string {
  if (what === null) return `choose: ${kind}`
  // Of a single field the object says as much.
  const paths = fields.length > 1 ? fields.map(({ path }) => `${what}:${path}`) : []
  return `choose: ${[what, ...paths].map(quoted).join(' or ')}`
}
