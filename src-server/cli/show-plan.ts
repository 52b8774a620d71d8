import type { SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { PLAN_ACTS, type PlanAct } from '#contract/sync/plan-acts.ts'
import { dangerText } from '#contract/sync/plan-dangers.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { StoredEffect } from '#db/tables/sync-plans.ts'
import { presentEffect } from '#operations/connections/plans.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { say } from './command.ts'
import { impactLines, stepImpactLines } from './impact-lines.ts'
import type { MadePlan, PlannedStep } from './made-plan.ts'
import { secretLines } from './secrets-option.ts'
import { unreadLines } from './show-comparison.ts'

type Summary = MadePlan['plan']['summary']

/** As `--json` prints a plan. */
export function shownPlan({ plan, steps }: MadePlan) {
  const { id, digest, effect, source, takesBack, state, done, problem } = plan
  const { pairs: _, ...summary } = plan.summary
  const about = { id, digest, ...(takesBack !== null && { takesBack }), ...(source && { source }) }
  const stopped = state === 'STOPPED' && { done, problem }
  return { ...about, ...stopped, ...summary, ...presentEffect(effect), steps }
}

/** Prints a plan as lines. */
export function showPlan(made: MadePlan): void {
  for (const line of planLines(made)) say(plainLine(line))
}

/** Tells a plan, as JSON or as lines. @returns the status to end with */
export function tellPlan(made: MadePlan, json = false): number {
  if (json) say(JSON.stringify(shownPlan(made)))
  else showPlan(made)
  return statusOfPlan(made)
}

/** Where a dry run was refused 1, where a plan leaves conflicts 3, where it does something 2, else 0. */
function statusOfPlan({ plan }: MadePlan): number {
  if (plan.summary.trial?.problem) return 1
  if (plan.summary.conflicts > 0) return 3
  return plan.steps > 0 ? 2 : 0
}

function planLines({ plan, steps }: MadePlan): string[] {
  const { needsConfirmation } = plan.summary
  return [
    ...takesBackLines(plan),
    ...sourceLines(plan),
    ...steps.flatMap((step) => (step.number > plan.done ? stepLines(step) : [`done: ${stepLine(step)}`])),
    ...leftLines(plan.summary),
    ...trialLines(plan),
    ...conflictLines(plan.summary, '`sync compare` shows what, --choose or --prefer decides.'),
    ...effectLines(presentEffect(plan.effect)),
    `${countedSteps(plan.summary.counts)} at ${plan.connectionName}.`,
    ...(plan.state === 'STOPPED' && plan.problem !== null ? [`It stopped ${stoppedAt(steps, plan)}`] : []),
    ...(needsConfirmation ? [confirmationLine(plan)] : []),
  ]
}

/** Where a plan has stopped and why, such as `at step 2 of 3, change group Sales: It was cancelled.` */
export function stoppedAt(
  steps: readonly PlannedStep[],
  { done, problem }: { done: number; problem: string | null },
): string {
  const step = steps[done]
  const where = step ? `at step ${step.number} of ${steps.length}, ${stepTitle(step)}` : 'after its last step'
  return `${where}: ${problem}`
}

const takesBackLines = ({ takesBack, takesBackOf }: MadePlan['plan']) =>
  takesBack === null ? [] : [`This takes back the plan ${takesBack}${takesBackOf ? ` of ${takesBackOf}` : ''}:`]

const sourceLines = ({ source, takesBack, connectionName }: MadePlan['plan']) =>
  source && takesBack === null ? [`What makes ${connectionName} be as ${source.name}:`] : []

/** What has come of trying it on a twin. */
function trialLines({ summary: { trial }, connectionName }: MadePlan['plan']): string[] {
  if (!trial) return []
  const { problem, unlike } = trial
  return [
    ...unlike.map((one) => `not as at ${connectionName} on its twin: ${one}`),
    problem === null
      ? `Tried on a twin of ${connectionName}: it would not be refused.`
      : `Tried on a twin of ${connectionName}, it would be refused: ${problem}`,
  ]
}

/**
 * What a plan for a workspace does: its steps, what it leaves, whom it affects, and how much it does.
 * @param details of each conflict, in their order
 */
export const plannedLines = (
  steps: readonly PlannedStep[],
  plan: StoredEffect & Omit<Summary, 'needsConfirmation'>,
  details: readonly (readonly string[])[] = [],
) => [
  ...steps.flatMap(stepLines),
  ...leftLines(plan),
  ...conflictLines(plan, HOW_TO_DECIDE, details),
  ...effectLines(plan),
  `${countedSteps(plan.counts)}.`,
]

const HOW_TO_DECIDE = '--choose WHAT=draft decides one, or WHAT=workspace; --prefer decides the rest.'

/** What a plan cannot do, and what a side could not say. */
function leftLines({ refused, unread }: Pick<Summary, 'refused' | 'unread'>): string[] {
  return [
    ...refused.map(({ kind, name, reason }) => `refused: ${SYNCED_KINDS[kind].singular} ${name}: ${reason}`),
    ...unreadLines('not planned', unread),
  ]
}

const effectLines = ({ effect, effectProblem }: StoredEffect): string[] => [
  ...(effect ? impactLines(effect, 'The plan') : []),
  ...(effectProblem === null ? [] : [`impact not known: ${effectProblem}`]),
]

const confirmationLine = (plan: MadePlan['plan']) =>
  `It ${dangerOf(plan)}, so that \`${applyingCommand(plan)}\` needs the name of the connection as well: --yes-i-know ${plan.connectionName}`

function applyingCommand({ takesBack, source }: MadePlan['plan']): string {
  if (takesBack !== null) return 'sync take-back --apply'
  return source?.kind === 'FOLDER' ? 'folder apply' : 'sync apply'
}

/** Why a plan has to be confirmed: `removes objects`. */
export const dangerOf = ({ summary, effect }: MadePlan['plan']): string =>
  dangerText({ counts: summary.counts, effect: presentEffect(effect).effect })

/** What a step does, what a person has to see to, and whom it affects. */
function stepLines(step: PlannedStep): string[] {
  return [
    stepLine(step),
    ...[
      ...step.notes.map((note) => `note: ${note}`),
      ...secretLines(step).map((line) => `needs a secret: ${line}`),
      ...stepImpactLines(step),
    ].map((line) => `  ${line}`),
  ]
}

const LISTED = 20

function stepLine(step: PlannedStep): string {
  const { act, fields, order } = step
  if (order) return `${stepTitle(step)}: ${cut(order.after)}`
  return act === 'change' ? `${stepTitle(step)}: ${fields.map(({ path }) => path).join(', ')}` : stepTitle(step)
}

const cut = (names: readonly string[]) =>
  names.slice(0, LISTED).join(', ') + (names.length > LISTED ? ` and ${names.length - LISTED} more` : '')

/** What a step does, such as `change rule At night of Contractors`. */
export function stepTitle({
  act,
  kind,
  name,
  parent,
  order,
}: Pick<PlannedStep, 'act' | 'kind' | 'name' | 'parent' | 'order'>): string {
  const above = parent === null ? '' : ` of ${parent}`
  if (order) return `${lowerFirst(name).replace(/^order of /, 'order ')}${above}`
  return `${act} ${SYNCED_KINDS[kind].singular} ${name}${above}`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** What the acts of a plan are called where they are counted. */
const COUNTED: Readonly<Record<PlanAct, (count: number) => string>> = {
  create: (count) => `${count} to create`,
  change: (count) => `${count} to change`,
  remove: (count) => `${count} to remove`,
  order: (count) => `${count} ${count === 1 ? 'list' : 'lists'} to reorder`,
}

/** How much a plan does, such as `2 to create, 1 to remove`. */
export function countedSteps(counts: MadePlan['plan']['summary']['counts']): string {
  const parts = PLAN_ACTS.flatMap((act) => {
    const count = counts.filter((one) => one.act === act).reduce((sum, one) => sum + one.count, 0)
    return count > 0 ? [COUNTED[act](count)] : []
  })
  return parts.join(', ') || 'Nothing to do'
}

/** What stays to be decided; nothing where nothing does. @param how it is, a sentence @param details of each */
function conflictLines(
  { conflicts, conflicting = [] }: Pick<Summary, 'conflicts' | 'conflicting'>,
  how: string,
  details: readonly (readonly string[])[] = [],
): string[] {
  if (conflicts === 0) return []
  const counted = conflicts === 1 ? '1 conflict is left' : `${conflicts} conflicts are left`
  return [
    ...conflicting.flatMap((one, at) => [conflictLine(one), ...(details[at] ?? []).map((line) => `  ${line}`)]),
    ...(conflicting.length > 0 && conflicting.length < conflicts
      ? [`conflict: ${conflicts - conflicting.length} more`]
      : []),
    `${counted}: both sides have changed the same. ${how}`,
  ]
}

function conflictLine({ kind, isList, name, parent }: SyncPlanView['conflicting'][number]): string {
  const what = isList ? lowerFirst(name) : `${SYNCED_KINDS[kind].singular} ${name}`
  return `conflict: ${what}${parent === null ? '' : ` of ${parent}`}`
}
