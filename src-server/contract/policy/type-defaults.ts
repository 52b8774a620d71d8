import type { Engine } from '../gatehouse/engine.ts'
import type { RuleConditions } from './conditions.ts'

/** For everybody, from everywhere: what a rule says that names no people and no network. */
export const EVERYBODY_ANYWHERE: RuleConditions = {
  people: { users: { exclude: [] } },
  network: { connection: 'ANYWHERE' },
}

export const SESSION_CONDITIONS: RuleConditions = { ...EVERYBODY_ANYWHERE, authContext: { authType: 'ANY' } }

export const AUTHENTICATION_CONDITIONS: RuleConditions = {
  ...EVERYBODY_ANYWHERE,
  riskScore: { level: 'ANY' },
  userType: { include: [], exclude: [] },
}

export const TOKEN_CONDITIONS: RuleConditions = { people: { users: { exclude: [] } }, scopes: { include: [] } }

/** On Identity Engine enrollment is by authenticators, none of them allowed until an administrator allows it (spec/4 §1.2). */
export const ENROLLMENT_SETTINGS: Readonly<Record<Engine, Record<string, unknown>>> = {
  identity: { type: 'AUTHENTICATORS', authenticators: [] },
  classic: { factors: {} },
}

export const AUTHENTICATION_ACTIONS: Record<string, unknown> = {
  appSignOn: {
    access: 'ALLOW',
    verificationMethod: { type: 'ASSURANCE', factorMode: '2FA', reauthenticateIn: 'PT12H' },
    keepMeSignedIn: { postAuth: 'NOT_ALLOWED' },
  },
}

export const PROFILE_ACTIONS: Record<string, unknown> = {
  profileEnrollment: {
    access: 'ALLOW',
    activationRequirements: { emailVerification: true },
    preRegistrationInlineHooks: null,
    allowedIdentifiers: ['login'],
    profileAttributes: [{ name: 'email', label: 'Email', required: true }],
    progressiveProfilingAction: 'DISABLED',
    targetGroupIds: null,
    unknownUserAction: 'REGISTER',
  },
}

export const RISK_ACTIONS: Record<string, unknown> = { entityRisk: { actions: [] } }
export const AFTER_SIGN_IN_ACTIONS: Record<string, unknown> = { postAuthSession: { failureActions: [] } }
