import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { dangerText } from '#contract/sync/plan-dangers.ts'
import type { ShownPlan } from '#sync/try-here.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { mistake, quoted } from './choices.ts'
import { say } from './command.ts'
import { plannedLines } from './show-plan.ts'

/** What commands that carry out a plan in the workspace are given. */
export interface Given {
  'yes-i-know'?: string | undefined
  partial?: boolean | undefined
}

/** @param of what the name belongs to, such as `the draft` @throws UsageError for another name than that which is to be known */
export function assertName({ 'yes-i-know': confirmation }: Given, of: string, name: string): void {
  if (confirmation !== undefined && confirmation !== name)
    throw mistake(`--yes-i-know takes the name of ${of}, ${name}, not “${confirmation}”.`)
}

/** A plan of the workspace with each reason why that would refuse it, a sentence; absent: the one that the plan has. */
interface Refusable extends ShownPlan {
  readonly problems?: readonly string[]
  /** Of each conflict, lines. */
  readonly conflictDetails?: readonly (readonly string[])[]
}

const problemsOf = ({ plan: { problem }, problems = [] }: Refusable) =>
  problems.length > 0 || problem === null ? problems : [problem]

/** @throws UserFacingError where the workspace would refuse a plan, a part of it is refused, or its dangers are not known */
export function assertAllowed(shown: Refusable, { partial, 'yes-i-know': confirmation }: Given, name: string): void {
  const { plan, problems = [] } = shown
  const [problem, ...more] = problemsOf(shown)
  if (problem !== undefined) {
    const others =
      more.length === 0 ? '' : ` ${more.length === 1 ? '1 more step' : `${more.length} more steps`} would be refused.`
    const howToGoOn = problems.length === 0 ? '' : ' --partial leaves out what is refused.'
    throw new UserFacingError(`Nothing was changed. ${problem}${others}${howToGoOn}`)
  }
  if (plan.refused.length > 0 && !partial)
    throw new UserFacingError('Nothing was changed: parts of it are refused. --partial leaves those out.')
  const danger = dangerText(plan)
  if (danger !== '' && confirmation === undefined)
    throw new UserFacingError(`Nothing was changed: the plan ${danger}, which needs --yes-i-know ${quoted(name)}.`)
}

/** As `--json` prints a plan of the workspace. */
export const printed = ({ plan, steps, problems }: Refusable) => ({ ...plan, ...(problems && { problems }), steps })

/** Prints a plan of the workspace as lines. */
export function showPlanned(shown: Refusable): void {
  const problems = problemsOf(shown).map((problem) => `It would be refused: ${problem}`)
  const lines = [...plannedLines(shown.steps, shown.plan, shown.conflictDetails), ...problems]
  for (const line of lines) say(plainLine(line))
}

/** Where a plan would be refused 1, where it leaves conflicts 3, where it does something 2, else 0. */
export function statusOfPlanned({ plan }: ShownPlan): number {
  if (plan.problem !== null) return 1
  if (plan.conflicts > 0) return 3
  return plan.steps > 0 || plan.refused.length > 0 ? 2 : 0
}
