import { basename, resolve } from 'node:path'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { dangerText } from '#contract/sync/plan-dangers.ts'
import { jobContext, systemContext } from '#audit-log/request-context.ts'
import { inProcessCaller, inProcessWriter } from '#http/in-process-caller.ts'
import { presentEffect } from '#operations/connections/plans.ts'
import { organizationName } from '#operations/organization/organization.ts'
import type { Service } from '#operations/service/service.ts'
import { applyHere } from '#sync/apply/apply-here.ts'
import { digestOf, summaryOf } from '#sync/record-plan.ts'
import { planHere, tryHere } from '#sync/plan-here.ts'
import { planStepView } from '#sync/plan/plan-step-view.ts'
import { readFolder } from '#sync/sides/folder/read-folder.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { mistake, quoted } from './choices.ts'
import { clearProgress, say, showProgress } from './command.ts'
import { plannedLines } from './show-plan.ts'

interface Values {
  'yes-i-know'?: string | undefined
  partial?: boolean | undefined
  json?: boolean | undefined
}

/** Plans what makes the workspace be as a folder. @returns the status to end with: 2 where there is something to do */
export async function planFolder(folder: string, service: Service, values: Values): Promise<number> {
  const made = await makeNow(folder, service)
  show(made, values)
  return made.plan.steps.length > 0 || made.plan.refused.length > 0 ? 2 : 0
}

/**
 * Makes the workspace be as a folder: all of it, or nothing.
 * @returns the status to end with
 * @throws UserFacingError where a part is refused, or removals are not confirmed; StepStopped where the workspace refuses a step
 */
export async function applyFolder(folder: string, service: Service, values: Values): Promise<number> {
  const { name } = await organizationName(service.reader)
  const { 'yes-i-know': confirmation = name } = values
  if (confirmation !== name)
    throw mistake(`--yes-i-know takes the name of the organization, ${name}, not “${confirmation}”.`)
  const made = await makeNow(folder, service)
  show(made, values)
  const { plan, summary, effects, context, writer } = made
  if (plan.refused.length > 0 && !values.partial)
    throw new UserFacingError('Nothing was changed: parts of it are refused. --partial leaves those out.')
  const danger = dangerText({ counts: summary.counts, effect: effects.whole.effect })
  if (danger !== '' && values['yes-i-know'] === undefined)
    throw new UserFacingError(`Nothing was changed: the plan ${danger}, which needs --yes-i-know ${quoted(name)}.`)
  if (plan.steps.length > 0)
    await service.write(context, (tx) => applyHere(service, tx, { plan, writer, isFilledIn: true }))
  if (!values.json) say(doneLine(plan.steps.length))
  return 0
}

const doneLine = (steps: number) =>
  steps === 0 ? 'Nothing was changed.' : steps === 1 ? 'The step is done.' : `All ${steps} steps are done.`

async function makeNow(folder: string, service: Service) {
  const source = await readFolder(folder)
  const onProgress = (objects: number) => showProgress(`${objects} objects`)
  const plan = await planHere({ caller: inProcessCaller(service), source, onProgress })
  clearProgress()
  const writer = inProcessWriter(service)
  const { principal, transaction } = systemContext()
  const context = jobContext(principal, transaction.id, `Applied from the folder ${basename(resolve(folder))}`)
  const effects = await tryHere(service, { plan, writer, context, isFilledIn: true })
  const steps = plan.steps.map((step, at) => ({
    ...{ number: at + 1, ...planStepView(step, plan.terms) },
    ...presentEffect(effects.steps[at] ?? null),
  }))
  const summary = { ...summaryOf(plan, effects.whole.effect), unread: [...plan.unread] }
  return { plan, steps, effects, writer, context, summary }
}

type Made = Awaited<ReturnType<typeof makeNow>>

function show(made: Made, { json }: Values): void {
  for (const line of json
    ? [JSON.stringify(shown(made))]
    : plannedLines(made.steps, { ...made.summary, ...made.effects.whole }).map(plainLine))
    say(line)
}

const shown = ({ plan, steps, effects, summary }: Made) => ({
  ...{ digest: digestOf(plan), ...summary, ...effects.whole, steps },
})
