import type { App } from '#contract/apps/app.ts'
import type { AuthorizationServer } from '#contract/access/authorization-server.ts'
import type { AuthenticatorKey } from '#contract/policy/authenticator-table.ts'
import type { Group } from '#contract/directory/group.ts'
import type { Policy, PolicyWriteInput, Rule, RuleWriteInput } from '#contract/policy/policy.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Authenticator } from '#contract/policy/resources/authenticator.ts'
import type { Behavior, BehaviorType } from '#contract/policy/resources/behavior.ts'
import type { AssurancePlatform, DeviceAssurance } from '#contract/policy/resources/device-assurance.ts'
import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import type { IdentityProviderType } from '#contract/policy/resources/identity-provider-protocol.ts'
import type { Profile, User } from '#contract/directory/user.ts'
import type { Zone } from '#contract/policy/zone.ts'
import type { Client } from './client.ts'
import { soundApp } from './app-bodies.ts'

/** Actions that a rule needs at the least, by the type of its policy. */
const LEAST_ACTIONS: Readonly<Partial<Record<PolicyType, Record<string, unknown>>>> = {
  SVC_SIGN_ON: { signon: { access: 'ALLOW' } },
  MFA_ENROLL: { enroll: { self: 'CHALLENGE' } },
  IDP_DISCOVERY: { idp: { providers: [{ type: 'SVC' }] } },
  ACCESS_POLICY: { appSignOn: { access: 'ALLOW', verificationMethod: { factorMode: '1FA' } } },
  ENTITY_RISK: { entityRisk: { actions: [] } },
  POST_AUTH_SESSION: { postAuthSession: { failureActions: [] } },
  OAUTH_AUTHORIZATION_POLICY: { token: {} },
}

/** The least body that makes a policy of the type. */
export function policyBody(type: PolicyType, over: Partial<PolicyWriteInput> = {}): PolicyWriteInput {
  return { type, name: unique('Policy'), ...over }
}

/** The least body that makes a rule in a policy of the type. */
export function ruleBody(type: PolicyType, over: Partial<RuleWriteInput> = {}): RuleWriteInput {
  const actions = LEAST_ACTIONS[type]
  return { type: policyType(type).ruleType, name: unique('Rule'), ...(actions ? { actions } : {}), ...over }
}

let count = 0
function unique(word: string): string {
  count += 1
  return `${word} ${count}`
}

/** Makers of real objects over HTTP: give only what the test is about, the rest is invented. */
export function makeFactories({ call }: Client) {
  return {
    aGroup: async (name = unique('Group')): Promise<Group> =>
      (await call('createGroup', { body: { profile: { name } } })).body,

    aUser: async (profile: Partial<Profile> = {}, groupIds: string[] = []): Promise<User> => {
      const login = profile.login ?? `person${(count += 1)}@example.test`
      const whole = { login, email: login, firstName: 'Some', lastName: 'Body', ...profile }
      return (await call('createUser', { body: { profile: whole, groupIds } })).body
    },

    aZone: async (over: Record<string, unknown> = {}): Promise<Zone> => {
      const gateways = [{ type: 'CIDR' as const, value: '192.0.2.0/24' }]
      return (await call('createZone', { body: { type: 'IP', name: unique('Zone'), gateways, ...over } })).body
    },

    anAuthenticator: async (key: AuthenticatorKey, over: Record<string, unknown> = {}): Promise<Authenticator> => {
      const body = { key, name: unique('Authenticator'), ...over }
      return (await call('createAuthenticator', { body, query: { activate: 'true' } })).body
    },

    aBehavior: async (type: BehaviorType = 'VELOCITY', over: Record<string, unknown> = {}): Promise<Behavior> =>
      (await call('createBehavior', { body: { type, name: unique('Behavior'), ...over } as never })).body,

    aDeviceAssurance: async (
      platform: AssurancePlatform = 'MACOS',
      over: Record<string, unknown> = {},
    ): Promise<DeviceAssurance> =>
      (
        await call('createDeviceAssurance', {
          body: { platform, name: unique('Assurance'), osVersion: { minimum: '1' }, ...over },
        })
      ).body,

    anIdentityProvider: async (
      type: IdentityProviderType = 'OIDC',
      over: Record<string, unknown> = {},
    ): Promise<IdentityProvider> =>
      (await call('createIdentityProvider', { body: { type, name: unique('Provider'), ...over } })).body,

    anApp: async (label = unique('App')): Promise<App> =>
      (await call('createApp', { body: soundApp('BOOKMARK', label) })).body,

    aPolicy: async (type: PolicyType = 'SVC_SIGN_ON', over: Partial<PolicyWriteInput> = {}): Promise<Policy> =>
      (await call('createPolicy', { body: policyBody(type, over) })).body,

    aRule: async (policy: Pick<Policy, 'id' | 'type'>, over: Partial<RuleWriteInput> = {}): Promise<Rule> =>
      (await call('createRule', { params: { policyId: policy.id }, body: ruleBody(policy.type, over) })).body,

    anAuthorizationServer: async (name = unique('Server')): Promise<AuthorizationServer> =>
      (await call('createAuthorizationServer', { body: { name, audiences: ['api://test'] } })).body,

    aServerPolicy: async (authServerId: string, over: Partial<PolicyWriteInput> = {}): Promise<Policy> => {
      const body = policyBody('OAUTH_AUTHORIZATION_POLICY', over)
      return (await call('createServerPolicy', { params: { authServerId }, body })).body
    },

    aServerRule: async (authServerId: string, policyId: string, over: Partial<RuleWriteInput> = {}): Promise<Rule> => {
      const body = ruleBody('OAUTH_AUTHORIZATION_POLICY', over)
      return (await call('createServerRule', { params: { authServerId, policyId }, body })).body
    },

    /** The default policy of a type. */
    theDefault: async (type: PolicyType): Promise<Policy> => {
      const policies = (await call('listPolicies', { query: { type } })).body
      return policies.find((policy) => policy.system) as Policy
    },
  }
}

export type Factories = ReturnType<typeof makeFactories>
