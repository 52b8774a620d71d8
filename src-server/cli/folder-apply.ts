import { basename, resolve } from 'node:path'
import { jobContext, systemContext } from '#audit-log/request-context.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import { organizationName } from '#operations/organization/organization.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import type { Service } from '#operations/service/service.ts'
import { applyHere } from '#sync/apply/apply-here.ts'
import type { StepStopped } from '#sync/apply/step-stopped.ts'
import { planHere } from '#sync/plan-here.ts'
import { readFolder } from '#sync/sides/folder/read-folder.ts'
import { shownHere, tryHere } from '#sync/try-here.ts'
import { refusalsToTell, tryWithoutRefused } from '#sync/without-refused.ts'
import { clearProgress, say, showProgress } from './command.ts'
import { readSecrets, secretsFor, shownWithGiven } from './secrets-option.ts'
import { assertAllowed, assertName, printed, showPlanned, statusOfPlanned, type Given } from './planned-here.ts'

interface Values extends Given {
  secrets?: string | undefined
  json?: boolean | undefined
}

/** Plans what makes the workspace be as a folder. @returns the status to end with */
export async function planFolder(folder: string, service: Service, { json, partial }: Values): Promise<number> {
  const { shown } = await planNow(folder, service, partial)
  if (json) say(JSON.stringify(printed(shown)))
  else showPlanned(shown)
  return statusOfPlanned(shown)
}

/**
 * Makes the workspace be as a folder: all of it, or nothing.
 * @returns the status to end with
 * @throws UserFacingError where the workspace would refuse a step, a part is refused, or dangers are not confirmed
 */
export async function applyFolder(folder: string, service: Service, values: Values): Promise<number> {
  const { name } = await organizationName(service.reader)
  assertName(values, 'the organization', name)
  const named = await readSecrets(values.secrets)
  const { plan, shown: planned, parts } = await planNow(folder, service, values.partial)
  const secrets = secretsFor(planned.steps, named)
  const secretsOf = (_: PlanStep, number: number) => secrets.get(number)
  const shown = { ...planned, steps: shownWithGiven(planned.steps, secrets) }
  if (!values.json) showPlanned(shown)
  assertAllowed(shown, values, name)
  const { context, ...applying } = parts
  const written =
    plan.steps.length === 0
      ? 0
      : await service.write(context, (tx) => applyHere(service, tx, { ...applying, secretsOf }))
  say(values.json ? JSON.stringify({ ...printed(shown), written }) : doneLine(plan.steps.length))
  return 0
}

const doneLine = (steps: number) =>
  steps === 0 ? 'Nothing was changed.' : steps === 1 ? 'The step is done.' : `All ${steps} steps are done.`

/** @param isPartial whether what the workspace would refuse is left out, and told as refused */
async function planNow(folder: string, service: Service, isPartial = false) {
  const source = await readFolder(folder)
  const onProgress = (objects: number) => showProgress(`${objects} objects`)
  const planned = await planHere({ caller: inProcessCaller(service), source, onProgress })
  clearProgress()
  const { principal, transaction } = systemContext()
  const context = jobContext(principal, transaction.id, `Applied from the folder ${basename(resolve(folder))}`)
  const trying = { writer: inProcessWriter(service), context, isFilledIn: true }
  const told = (step: PlanStep, { field }: StepStopped, reason: string) => {
    const place = source.placeOf(step, field)
    return place === null ? reason : `${place}: ${reason}`
  }
  const whole = { ...trying, plan: planned }
  const { plan, tried } = isPartial
    ? await tryWithoutRefused(service, whole, (step, refusal) => told(step, refusal, refusal.why))
    : { plan: planned, tried: await tryHere(service, whole) }
  const problems = refusalsToTell(plan, tried.refusals).map(({ step, refusal }) => told(step, refusal, refusal.message))
  return { plan, parts: { ...trying, plan }, shown: { ...shownHere(plan, tried), problems } }
}
