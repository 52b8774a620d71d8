import { POLICY_TYPE_NAMES, type PolicyType } from '#contract/policy/policy-types.ts'
import { displayNameOf } from '#contract/directory/display-name.ts'
import type { User } from '#contract/directory/user.ts'
import type { Reply } from '#contract/routes/lists.ts'
import { findByWords } from '#ui/domain/find-by-words.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'
import { api } from './client.ts'
import { findPolicy } from './policy-api.ts'
import { modeLabel } from '#contract/apps/sign-on-modes.ts'

/** An object as pickers, chips and the palette show it; `detail` tells namesakes apart. */
export interface Named {
  id: string
  name: string
  detail?: string
}

interface EntityAccess {
  /** Objects that a text finds, by their name at least; the first ones when it is empty. */
  search(text: string, signal?: AbortSignal): Promise<Named[]>
  /** @throws ApiError 404 when it was deleted. */
  get(id: string): Promise<Named>
}

const PICK = 30

/** A person's name in full, else the login. */
export function personName(user: Pick<User, 'profile' | 'id'>): string {
  return displayNameOf(user.profile) || String(user.profile.login ?? user.id)
}

function person(user: User): Named {
  return { id: user.id, name: personName(user), detail: String(user.profile.login ?? '') }
}

/** For a collection that is read whole, in order of ids: the first ones by name, or those that the text finds. */
function firstByName(list: Named[], text = ''): Named[] {
  const byName = [...list].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return findByWords(text, byName, ({ name, detail }) => `${name} ${detail ?? ''}`).found.slice(0, PICK)
}

/** Finds objects of a kind by the search over all kinds; the first ones are read where no text is given. */
function searchBy(kind: EntityKind, readFirst: (signal?: AbortSignal) => Promise<Named[]>): EntityAccess['search'] {
  return async (text, signal) => {
    const q = text.trim()
    if (!q) return firstByName(await readFirst(signal))
    const hits = await api.call('searchObjects', { query: { q, kind, limit: PICK }, signal })
    return hits.map(({ id, name, detail }) => ({ id, name, detail: detail ?? '' }))
  }
}

async function readPolicies(signal?: AbortSignal): Promise<Named[]> {
  const ofType = async (type: PolicyType) => {
    const found = await api.call('listPolicies', { query: { type, limit: PICK }, signal })
    return found.map((policy) => ({ id: policy.id, name: policy.name, detail: type }))
  }
  const answers = await Promise.allSettled(POLICY_TYPE_NAMES.map(ofType))
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
}

const authenticator = (one: Reply<'getAuthenticator'>): Named => ({ id: one.id, name: one.name, detail: one.key })
const provider = (one: Reply<'getIdentityProvider'>): Named => ({ id: one.id, name: one.name, detail: one.type })
const behavior = (one: Reply<'getBehavior'>): Named => ({ id: one.id, name: one.name, detail: one.type })
const assurance = (one: Reply<'getDeviceAssurance'>): Named => ({ id: one.id, name: one.name, detail: one.platform })
const token = (one: Reply<'getApiTokenDetails'>): Named => ({ id: one.id, name: one.name, detail: one.user.name ?? '' })
const groupRule = (one: Reply<'getGroupRule'>): Named => ({
  id: one.id,
  name: one.name,
  detail: one.conditions.expression.value,
})
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
    search: searchBy('group', async (signal) =>
      (await api.call('listGroups', { query: { limit: PICK }, signal })).map((group) => ({
        id: group.id,
        name: group.profile.name,
        detail: group.profile.description ?? '',
      })),
    ),
    get: async (groupId) => {
      const group = await api.call('getGroup', { params: { groupId } })
      return { id: group.id, name: group.profile.name, detail: group.profile.description ?? '' }
    },
  },
  user: {
    search: searchBy('user', async (signal) =>
      (await api.call('listUsers', { query: { limit: PICK }, signal })).map(person),
    ),
    get: async (userId) => person(await api.call('getUser', { params: { userId } })),
  },
  app: {
    search: searchBy('app', async (signal) =>
      (await api.call('listApps', { query: { limit: PICK }, signal })).map((app) => ({
        id: app.id,
        name: app.label,
        detail: modeLabel(app.signOnMode),
      })),
    ),
    get: async (appId) => {
      const app = await api.call('getApp', { params: { appId } })
      return { id: app.id, name: app.label, detail: modeLabel(app.signOnMode) }
    },
  },
  zone: {
    search: searchBy('zone', async (signal) =>
      (await api.all('listZones', { signal })).map((zone) => ({ id: zone.id, name: zone.name, detail: zone.type })),
    ),
    get: async (zoneId) => {
      const zone = await api.call('getZone', { params: { zoneId } })
      return { id: zone.id, name: zone.name, detail: zone.type }
    },
  },
  apiToken: {
    search: searchBy('apiToken', async (signal) => (await api.call('listApiTokenDetails', { signal })).map(token)),
    get: async (apiTokenId) => token(await api.call('getApiTokenDetails', { params: { apiTokenId } })),
  },
  groupRule: {
    search: searchBy('groupRule', async (signal) => (await api.call('listGroupRules', { signal })).map(groupRule)),
    get: async (groupRuleId) => groupRule(await api.call('getGroupRule', { params: { groupRuleId } })),
  },
  userType: {
    search: searchBy('userType', async (signal) =>
      (await api.call('listUserTypes', { signal })).map((type) => ({
        id: type.id,
        name: type.displayName,
        detail: type.name,
      })),
    ),
    get: async (typeId) => {
      const type = await api.call('getUserType', { params: { typeId } })
      return { id: type.id, name: type.displayName, detail: type.name }
    },
  },
  policy: {
    search: searchBy('policy', readPolicies),
    get: async (policyId) => {
      const policy = await findPolicy(policyId)
      return { id: policy.id, name: policy.name, detail: policy.type }
    },
  },
  authenticator: {
    // A hit holds no key, by which namesakes are told apart here.
    search: async (text, signal) =>
      firstByName((await api.all('listAuthenticators', { signal })).map(authenticator), text),
    get: async (authenticatorId) => authenticator(await api.call('getAuthenticator', { params: { authenticatorId } })),
  },
  identityProvider: {
    search: searchBy('identityProvider', async (signal) =>
      (await api.call('listIdentityProviders', { query: { limit: PICK }, signal })).map(provider),
    ),
    get: async (idpId) => provider(await api.call('getIdentityProvider', { params: { idpId } })),
  },
  behavior: {
    search: searchBy('behavior', async (signal) => (await api.all('listBehaviors', { signal })).map(behavior)),
    get: async (behaviorId) => behavior(await api.call('getBehavior', { params: { behaviorId } })),
  },
  deviceAssurance: {
    search: searchBy('deviceAssurance', async (signal) =>
      (await api.all('listDeviceAssurances', { signal })).map(assurance),
    ),
    get: async (deviceAssuranceId) =>
      assurance(await api.call('getDeviceAssurance', { params: { deviceAssuranceId } })),
  },
  authorizationServer: {
    search: searchBy('authorizationServer', async (signal) =>
      (await api.call('listAuthorizationServers', { query: { limit: PICK }, signal })).map(server),
    ),
    get: async (authServerId) => server(await api.call('getAuthorizationServer', { params: { authServerId } })),
  },
  eventHook: {
    // A hit holds the whole address, of which the host is shown: few hooks are read as a whole instead.
    search: async (text, signal) => firstByName((await api.all('listEventHooks', { signal })).map(hook), text),
    get: async (eventHookId) => hook(await api.call('getEventHook', { params: { eventHookId } })),
  },
}
