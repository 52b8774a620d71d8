import { systemContext } from '#audit-log/request-context.ts'
import { findDraft } from '#operations/drafts/drafts.ts'
import type { Service } from '#operations/service/service.ts'
import { rebaseDraft } from '#sync/drafts/rebase-draft.ts'
import { makeDraftPlan, publishDraft } from '#sync/drafts/publish-draft.ts'
import { equip } from './closed-drafts.ts'
import { conflictDetails, draftRequestNow, type DraftWishes } from './draft-wishes.ts'
import { clearProgress, say, showProgress } from './command.ts'
import { assertAllowed, assertName, printed, showPlanned, statusOfPlanned, type Given } from './planned-here.ts'

interface Values extends Given, DraftWishes {
  draft?: string
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
  const { digest, steps, conflicts, prefer, choices } = made.plan
  const { keep = false, partial: isPartial = false } = values
  const given = { keep, isPartial, isConfirmed: values['yes-i-know'] !== undefined }
  const isNothing = steps === 0
  const isDiscarded =
    !isNothing &&
    (await publishDraft(service, { draftId, digest, prefer, choices, ...given, context: systemContext() }))
  if (values.json) say(JSON.stringify({ ...printed(made), published: !isNothing, discarded: isDiscarded }))
  else say(isNothing ? 'Nothing was changed.' : `${name} is published${isDiscarded ? '' : ', and stays as a draft'}.`)
  return conflicts > 0 ? 3 : 0
}

async function planNow(service: Service, draftId: string, values: Values) {
  equip(service)
  const request = await draftRequestNow(service, draftId, values)
  const made = await makeDraftPlan(service, { draftId, request, context: systemContext(), onProgress })
  clearProgress()
  return { ...made, conflictDetails: conflictDetails(made.plan.conflicting) }
}

/**
 * Brings what the workspace has changed since a draft was made into the draft: all of that, or nothing.
 * @returns the status to end with
 * @throws SyncError where both have changed the same and it is not said who wins, or something cannot be brought into the draft
 */
export async function rebase(service: Service, values: Values): Promise<number> {
  const { id: draftId, name } = await findDraft(service.reader, values.draft ?? '')
  equip(service)
  const request = await draftRequestNow(service, draftId, values)
  const steps = await rebaseDraft(service, { draftId, request, context: systemContext(), onProgress })
  clearProgress()
  if (values.json) say(JSON.stringify({ steps }))
  else say(steps === 0 ? `${name} has all that the workspace has.` : `${name} is up to date: ${stepsText(steps)}.`)
  return 0
}

const onProgress = (objects: number) => showProgress(`${objects} objects`)
const stepsText = (steps: number) => (steps === 1 ? '1 step' : `${steps} steps`)
