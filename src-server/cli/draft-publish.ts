import { DRAFT_SIDES, type DraftPlanRequest } from '#contract/gatehouse/draft-plan.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { findDraft } from '#operations/drafts/drafts.ts'
import type { Service } from '#operations/service/service.ts'
import { makeDraftPlan, publishDraft } from '#sync/drafts/publish-draft.ts'
import { mistake } from './choices.ts'
import { equip } from './closed-drafts.ts'
import { clearProgress, say, showProgress } from './command.ts'
import { assertAllowed, assertName, printed, showPlanned, statusOfPlanned, type Given } from './planned-here.ts'

interface Values extends Given {
  draft?: string
  prefer?: string
  keep?: boolean
  json?: boolean
}

/** Says what publishing a draft would change. @returns the status to end with */
export async function planDraft(service: Service, values: Values): Promise<number> {
  const { id } = await findDraft(service.reader, values.draft ?? '')
  const made = await planNow(service, id, values)
  if (values.json) say(JSON.stringify(printed(made)))
  else showPlanned(made)
  return statusOfPlanned(made)
}

/**
 * Publishes a draft: all that was planned, or nothing.
 * @returns the status to end with: 3 where conflicts are left, else 0
 * @throws UserFacingError where the workspace would refuse a step, a part is refused, or dangers are not confirmed
 */
export async function publish(service: Service, values: Values): Promise<number> {
  const { id: draftId, name } = await findDraft(service.reader, values.draft ?? '')
  assertName(values, 'the draft', name)
  const made = await planNow(service, draftId, values)
  if (!values.json) showPlanned(made)
  assertAllowed(made, values, name)
  const { digest, steps, conflicts, prefer } = made.plan
  const { keep = false, partial: isPartial = false } = values
  const given = { keep, isPartial, isConfirmed: values['yes-i-know'] !== undefined }
  const isNothing = steps === 0
  const isDiscarded =
    !isNothing && (await publishDraft(service, { draftId, digest, prefer, ...given, context: systemContext() }))
  if (values.json) say(JSON.stringify({ ...printed(made), published: !isNothing, discarded: isDiscarded }))
  else say(isNothing ? 'Nothing was changed.' : `${name} is published${isDiscarded ? '' : ', and stays as a draft'}.`)
  return conflicts > 0 ? 3 : 0
}

async function planNow(service: Service, draftId: string, { prefer }: Values) {
  equip(service)
  const onProgress = (objects: number) => showProgress(`${objects} objects`)
  const request = { prefer: preferOf(prefer) }
  const made = await makeDraftPlan(service, { draftId, request, context: systemContext(), onProgress })
  clearProgress()
  return made
}

function preferOf(text: string | undefined): DraftPlanRequest['prefer'] {
  const side = DRAFT_SIDES.find((one) => one === text)
  if (text !== undefined && !side) throw mistake(`--prefer takes ${DRAFT_SIDES.join(' or ')}.`)
  return side ?? null
}
