import type { ObjectReference } from '#contract/gatehouse/workspace.ts'
import { api } from '#ui/api/client.ts'
import { PATHS } from '#ui/domain/paths.ts'
import { BELONGS } from '#ui/domain/references.ts'
import { defineCollection } from '#ui/resource/collection/define-collection.ts'
import { NAME_FIELD } from '#ui/resource/form/field-specs.ts'

/** The policies of an authorization server, which go with it. */
async function policiesOf(id: string, signal?: AbortSignal): Promise<ObjectReference[]> {
  const policies = await api.call('listServerPolicies', { params: { authServerId: id }, signal })
  return policies.map(({ id: policyId, name: policyName, type: policyType, status }) => ({
    policyId,
    policyName,
    policyType,
    ruleId: null,
    ruleName: null,
    path: BELONGS,
    status,
  }))
}

/** Servers that give tokens to clients. */
export const authorizationServers = defineCollection(
  {
    kind: 'authorizationServer',
    title: 'Authorization servers',
    operations: {
      list: 'listAuthorizationServers',
      get: 'getAuthorizationServer',
      create: 'createAuthorizationServer',
      replace: 'replaceAuthorizationServer',
      remove: 'deleteAuthorizationServer',
      activate: 'activateAuthorizationServer',
      deactivate: 'deactivateAuthorizationServer',
    },
    nameOf: ({ name }) => name,
  },
  {
    lead: 'They give tokens to clients, each by policies of its own.',
    aboutTitle: 'Audience',
    about: ({ audiences }) => audiences.join(', '),
    changedAt: ({ lastUpdated }) => lastUpdated,
    isDefault: (server) => server.default,
    builtIn: (server) => (server.default ? 'The organization’s own: it keeps its name and cannot be deleted.' : null),
    links: ({ id }) => [{ term: 'Policies', label: 'Policies of this server', to: PATHS.serverPolicies(id) }],
    referencesOf: ({ id }, signal) => policiesOf(id, signal),
    referencesTitle: 'Its policies',
    unused: 'It has no policy: it gives no token to anybody.',
    form: {
      blank: () => ({ name: '', audiences: [], issuerMode: 'ORG_URL' }),
      fields: [
        { ...NAME_FIELD, locked: (draft) => draft['default'] === true },
        { path: 'description', label: 'Description', control: 'text' },
        {
          path: 'audiences',
          label: 'Audience',
          control: 'many',
          free: true,
          none: 'Such as api://orders',
          options: () => [],
          help: 'Exactly one.',
        },
      ],
    },
  },
)
