import { inspect } from 'node:util'
import { systemContext } from '#audit-log/request-context.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import type { ConnectionRecord } from '#db/tables/connections.ts'
import { findConnection } from '#operations/connections/connections.ts'
import { requirePlan, type KnownPlan } from '#operations/connections/plans.ts'
import type { Service } from '#operations/service/service.ts'
import { applyPlan } from '#sync/apply/run-apply.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { mistake, quoted } from './choices.ts'
import { clearProgress, remark, say, showProgress } from './command.ts'
import { untilInterrupted } from './interrupt.ts'
import { makePlanNow, type MadePlan } from './made-plan.ts'
import { assertFileOf, assertSamePlan, readPlanFile } from './plan-file.ts'
import { readSecrets, secretsFor, shownWithGiven, type StepSecrets } from './secrets-option.ts'
import { dangerOf, showPlan, shownPlan, stoppedAt, tellPlan } from './show-plan.ts'
import { planRequestNow, type Wishes } from './sync-wishes.ts'

interface Confirmed {
  'yes-i-know'?: string | undefined
  partial?: boolean | undefined
  secrets?: string | undefined
  json?: boolean | undefined
}

interface Values extends Wishes, Confirmed {
  remote?: string | undefined
  plan?: string | undefined
}

/** What a plan file says already. */
const DECIDED = ['prefer', 'choose', 'from', 'remove', 'whole', 'dry-run'] as const

/** Whether the options of `sync apply` go together. @throws UsageError */
export function assertApart(values: Values): void {
  if (values.plan === undefined) return
  const given = DECIDED.find((option) => values[option] !== undefined)
  if (given) throw mistake(`--plan says what was decided: it does not go with --${given}.`)
}

/**
 * Makes a remote be as the workspace: plans, and carries that out. A plan of a file is carried out only if it is still the same.
 * @returns the status to end with
 */
export async function apply(service: Service, values: Values): Promise<number> {
  const connection = await findConnection(service.reader, values.remote ?? '')
  assertWritable(connection, values)
  const named = await readSecrets(values.secrets)
  const made = await planToApply(service, connection, values)
  if (values['dry-run']) return tellPlan(made, values.json)
  const goOn =
    values.plan === undefined
      ? 'The same command goes on with what is left.'
      : 'Plan again to go on: what is left is another plan.'
  return applyMade(service, { connection, made, named, goOn, values })
}

interface Made {
  connection: ConnectionRecord
  made: MadePlan
  /** The secrets that were given. */
  named: Awaited<ReturnType<typeof readSecrets>>
  /** How it is gone on with where it stops, in a sentence. */
  goOn: string | ((problem: string) => string)
  values: Confirmed
}

/** Prints a plan and carries it out. @returns the status to end with @throws UserFacingError where it has to be confirmed */
export async function applyMade(service: Service, applying: Made): Promise<number> {
  const { connection, goOn, values } = applying
  const { json = false } = values
  const waiting = applying.made.steps.filter(({ number }) => number > applying.made.plan.done)
  const secrets = secretsFor(waiting, applying.named)
  const made = { ...applying.made, steps: shownWithGiven(applying.made.steps, secrets) }
  if (!json) showPlan(made)
  assertConfirmed(made.plan, connection, values)
  const { plan } = made
  const applied = plan.steps === 0 ? NOTHING : await carryOut(service, { made, secrets, goOn })
  if (json) say(JSON.stringify({ ...shownPlan(made), ...applied }))
  else if (applied.problem === null) say(doneLine(applied))
  if (applied.problem !== null) return 1
  return plan.summary.conflicts > 0 ? 3 : 0
}

async function planToApply(service: Service, connection: ConnectionRecord, values: Values): Promise<MadePlan> {
  const { plan: path } = values
  if (path === undefined) return makePlanNow(service, connection, await planRequestNow(service, connection.id, values))
  const file = await readPlanFile(path)
  await assertFileOf(service, connection, file, path)
  const made = await makePlanNow(service, connection, file.request)
  assertSamePlan(made, file, path)
  return made
}

/** Before both sides are read, which may take long. @throws UserFacingError where nothing may be changed there, UsageError for another name */
export function assertWritable(
  { name, mayWrite }: ConnectionRecord,
  { 'yes-i-know': confirmation = name }: Confirmed,
): void {
  if (!mayWrite)
    throw new UserFacingError(`The connection ${name} may only read, so that nothing can be changed there.`)
  if (confirmation !== name)
    throw mistake(`--yes-i-know takes the name of the connection, ${name}, not “${confirmation}”.`)
}

/** @throws UserFacingError where a plan is dangerous and that was not said to be known, or leaves something out unasked */
function assertConfirmed(plan: KnownPlan, { name }: ConnectionRecord, values: Confirmed): void {
  // Where nothing is to be done, nothing is left out that was to be.
  if (plan.steps > 0 && plan.summary.refused.length > 0 && !values.partial)
    throw new UserFacingError('Nothing was changed: parts of it are refused. --partial leaves those out.')
  if (plan.summary.needsConfirmation && values['yes-i-know'] === undefined)
    throw new UserFacingError(
      `Nothing was changed: the plan ${dangerOf(plan)} at ${name}, which needs --yes-i-know ${quoted(name)}.`,
    )
}

interface Outcome {
  done: number
  written: number | null
  /** Why it is not at its end, in a sentence. */
  problem: string | null
}

interface CarryingOut extends Pick<Made, 'made' | 'goOn'> {
  secrets: StepSecrets
}

/** Carries a plan out as far as it goes; where it stops is told. */
async function carryOut(service: Service, { made, secrets, goOn }: CarryingOut): Promise<Outcome> {
  const planId = made.plan.id
  const secretsOf = ({ number }: { number: number }) => secrets.get(number) ?? []
  const onProgress = (done: number, total: number) => showProgress(`${done} of ${total} steps`)
  try {
    const applied = await untilInterrupted((signal) =>
      applyPlan(service, { planId, secretsOf, context: systemContext(), signal, onProgress }),
    )
    clearProgress()
    return { ...applied, problem: null }
  } catch (error) {
    clearProgress()
    const { state, done, problem } = await requirePlan(service.reader, planId)
    if (state !== 'STOPPED' || problem === null) throw error
    for (const line of stoppedLines(made, { done, problem }, goOn)) remark(plainLine(line))
    // The sentence of the plan says no more than that.
    if (error instanceof Error && !(error instanceof UserFacingError)) remark(inspect(error))
    return { done, written: null, problem }
  }
}

/** Where a plan has stopped, why, and how to go on. */
function stoppedLines({ steps }: MadePlan, stopped: { done: number; problem: string }, goOn: Made['goOn']) {
  const next = typeof goOn === 'string' ? goOn : goOn(stopped.problem)
  return [`Stopped ${stoppedAt(steps, stopped)}`, `What is done stays done. ${next}`]
}

const NOTHING: Outcome = { done: 0, written: 0, problem: null }

const doneLine = ({ done, written }: Outcome) =>
  done === 0
    ? 'Nothing was changed.'
    : `${done === 1 ? 'The step is' : `All ${done} steps are`} done; ${written} changed something there.`
