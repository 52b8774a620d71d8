import { defineCollection } from '#ui/resource/collection/define-collection.ts'
import { NAME_FIELD } from '#ui/resource/form/field-specs.ts'

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
