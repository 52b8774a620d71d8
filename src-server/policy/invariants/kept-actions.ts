import { periodMs } from '#contract/interface/period.ts'
import type { ClaimKind, InvariantClaim } from '#contract/gatehouse/invariant.ts'
import type { AssuranceMethod, VerificationMethod } from '#contract/policy/assurance.ts'
import { AUTHENTICATION_ACTIONS } from '#contract/policy/type-defaults.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { ActionsByType } from '../action-types.ts'
import { minutesText, periodText } from '../explain/labels.ts'
import type { RuleRecord } from '../types.ts'
import { promisedBy } from './promises.ts'

/** What invariants ask of, of all types. */
export type DecidingType = 'SVC_SIGN_ON' | 'ACCESS_POLICY'

type SignOn = ActionsByType['SVC_SIGN_ON']['signon']
type AppSignOn = ActionsByType['ACCESS_POLICY']['appSignOn']

/** A change of actions: what it does, before "in rule …", and what becomes of them. Null where there is none of its type. */
interface Change {
  /** "Deny access". */
  verb: string
  session: ((signon: SignOn) => SignOn) | null
  app: ((action: AppSignOn) => AppSignOn | null) | null
}

/** How long a second factor holds where nothing says so, in minutes. */
const FACTOR_LIFETIME = 15

const withFactor = (signon: SignOn): SignOn => ({
  ...signon,
  requireFactor: true,
  factorPromptMode: signon.factorPromptMode ?? 'ALWAYS',
  factorLifetime: signon.factorLifetime ?? FACTOR_LIFETIME,
})

/** Chains say each step; what is changed is the simple form. */
const changeMethod =
  (change: (method: AssuranceMethod) => VerificationMethod) =>
  (action: AppSignOn): AppSignOn | null => {
    const { verificationMethod: method } = action
    return method?.type === 'ASSURANCE' ? { ...action, verificationMethod: change(method) } : null
  }

const twoFactors = changeMethod((method) => ({ ...method, factorMode: '2FA' }))
const SECOND: Change = { verb: 'Ask for two factors', session: withFactor, app: twoFactors }

/** Each alternative asks for possession that resists phishing; one that asks for knowledge as well takes two factors. */
const resistant = changeMethod((method) => {
  const constraints = (method.constraints?.length ? method.constraints : [{}]).map((each) => ({
    ...each,
    possession: { ...each.possession, phishingResistant: 'REQUIRED' as const },
  }))
  const isSecond = constraints.some(({ knowledge }) => knowledge !== undefined)
  return { ...method, factorMode: isSecond ? '2FA' : method.factorMode, constraints }
})

const again = (within: string) => {
  const shorter = (period: string) => (periodMs(period) > periodMs(within) ? within : period)
  const ofClass = <C extends { reauthenticateIn?: string | undefined }>(constraint: C): C =>
    constraint.reauthenticateIn === undefined
      ? constraint
      : { ...constraint, reauthenticateIn: shorter(constraint.reauthenticateIn) }
  return changeMethod((method) => ({
    ...method,
    reauthenticateIn: shorter(method.reauthenticateIn),
    ...(method.constraints && {
      constraints: method.constraints.map(({ knowledge, possession }) => ({
        ...(knowledge && { knowledge: ofClass(knowledge) }),
        ...(possession && { possession: ofClass(possession) }),
      })),
    }),
  }))
}

const defaultMethod = () => (AUTHENTICATION_ACTIONS as ActionsByType['ACCESS_POLICY']).appSignOn.verificationMethod

const CHANGES: {
  readonly [Kind in ClaimKind]: (claim: Extract<InvariantClaim, { kind: Kind }>) => Change
} = {
  DENIED: () => ({
    verb: 'Deny access',
    session: (signon) => ({ ...signon, access: 'DENY' }),
    app: (action) => ({ ...action, access: 'DENY' }),
  }),
  ALLOWED: () => ({
    verb: 'Allow access',
    session: (signon) => ({ ...signon, access: 'ALLOW' }),
    app: ({ verificationMethod = defaultMethod(), ...action }) => ({
      ...{ ...action, access: 'ALLOW' },
      ...(verificationMethod && { verificationMethod }),
    }),
  }),
  FACTORS: () => SECOND,
  NOT_PASSWORD_ALONE: () => SECOND,
  PHISHING_RESISTANT: () => ({ verb: 'Require a phishing-resistant factor', session: null, app: resistant }),
  REAUTHENTICATE: ({ within }) => ({
    verb: periodMs(within) === 0 ? 'Ask every time' : `Ask again after ${periodText(within)} at most`,
    session: null,
    app: again(within),
  }),
  SESSION_ENDS: ({ minutes }) => ({
    verb: `End sessions after ${minutesText(minutes)} at most`,
    session: (signon) => ({ ...signon, session: { ...signon.session, maxSessionLifetimeMinutes: minutes } }),
    app: null,
  }),
}

/** Actions that keep a claim, and what leads to them: "Ask for two factors". */
interface KeptActions {
  verb: string
  actions: Record<string, unknown>
}

/**
 * The actions of a rule changed as little as a claim asks for; null where no small change of them keeps it, such as three factors, or a chain
 * of methods that is too weak. What comes out is what the interface takes, and keeps the claim.
 */
export function keptActions(claim: InvariantClaim, type: DecidingType, rule: RuleRecord): KeptActions | null {
  const { verb, session, app } = (CHANGES[claim.kind] as (claim: InvariantClaim) => Change)(claim)
  const changed = type === 'SVC_SIGN_ON' ? ofSession(rule, session) : ofApp(rule, app)
  if (!changed) return null
  const checked = policyType(type).actions.safeParse(changed)
  if (!checked.success) return null
  const actions = checked.data as Record<string, unknown>
  const leaves = promisedBy(claim)[type === 'SVC_SIGN_ON' ? 'session' : 'app']
  return leaves({ ...rule, actions }) ? null : { verb, actions }
}

const ofSession = ({ actions }: RuleRecord, change: Change['session']) =>
  change && { ...actions, signon: change((actions as ActionsByType['SVC_SIGN_ON']).signon) }

function ofApp({ actions }: RuleRecord, change: Change['app']) {
  const appSignOn = change?.((actions as ActionsByType['ACCESS_POLICY']).appSignOn)
  return appSignOn ? { ...actions, appSignOn } : null
}
