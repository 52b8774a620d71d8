import type { Outcome, Result, SignInAnswer } from '#contract/policy/outcome.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { ActionsByType } from '../action-types.ts'
import type { CompiledSet } from '../evaluate/compiled.ts'
import { evaluate } from '../evaluate/evaluate.ts'
import type { EvaluationContext } from '../types.ts'
import { effectsOf } from './effects.ts'
import { factorsText, reauthentication } from './factors.ts'
import { minutesText, uncapitalize } from './labels.ts'
import { factorsWord, outcomeOf } from './outcome.ts'

/** What keeps a sign-in from the policies, and whether an application is asked for. */
interface Surroundings {
  blockedBy: { name: string } | null
  unreached: readonly string[]
  withApp: boolean
}

/** One policy type on the way in, with what it comes to. */
interface Stage {
  type: PolicyType
  outcome: Outcome
  actions: Record<string, unknown> | null
  ruleName: string
  policyName: string
}

function stageOf(compiled: CompiledSet, type: PolicyType, context: EvaluationContext): Stage {
  const evaluation = evaluate(compiled, type, context)
  const { matched } = evaluation
  return {
    type,
    outcome: outcomeOf(evaluation, compiled.nameOf),
    actions: matched?.rule.rule.actions ?? null,
    ruleName: matched?.rule.rule.name ?? '',
    policyName: matched?.policy.policy.name ?? '',
  }
}

const NAMES: Partial<Record<PolicyType, string>> = {
  SVC_SIGN_ON: 'Global session',
  ACCESS_POLICY: 'Application',
}

const refusal = (text: string): SignInAnswer => ({ answer: 'NO', text, factors: null, certain: true })

const sentencesText = (sentences: readonly string[]) => sentences.map((text) => `${text}.`).join(' ')

/** Every result that a type may come to, as far as the context leaves that open. */
const resultsOf = ({ outcome }: Stage): readonly Result[] => [outcome, ...outcome.alternatives]

/** What keeps out whatever is still open, the first on the way in; null where nothing does. */
function refusedBy(stages: readonly Stage[]): SignInAnswer | null {
  const stage = stages.find((each) => resultsOf(each).every(({ decision }) => decision !== 'ALLOW'))
  if (!stage) return null
  const { outcome, ruleName, policyName } = stage
  const why =
    outcome.certain && outcome.decision === 'DENY'
      ? `rule “${ruleName}” of “${policyName}” denies`
      : uncapitalize(openText(stage))
  return refusal(`No: ${why}.`)
}

/** "any two factors, every time"; a session that asks for more than the application adds a factor. */
function withText(session: Stage, app: Stage | undefined): string {
  const method = (app?.actions as Partial<ActionsByType['ACCESS_POLICY']> | null | undefined)?.appSignOn
    ?.verificationMethod
  if (!app || !method) return factorsWord(session.outcome.factors ?? 1)
  const again = reauthentication(method)
  const more = (session.outcome.factors ?? 1) > (app.outcome.factors ?? 1)
  return [factorsText(method), more ? ', and a second factor for the session' : '', again ? `, ${again}` : ''].join('')
}

/** Where a sign-in goes that is not answered here. */
function routeText(compiled: CompiledSet, { actions, outcome }: Stage): string[] {
  const idp = (actions as Partial<ActionsByType['IDP_DISCOVERY']> | null)?.idp
  const goesElsewhere = idp?.idpSelectionType === 'DYNAMIC' || idp?.providers?.some(({ type }) => type !== 'SVC')
  if (!actions || !goesElsewhere || !outcome.certain) return []
  return effectsOf('IDP_DISCOVERY', actions, null, compiled.nameOf).slice(0, 1)
}

/** How long the session lasts without activity. */
function sessionText({ actions }: Stage): string[] {
  const minutes = (actions as Partial<ActionsByType['SVC_SIGN_ON']> | null)?.signon?.session.maxSessionIdleMinutes
  return minutes === undefined ? [] : [`The session ends after ${minutesText(minutes)} without activity`]
}

/** "Global session: allowed with two factors, unless at high risk (denied)". */
const openText = ({ type, outcome }: Stage) => `${NAMES[type]}: ${uncapitalize(outcome.text)}`

const leastOf = (stage: Stage) => Math.min(...resultsOf(stage).map(({ factors }) => factors ?? Infinity))

/**
 * Whether a person gets in, and with what: routing, the global session and the authentication policy of the application
 * together. Types that do not decide this are not asked.
 */
export function answerOf(compiled: CompiledSet, context: EvaluationContext, around: Surroundings): SignInAnswer {
  const [reason] = around.unreached
  if (reason) return refusal(`No: ${reason}.`)
  if (around.blockedBy) return refusal(`No: the address is in the blocklisted zone “${around.blockedBy.name}”.`)
  const session = stageOf(compiled, 'SVC_SIGN_ON', context)
  const app = around.withApp ? stageOf(compiled, 'ACCESS_POLICY', context) : undefined
  const stages = app ? [session, app] : [session]
  const refused = refusedBy(stages)
  if (refused) return refused
  if (stages.some(({ outcome }) => !outcome.certain)) return depends(stages)
  const sentences = [
    `Yes, with ${withText(session, app)}`,
    ...routeText(compiled, stageOf(compiled, 'IDP_DISCOVERY', context)),
    ...sessionText(session),
  ]
  return { answer: 'YES', text: sentencesText(sentences), factors: Math.max(...stages.map(leastOf)), certain: true }
}

/** Where all that is open lets in, the answer is yes, and only what is asked for is open. */
function depends(stages: readonly Stage[]): SignInAnswer {
  const letsIn = stages.every((stage) => resultsOf(stage).every(({ decision }) => decision === 'ALLOW'))
  const open = stages.filter(({ outcome }) => !outcome.certain).map(openText)
  if (!letsIn) return { answer: 'DEPENDS', text: sentencesText(['It depends', ...open]), factors: null, certain: false }
  const factors = Math.max(...stages.map(leastOf))
  const text = sentencesText([`Yes, with at least ${factorsWord(factors)}`, ...open])
  return { answer: 'YES', text, factors, certain: false }
}
