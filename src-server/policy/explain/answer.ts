import type { Outcome, Result, SignInAnswer } from '#contract/policy/outcome.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { ActionsByType } from '../action-types.ts'
import type { NameOf, TypeEvaluation } from '../types.ts'
import { effectsOf } from './effects.ts'
import { factorsText, reauthentication } from './factors.ts'
import { capitalize, minutesText, uncapitalize } from './labels.ts'
import { factorsWord, outcomeOf } from './outcome.ts'

/** What keeps a sign-in from the policies, and whether an application is asked for. */
interface Surroundings {
  blockedBy: { name: string } | null
  unreached: readonly string[]
  withApp: boolean
}

/** One policy type on the way in, with what it comes to. */
interface Stage {
  evaluation: TypeEvaluation
  outcome: Outcome
  actions: Record<string, unknown> | null
}

/** What the policies of a stage are called, inside a sentence. */
const nameOfStage = ({ evaluation }: Stage) => uncapitalize(policyType(evaluation.type).shortLabel)

const refusal = (why: string): SignInAnswer => ({
  answer: 'NO',
  text: `No: ${why}.`,
  details: [],
  factors: null,
  certain: true,
})

/** Every result that a type may come to, as far as the context leaves that open. */
const resultsOf = ({ outcome }: Stage): readonly Result[] => [outcome, ...outcome.alternatives]

/** What keeps out whatever is still open, the first on the way in; null where nothing does. */
function refusedBy(stages: readonly Stage[]): SignInAnswer | null {
  const stage = stages.find((each) => resultsOf(each).every(({ decision }) => decision !== 'ALLOW'))
  return stage ? refusal(whyNot(stage)) : null
}

function whyNot(stage: Stage): string {
  const { matched } = stage.evaluation
  const { decision, certain } = stage.outcome
  if (decision === 'NO_RULE') return `no rule of the ${nameOfStage(stage)} policies matches`
  if (!certain || !matched) return `every rule of the ${nameOfStage(stage)} policies that may apply denies`
  return `rule “${matched.rule.rule.name}” of “${matched.policy.policy.name}” denies`
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
function routeText({ actions, outcome }: Stage, nameOf: NameOf): string[] {
  const idp = (actions as Partial<ActionsByType['IDP_DISCOVERY']> | null)?.idp
  const goesElsewhere = idp?.idpSelectionType === 'DYNAMIC' || idp?.providers?.some(({ type }) => type !== 'SVC')
  if (!actions || !goesElsewhere || !outcome.certain) return []
  return effectsOf('IDP_DISCOVERY', actions, null, nameOf)
    .slice(0, 1)
    .map((text) => `${text}.`)
}

/** How long the session lasts without activity. */
function sessionText({ actions }: Stage): string[] {
  const minutes = (actions as Partial<ActionsByType['SVC_SIGN_ON']> | null)?.signon?.session.maxSessionIdleMinutes
  return minutes === undefined ? [] : [`The session ends after ${minutesText(minutes)} without activity.`]
}

/** "Global session: allowed with two factors, unless at high risk (denied)." */
const openText = (stage: Stage) => `${capitalize(nameOfStage(stage))}: ${uncapitalize(stage.outcome.text)}.`

const leastOf = (stage: Stage) => Math.min(...resultsOf(stage).map(({ factors }) => factors ?? Infinity))

/**
 * Whether a person gets in, and with what: routing, the global session and the authentication policy of the application
 * together. Types that do not decide this are not asked.
 * @param evaluationOf what a type evaluates to for the sign-in
 */
export function answerOf(
  evaluationOf: (type: PolicyType) => TypeEvaluation,
  around: Surroundings,
  nameOf: NameOf,
): SignInAnswer {
  const [reason] = around.unreached
  if (reason) return refusal(reason)
  if (around.blockedBy) return refusal(`the address is in the blocklisted zone “${around.blockedBy.name}”`)
  const stageOf = (type: PolicyType): Stage => {
    const evaluation = evaluationOf(type)
    const actions = evaluation.matched?.rule.rule.actions ?? null
    return { evaluation, outcome: outcomeOf(evaluation, nameOf), actions }
  }
  const session = stageOf('SVC_SIGN_ON')
  const app = around.withApp ? stageOf('ACCESS_POLICY') : undefined
  const stages = app ? [session, app] : [session]
  const refused = refusedBy(stages)
  if (refused) return refused
  if (stages.some(({ outcome }) => !outcome.certain)) return depends(stages)
  return {
    answer: 'YES',
    text: `Yes, with ${withText(session, app)}.`,
    details: [...routeText(stageOf('IDP_DISCOVERY'), nameOf), ...sessionText(session)],
    factors: Math.max(...stages.map(leastOf)),
    certain: true,
  }
}

/** Where all that is open lets in, the answer is yes, and only what is asked for is open. */
function depends(stages: readonly Stage[]): SignInAnswer {
  const letsIn = stages.every((stage) => resultsOf(stage).every(({ decision }) => decision === 'ALLOW'))
  const details = stages.filter(({ outcome }) => !outcome.certain).map(openText)
  if (!letsIn) return { answer: 'DEPENDS', text: 'It depends.', details, factors: null, certain: false }
  const factors = Math.max(...stages.map(leastOf))
  return { answer: 'YES', text: `Yes, with at least ${factorsWord(factors)}.`, details, factors, certain: false }
}

/**
 * Whether a client is given a token, and what it is like: the answer where token policies alone are asked about.
 * @param evaluation of the policies of an authorization server
 */
export function tokenAnswer(evaluation: TypeEvaluation, nameOf: NameOf): SignInAnswer {
  const { matched } = evaluation
  const outcome = outcomeOf(evaluation, nameOf)
  const results = [outcome, ...outcome.alternatives]
  const isGiven = results.every(({ decision }) => decision === 'APPLY')
  if (!isGiven && outcome.certain) return refusal('no policy of the authorization server gives the client this token')
  const open = [`${outcome.text}.`]
  if (!isGiven) return { answer: 'DEPENDS', text: 'It depends.', details: open, factors: null, certain: false }
  const { certain } = outcome
  const effects = matched ? effectsOf(evaluation.type, matched.rule.rule.actions, null, nameOf) : []
  const details = certain ? effects.map((text) => `${text}.`) : open
  return { answer: 'YES', text: 'Yes, the client is given the token.', details, factors: null, certain }
}
