import { POLICY_TYPE_NAMES, type PolicyType } from '#contract/policy/policy-types.ts'
import type { User } from '#contract/directory/user.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'
import { api, type Reply } from './client.ts'
import { findPolicy } from './policy-api.ts'
import { SIGN_ON_MODE_TABLE } from '#contract/apps/sign-on-modes.ts'

/** An object as pickers, chips and the palette show it; `detail` tells namesakes apart. */
export interface Named {
  id: string
  name: string
  detail?: string
}

interface EntityAccess {
  /** As it is called in a sentence: singular and plural. */
  one: string
  many: string
  /** Objects whose name begins with the text; the first ones when it is empty. */
  search(text: string, signal?: AbortSignal): Promise<Named[]>
  /** @throws ApiError 404 when it was deleted. */
  get(id: string): Promise<Named>
}

const PICK = 30

/** A person's name in full, else the login. */
export function personName(user: Pick<User, 'profile' | 'id'>): string {
  const { firstName, lastName, login } = user.profile
  return [firstName, lastName].filter(Boolean).join(' ') || String(login ?? user.id)
}

function person(user: User): Named {
  return { id: user.id, name: personName(user), detail: String(user.profile.login ?? '') }
}

function query(text: string) {
  return text.trim() ? { q: text.trim() } : {}
}

/** For the collections that the service lists whole but does not search: by name, in order of names. */
function contains(list: Named[], text: string): Named[] {
  const expected = text.trim().toLowerCase()
  return list
    .filter((item) => item.name.toLowerCase().includes(expected))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .slice(0, PICK)
}

async function searchPolicies(text: string, signal?: AbortSignal): Promise<Named[]> {
  const ofType = async (type: PolicyType) => {
    const found = await api.call('listPolicies', { query: { type, ...query(text), limit: PICK }, signal })
    return found.map((policy) => ({ id: policy.id, name: policy.name, detail: type }))
  }
  const answers = await Promise.allSettled(POLICY_TYPE_NAMES.map(ofType))
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

const authenticator = (one: Reply<'getAuthenticator'>): Named => ({ id: one.id, name: one.name, detail: one.key })
const provider = (one: Reply<'getIdentityProvider'>): Named => ({ id: one.id, name: one.name, detail: one.type })
const behavior = (one: Reply<'getBehavior'>): Named => ({ id: one.id, name: one.name, detail: one.type })
const assurance = (one: Reply<'getDeviceAssurance'>): Named => ({ id: one.id, name: one.name, detail: one.platform })
const hook = (one: Reply<'getEventHook'>): Named => ({
  id: one.id,
  name: one.name,
  detail: new URL(one.channel.config.uri).host,
})
const server = (one: Reply<'getAuthorizationServer'>): Named => ({
  id: one.id,
  name: one.name,
  detail: one.default ? 'default' : one.audiences.join(', '),
})

/** How each kind of object is found and named. Pickers, the name cache and the palette read this table. */
export const ENTITIES: Record<EntityKind, EntityAccess> = {
  group: {
    one: 'group',
    many: 'groups',
    search: async (text, signal) =>
      (await api.call('listGroups', { query: { ...query(text), limit: PICK }, signal })).map((group) => ({
        id: group.id,
        name: group.profile.name,
        detail: group.profile.description ?? '',
      })),
    get: async (groupId) => {
      const group = await api.call('getGroup', { params: { groupId } })
      return { id: group.id, name: group.profile.name, detail: group.profile.description ?? '' }
    },
  },
  user: {
    one: 'person',
    many: 'people',
    search: async (text, signal) =>
      (await api.call('listUsers', { query: { ...query(text), limit: PICK }, signal })).map(person),
    get: async (userId) => person(await api.call('getUser', { params: { userId } })),
  },
  app: {
    one: 'application',
    many: 'applications',
    search: async (text, signal) =>
      (await api.call('listApps', { query: { ...query(text), limit: PICK }, signal })).map((app) => ({
        id: app.id,
        name: app.label,
        detail: SIGN_ON_MODE_TABLE[app.signOnMode].label,
      })),
    get: async (appId) => {
      const app = await api.call('getApp', { params: { appId } })
      return { id: app.id, name: app.label, detail: SIGN_ON_MODE_TABLE[app.signOnMode].label }
    },
  },
  zone: {
    one: 'zone',
    many: 'network zones',
    search: async (text, signal) => {
      const zones = await api.all('listZones', { signal })
      return contains(
        zones.map((zone) => ({ id: zone.id, name: zone.name, detail: zone.type })),
        text,
      )
    },
    get: async (zoneId) => {
      const zone = await api.call('getZone', { params: { zoneId } })
      return { id: zone.id, name: zone.name, detail: zone.type }
    },
  },
  userType: {
    one: 'user type',
    many: 'user types',
    search: async (text, signal) => {
      const types = await api.call('listUserTypes', { signal })
      return contains(
        types.map((type) => ({ id: type.id, name: type.displayName, detail: type.name })),
        text,
      )
    },
    get: async (typeId) => {
      const type = await api.call('getUserType', { params: { typeId } })
      return { id: type.id, name: type.displayName, detail: type.name }
    },
  },
  policy: {
    one: 'policy',
    many: 'policies',
    search: searchPolicies,
    get: async (policyId) => {
      const policy = await findPolicy(policyId)
      return { id: policy.id, name: policy.name, detail: policy.type }
    },
  },
  authenticator: {
    one: 'authenticator',
    many: 'authenticators',
    search: async (text, signal) =>
      contains((await api.all('listAuthenticators', { signal })).map(authenticator), text),
    get: async (authenticatorId) => authenticator(await api.call('getAuthenticator', { params: { authenticatorId } })),
  },
  identityProvider: {
    one: 'identity provider',
    many: 'identity providers',
    search: async (text, signal) =>
      (await api.call('listIdentityProviders', { query: { ...query(text), limit: PICK }, signal })).map(provider),
    get: async (idpId) => provider(await api.call('getIdentityProvider', { params: { idpId } })),
  },
  behavior: {
    one: 'behavior',
    many: 'behaviors',
    search: async (text, signal) => contains((await api.all('listBehaviors', { signal })).map(behavior), text),
    get: async (behaviorId) => behavior(await api.call('getBehavior', { params: { behaviorId } })),
  },
  deviceAssurance: {
    one: 'device assurance',
    many: 'device assurances',
    search: async (text, signal) => contains((await api.all('listDeviceAssurances', { signal })).map(assurance), text),
    get: async (deviceAssuranceId) =>
      assurance(await api.call('getDeviceAssurance', { params: { deviceAssuranceId } })),
  },
  authorizationServer: {
    one: 'authorization server',
    many: 'authorization servers',
    search: async (text, signal) =>
      (await api.call('listAuthorizationServers', { query: { ...query(text), limit: PICK }, signal })).map(server),
    get: async (authServerId) => server(await api.call('getAuthorizationServer', { params: { authServerId } })),
  },
  eventHook: {
    one: 'event hook',
    many: 'event hooks',
    search: async (text, signal) => contains((await api.all('listEventHooks', { signal })).map(hook), text),
    get: async (eventHookId) => hook(await api.call('getEventHook', { params: { eventHookId } })),
  },
}
