import type { PolicyType } from '#contract/policy/policy-types.ts'
import { perType, type ActionsByType, type PerType } from '../action-types.ts'
import { idList, join } from '../conditions/condition.ts'
import { conditionPhrases, type Conditions } from '../conditions/index.ts'
import { peopleLists } from '../conditions/people.ts'
import { factorsText, reauthentication } from './factors.ts'
import type { TextParts } from '../types.ts'
import { minutesText, formatList } from './labels.ts'

/** A rule as a sentence: its people, its conditions, and what they may, must or will do. */

const SECOND_FACTOR = {
  ALWAYS: () => 'at every sign-in',
  DEVICE: () => 'once on each device',
  SESSION: (minutes: number) => `every ${minutesText(minutes)}`,
} as const

const ENROLL = {
  CHALLENGE: 'must set up authenticators when a factor is next asked for',
  LOGIN: 'must set up authenticators at the next sign-in',
  NEVER: 'may sign in without setting up authenticators',
} as const

const SELF_SERVICE = [
  ['passwordChange', 'change their password'],
  ['selfServicePasswordReset', 'reset a forgotten password'],
  ['selfServiceUnlock', 'unlock their account'],
] as const

function selfService(actions: ActionsByType['PASSWORD']): string {
  const named = (access: 'ALLOW' | 'DENY') =>
    SELF_SERVICE.filter(([key]) => (actions[key]?.access ?? 'DENY') === access).map(([, text]) => text)
  const [may, mayNot] = [named('ALLOW'), named('DENY')]
  if (may.length === 0) return `will need an administrator to ${formatList(mayNot, 'or')}`
  return `may ${formatList(may)}${mayNot.length ? `, but not ${formatList(mayNot, 'or')}` : ''}`
}

type Ending = { action: string; workflow?: { id: string | number } } | undefined

function ending(first: Ending, ended: string): string {
  if (!first) return 'will only be noted in the log'
  return first.workflow ? `will set off workflow ${first.workflow.id}` : `will lose ${ended}`
}

const PREDICATES: PerType<TextParts> = {
  SVC_SIGN_ON: ({ signon }) => {
    if (signon.access === 'DENY') return ['will be refused']
    const when = SECOND_FACTOR[signon.factorPromptMode ?? 'ALWAYS'](signon.factorLifetime ?? 0)
    const idle = minutesText(signon.session.maxSessionIdleMinutes)
    return [
      `may sign in${signon.requireFactor ? ` with a second factor ${when}` : ''}, in a session that ends after ${idle} without activity`,
    ]
  },
  ACCESS_POLICY: ({ appSignOn: { access, verificationMethod } }) => {
    if (access === 'DENY' || !verificationMethod) return ['will be refused']
    const again = reauthentication(verificationMethod)
    const often = again.startsWith('again') ? `, ${again}` : again && ` ${again}`
    return [`must present ${factorsText(verificationMethod)}${often}`]
  },
  PASSWORD: (actions) => [selfService(actions)],
  MFA_ENROLL: ({ enroll }) => [ENROLL[enroll.self]],
  IDP_DISCOVERY: ({ idp }) => {
    if (idp.idpSelectionType === 'DYNAMIC')
      return [`must sign in with the provider that ${idp.matchCriteria?.[0]?.providerExpression ?? 'nothing'} names`]
    const named: TextParts = (idp.providers ?? []).map((provider) =>
      provider.id ? { id: provider.id } : (provider.name ?? (provider.type === 'SVC' ? 'this service' : provider.type)),
    )
    return ['must sign in with ', ...(named.length ? join(named, 'or') : ['this service'])]
  },
  PROFILE_ENROLLMENT: ({
    profileEnrollment: { access, unknownUserAction, activationRequirements, targetGroupIds },
  }) => {
    if (access === 'DENY' || unknownUserAction === 'DENY') return ['may not register']
    return [
      `may register${activationRequirements.emailVerification ? ' with a confirmed email address' : ''}`,
      ...(targetGroupIds?.length ? [' and will join ', ...idList(targetGroupIds, 'and')] : []),
    ]
  },
  POST_AUTH_SESSION: ({ postAuthSession }) => [ending(postAuthSession.failureActions[0], 'the session')],
  ENTITY_RISK: ({ entityRisk }) => [ending(entityRisk.actions[0], 'all sessions')],
  OAUTH_AUTHORIZATION_POLICY: ({ token }) => {
    const { refreshTokenLifetimeMinutes: lifetime, refreshTokenWindowMinutes: window } = token
    return [
      `may have access tokens for ${minutesText(token.accessTokenLifetimeMinutes)} and refresh tokens ${lifetime > 0 ? `for ${minutesText(lifetime)}` : 'without end'} that lapse after ${minutesText(window)} unused`,
    ]
  },
}

/** The people of the rule: "People in Staff", "Ada Byron", "Everyone except those in Contractors". */
function subject(type: PolicyType, people: Conditions['people']): TextParts {
  if (type === 'PROFILE_ENROLLMENT') return ['People who are not known']
  const { groupsIn, groupsOut, usersIn, usersOut } = peopleLists(people ?? {})
  const included: TextParts = [
    ...(groupsIn.length ? ['People in ', ...idList(groupsIn, 'or')] : []),
    ...(groupsIn.length && usersIn.length ? [', and '] : []),
    ...(usersIn.length ? idList(usersIn, 'and') : []),
  ]
  const excluded: TextParts = [
    ...(groupsOut.length ? ['those in ', ...idList(groupsOut, 'or')] : []),
    ...(groupsOut.length && usersOut.length ? [' and '] : []),
    ...(usersOut.length ? idList(usersOut, 'and') : []),
  ]
  return [...(included.length ? included : ['Everyone']), ...(excluded.length ? [' except ', ...excluded] : [])]
}

/**
 * A rule as one sentence with its full stop and ids in it: "People in Contractors, from outside HQ, must present any two
 * factors every time." Actions that lack the type's shape, as in a draft, read as three dots.
 */
export function ruleSentence(
  type: PolicyType,
  rule: { conditions?: Conditions | null; actions: Record<string, unknown> },
): TextParts {
  const { people, ...others } = rule.conditions ?? {}
  const phrases = conditionPhrases(others).flatMap((phrase): TextParts => [', ', ...phrase])
  const predicate = perType(PREDICATES, type, rule.actions, ['…'])
  return [...subject(type, people), ...phrases, phrases.length ? ', ' : ' ', ...predicate, '.']
}
