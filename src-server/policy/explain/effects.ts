import { authenticatorLabel } from '#contract/policy/authenticator-table.ts'
import { factorName } from '#contract/policy/factor-names.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { perType, type ActionsByType, type SettingsByType } from '../action-types.ts'
import { factorsText, reauthentication } from './factors.ts'
import type { NameOf } from '../types.ts'
import { capitalize, minutesText, periodText, formatList } from './labels.ts'

type Effects<Type extends PolicyType> = (actions: ActionsByType[Type]) => string[]

const PROMPT = {
  ALWAYS: () => 'A second factor is asked for at every sign-in',
  DEVICE: () => 'A second factor is asked for once on each device',
  SESSION: (minutes: number) => `A second factor is asked for again after ${minutesText(minutes)}`,
} as const

const signOn: Effects<'SVC_SIGN_ON'> = ({ signon }) => {
  if (signon.access === 'DENY') return ['Sign-in is denied']
  const { session } = signon
  const first =
    signon.primaryFactor === 'PASSWORD_IDP'
      ? ['A password or an identity provider comes first']
      : signon.primaryFactor
        ? ['A password, an identity provider or any other factor comes first']
        : []
  return [
    'Sign-in is allowed',
    ...first,
    ...(signon.requireFactor ? [PROMPT[signon.factorPromptMode ?? 'ALWAYS'](signon.factorLifetime ?? 0)] : []),
    `Session ends after ${minutesText(session.maxSessionIdleMinutes)} without activity`,
    ...(session.maxSessionLifetimeMinutes > 0
      ? [`Session ends after ${minutesText(session.maxSessionLifetimeMinutes)} at the latest`]
      : []),
    ...(session.usePersistentCookie ? ['Session outlives the browser window'] : []),
  ]
}

type KeepMeSignedIn = ActionsByType['ACCESS_POLICY']['appSignOn']['keepMeSignedIn']

/** Files that older versions wrote have no such field. */
function staying(keep: KeepMeSignedIn | undefined): string[] {
  if (keep?.postAuth !== 'ALLOWED') return []
  const often = keep.postAuthPromptFrequency ? `, at most every ${periodText(keep.postAuthPromptFrequency)}` : ''
  return [`People are asked if they want to stay signed in${often}`]
}

const access: Effects<'ACCESS_POLICY'> = ({ appSignOn }) => {
  const method = appSignOn.verificationMethod
  if (appSignOn.access === 'DENY' || !method) return ['Access is denied']
  const again = reauthentication(method)
  return [
    'Access is allowed',
    `${capitalize(factorsText(method))}${again ? `, ${again}` : ''}`,
    ...(method.type !== 'AUTH_METHOD_CHAIN' && method.inactivityPeriod
      ? [`Asked again after ${periodText(method.inactivityPeriod)} without activity`]
      : []),
    ...staying(appSignOn.keepMeSignedIn),
  ]
}

const PASSWORD_ACTIONS = [
  ['passwordChange', 'change their password'],
  ['selfServicePasswordReset', 'reset a forgotten password'],
  ['selfServiceUnlock', 'unlock their account'],
] as const

const password: Effects<'PASSWORD'> = (actions) =>
  (['ALLOW', 'DENY'] as const).flatMap((verdict) => {
    const named = PASSWORD_ACTIONS.filter(([key]) => (actions[key]?.access ?? 'DENY') === verdict).map(
      ([, text]) => text,
    )
    if (named.length === 0) return []
    return [verdict === 'ALLOW' ? `People may ${formatList(named)}` : `People may not ${formatList(named, 'or')}`]
  })

const ENROLL = {
  CHALLENGE: 'Authenticators are set up when a factor is next asked for',
  LOGIN: 'Authenticators are set up at the next sign-in',
  NEVER: 'No one is asked to set up authenticators',
} as const

const tokens: Effects<'OAUTH_AUTHORIZATION_POLICY'> = ({ token }) => {
  const window = minutesText(token.refreshTokenWindowMinutes)
  return [
    `Access tokens live ${minutesText(token.accessTokenLifetimeMinutes)}`,
    token.refreshTokenLifetimeMinutes > 0
      ? `Refresh tokens live ${minutesText(token.refreshTokenLifetimeMinutes)}, and lapse after ${window} unused`
      : `Refresh tokens do not expire, but lapse after ${window} unused`,
    ...(token.inlineHook ? [`Inline hook ${token.inlineHook.id} is asked before a token is given`] : []),
  ]
}

const workflow = (id: string | number) => `Workflow ${id} runs`

/** Routes and groups are named; a provider without a name has its id in place of it. */
function naming(nameOf: NameOf): Pick<{ [Type in PolicyType]: Effects<Type> }, 'IDP_DISCOVERY' | 'PROFILE_ENROLLMENT'> {
  const name = (id: string) => nameOf(id) ?? id
  return {
    IDP_DISCOVERY: ({ idp }) => {
      if (idp.idpSelectionType === 'DYNAMIC')
        return [`The provider is chosen by ${idp.matchCriteria?.[0]?.providerExpression ?? 'an expression'}`]
      const providers = (idp.providers ?? []).map(
        ({ id, name: told, type }) =>
          (id ? nameOf(id) : null) ?? told ?? (type === 'SVC' ? 'this service' : (id ?? type)),
      )
      return [`Sign-in goes to ${formatList(providers, 'or') || 'this service'}`]
    },
    PROFILE_ENROLLMENT: ({ profileEnrollment: enrollment }) => {
      if (enrollment.access === 'DENY' || enrollment.unknownUserAction === 'DENY')
        return ['People who are not known are turned away']
      const attributes = enrollment.profileAttributes.map((attribute) => attribute.label)
      return [
        'People who are not known may register',
        ...(attributes.length ? [`They are asked for ${formatList(attributes)}`] : []),
        ...(enrollment.activationRequirements.emailVerification ? ['They must confirm their email address'] : []),
        ...(enrollment.targetGroupIds?.length ? [`They join ${formatList(enrollment.targetGroupIds.map(name))}`] : []),
      ]
    },
  }
}

type BreachedProtection = SettingsByType['PASSWORD']['password']['breachedProtection']

/** Files that older versions wrote have no such settings. */
function breached(protection: BreachedProtection | undefined): string[] {
  if (!protection) return []
  const { expireAfterDays: days, logoutEnabled, delegatedWorkflowId } = protection
  const expires =
    days === null ? [] : [`it expires ${days === 0 ? 'at once' : `after ${days} day${days === 1 ? '' : 's'}`}`]
  const all = [
    ...expires,
    ...(logoutEnabled ? ['sessions end'] : []),
    ...(delegatedWorkflowId ? [`workflow ${delegatedWorkflowId} runs`] : []),
  ]
  return all.length ? [`When a password is found in a breach, ${formatList(all)}`] : []
}

function settingsEffects(type: PolicyType, settings: Record<string, unknown>): string[] {
  if (type === 'PASSWORD') {
    const { complexity, lockout, breachedProtection } = (settings as SettingsByType['PASSWORD']).password
    return [
      `Passwords have at least ${complexity.minLength} characters`,
      ...(lockout.maxAttempts > 0 ? [`Accounts lock after ${lockout.maxAttempts} failed attempts`] : []),
      ...breached(breachedProtection),
    ]
  }
  if (type !== 'MFA_ENROLL') return []
  const { authenticators, factors } = settings as SettingsByType['MFA_ENROLL']
  const entries = [
    ...(authenticators ?? []).map(({ key, enroll }) => [authenticatorLabel(key), enroll?.self] as const),
    ...Object.entries(factors ?? {}).map(([key, factor]) => [factorName(key), factor.enroll.self] as const),
  ]
  const named = (self: string) => entries.filter(([, value]) => value === self).map(([name]) => name)
  return [
    ...(named('REQUIRED').length ? [`Required: ${formatList(named('REQUIRED'))}`] : []),
    ...(named('OPTIONAL').length ? [`Optional: ${formatList(named('OPTIONAL'))}`] : []),
  ]
}

/** What a rule does, with the policy's settings where the type has some: one sentence an item, without full stops. */
export function effectsOf(
  type: PolicyType,
  actions: Record<string, unknown>,
  settings: Record<string, unknown> | null | undefined,
  nameOf: NameOf,
): string[] {
  const sentences = perType(
    {
      SVC_SIGN_ON: signOn,
      ACCESS_POLICY: access,
      PASSWORD: password,
      MFA_ENROLL: ({ enroll }) => [ENROLL[enroll.self]],
      ...naming(nameOf),
      ENTITY_RISK: ({
        entityRisk: {
          actions: [first],
        },
      }) => [
        !first
          ? 'The event is logged'
          : first.action === 'RUN_WORKFLOW'
            ? workflow(first.workflow.id)
            : 'All sessions end',
      ],
      POST_AUTH_SESSION: ({
        postAuthSession: {
          failureActions: [first],
        },
      }) => [
        !first
          ? 'The event is logged'
          : first.action === 'RUN_WORKFLOW'
            ? workflow(first.workflow.id)
            : 'The session ends',
      ],
      OAUTH_AUTHORIZATION_POLICY: tokens,
    },
    type,
    actions,
    [],
  )
  try {
    return settings ? [...sentences, ...settingsEffects(type, settings)] : sentences
  } catch {
    return sentences
  }
}
