import type { DraftPlanRequest } from '#contract/gatehouse/draft-plan.ts'
import { DRAFT_SIDES } from '#contract/gatehouse/draft-plan.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { dangerText } from '#contract/sync/plan-dangers.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import { findDraft } from '#operations/drafts/drafts.ts'
import type { Service } from '#operations/service/service.ts'
import { makeDraftPlan, publishDraft } from '#sync/drafts/publish-draft.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { mistake, quoted } from './choices.ts'
import { closedDrafts } from './closed-drafts.ts'
import { clearProgress, say, showProgress } from './command.ts'
import { plannedLines } from './show-plan.ts'

interface Values {
  draft?: string
  prefer?: string
  'yes-i-know'?: string
  partial?: boolean
  keep?: boolean
  json?: boolean
}

type Made = Awaited<ReturnType<typeof makeDraftPlan>>

/** Says what publishing a draft would change. @returns the status to end with: 3 where conflicts are left, 2 where there is something to do */
export async function planDraft(service: Service, values: Values): Promise<number> {
  const { plan } = await planNow(service, values)
  if (plan.conflicts > 0) return 3
  return plan.steps > 0 || plan.refused.length > 0 ? 2 : 0
}

/**
 * Publishes a draft: all that was planned, or nothing.
 * @returns the status to end with
 * @throws UserFacingError where a part is refused, or what has to be confirmed is not
 */
export async function publish(service: Service, values: Values): Promise<number> {
  const { id: draftId, name } = await findDraft(service.reader, values.draft ?? '')
  const { 'yes-i-know': confirmation = name, keep = false, partial, json } = values
  if (confirmation !== name) throw mistake(`--yes-i-know takes the name of the draft, ${name}, not “${confirmation}”.`)
  const { plan } = await planNow(service, values)
  assertPublishable(plan, partial ?? false, values['yes-i-know'] === undefined ? name : null)
  const { digest, steps, conflicts, prefer } = plan
  const given = { isPartial: partial ?? false, isConfirmed: values['yes-i-know'] !== undefined }
  if (steps === 0 && conflicts > 0) return 3
  const isGone = await publishDraft(service, { draftId, digest, prefer, keep, ...given, context: systemContext() })
  if (!json) say(isGone ? `${name} is published.` : `${name} is published, and stays as a draft.`)
  return conflicts > 0 ? 3 : 0
}

/** @param name to be typed; null: it was */
function assertPublishable(plan: Made['plan'], isPartial: boolean, name: string | null): void {
  if (plan.problem !== null) throw new UserFacingError(`Nothing was changed. ${plan.problem}`)
  if (plan.refused.length > 0 && !isPartial)
    throw new UserFacingError('Nothing was changed: parts of it are refused. --partial leaves those out.')
  const danger = dangerText(plan)
  if (danger !== '' && name !== null)
    throw new UserFacingError(`Nothing was changed: the plan ${danger}, which needs --yes-i-know ${quoted(name)}.`)
}

async function planNow(service: Service, values: Values): Promise<Made> {
  const { id: draftId } = await findDraft(service.reader, values.draft ?? '')
  service.own.caller = inProcessCaller(service)
  service.own.writer = inProcessWriter(service)
  service.drafts.host = closedDrafts(service)
  const onProgress = (objects: number) => showProgress(`${objects} objects`)
  const request = { prefer: preferOf(values.prefer) }
  const made = await makeDraftPlan(service, { draftId, request, context: systemContext(), onProgress })
  clearProgress()
  for (const line of values.json ? [JSON.stringify({ ...made.plan, steps: made.steps })] : linesOf(made))
    say(plainLine(line))
  return made
}

function linesOf({ plan, steps }: Made): string[] {
  const { conflicts, problem } = plan
  return [
    ...plannedLines(steps, plan),
    ...(conflicts > 0 ? [`Conflicts: ${conflicts}. Both have changed the same; --prefer decides.`] : []),
    ...(problem === null ? [] : [`It cannot be published: ${problem}`]),
  ]
}

function preferOf(text: string | undefined): DraftPlanRequest['prefer'] {
  const side = DRAFT_SIDES.find((one) => one === text)
  if (text !== undefined && !side) throw mistake(`--prefer takes ${DRAFT_SIDES.join(' or ')}.`)
  return side ?? null
}
