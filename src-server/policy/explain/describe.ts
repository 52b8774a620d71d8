import type { PolicyType } from '#contract/policy/policy-types.ts'
import { perType, type PerType } from '../action-types.ts'
import { conditionPhrases, type Conditions } from '../conditions/index.ts'
import { factorsInShort, reauthentication } from './factors.ts'
import type { NameOf } from '../types.ts'
import { minutesText, render, formatList } from './labels.ts'

const OFTEN = { 'every time': 'every sign-in', once: 'once' } as const

function often(text: string): string[] {
  return text ? [OFTEN[text as keyof typeof OFTEN] ?? text.replace('again every', 'every')] : []
}

const SHORT: PerType<string[]> = {
  SVC_SIGN_ON: ({ signon }) => {
    if (signon.access === 'DENY') return ['deny']
    const when = {
      ALWAYS: 'every sign-in',
      DEVICE: 'once per device',
      SESSION: `every ${minutesText(signon.factorLifetime ?? 0)}`,
    }[signon.factorPromptMode ?? 'ALWAYS']
    const idle = minutesText(signon.session.maxSessionIdleMinutes)
    return ['allow', ...(signon.requireFactor ? [`second factor ${when}`] : []), `session ends after ${idle} idle`]
  },
  ACCESS_POLICY: ({ appSignOn: { access, verificationMethod } }) =>
    access === 'DENY' || !verificationMethod
      ? ['deny']
      : ['allow', factorsInShort(verificationMethod), ...often(reauthentication(verificationMethod))],
  PASSWORD: (actions) => {
    const parts = [
      [actions.passwordChange, 'change'],
      [actions.selfServicePasswordReset, 'reset'],
      [actions.selfServiceUnlock, 'unlock'],
    ] as const
    const allowed = parts.filter(([action]) => action?.access === 'ALLOW').map(([, word]) => word)
    return [allowed.length ? `allow ${formatList(allowed)} by people themselves` : 'no self-service']
  },
  MFA_ENROLL: ({ enroll }) => [
    { CHALLENGE: 'set up when next challenged', LOGIN: 'set up at the next sign-in', NEVER: 'never asked to set up' }[
      enroll.self
    ],
  ],
  IDP_DISCOVERY: ({ idp }) => [
    idp.idpSelectionType === 'DYNAMIC'
      ? 'route by expression'
      : `route to ${formatList(
          (idp.providers ?? []).map((p) => p.name ?? (p.type === 'SVC' ? 'this service' : (p.id ?? p.type))),
          'or',
        )}`,
  ],
  PROFILE_ENROLLMENT: ({ profileEnrollment: { access, unknownUserAction, activationRequirements } }) =>
    access === 'DENY' || unknownUserAction === 'DENY'
      ? ['no registration']
      : ['allow registration', ...(activationRequirements.emailVerification ? ['with a confirmed email address'] : [])],
  POST_AUTH_SESSION: ({
    postAuthSession: {
      failureActions: [first],
    },
  }) => [
    !first ? 'log only' : first.action === 'RUN_WORKFLOW' ? `run workflow ${first.workflow.id}` : 'end the session',
  ],
  ENTITY_RISK: ({
    entityRisk: {
      actions: [first],
    },
  }) => [
    !first ? 'log only' : first.action === 'RUN_WORKFLOW' ? `run workflow ${first.workflow.id}` : 'end all sessions',
  ],
  OAUTH_AUTHORIZATION_POLICY: ({ token }) => {
    const { refreshTokenLifetimeMinutes: lifetime, refreshTokenWindowMinutes: window } = token
    return [
      `access tokens for ${minutesText(token.accessTokenLifetimeMinutes)}`,
      `refresh tokens ${lifetime > 0 ? `for ${minutesText(lifetime)}` : 'without end'}`,
      `lapse after ${minutesText(window)} unused`,
    ]
  },
}

/** What a rule does as short parts for a row: "allow", "password + any factor", "every sign-in". */
export function describeActions(type: PolicyType, actions: Record<string, unknown>): string[] {
  return perType(SHORT, type, actions, [])
}

/** Conditions as one phrase that follows "if": "in Contractors, from outside HQ"; `anyone` where there are none. */
export function describeConditions(conditions: Conditions | null | undefined, nameOf: NameOf): string {
  const phrases = conditionPhrases(conditions).map((text) => render(text, nameOf))
  return phrases.length ? phrases.join(', ') : 'anyone'
}
