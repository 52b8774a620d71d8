import { ROTATION_LABELS } from '#ui/domain/oauth-labels.ts'
import { defineCollection } from '#ui/resource/collection/define-collection.ts'
import { NAME_FIELD, optionsOf } from '#ui/resource/form/field-specs.ts'

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
    lead: 'They issue tokens to clients, each by its own policies.',
    aboutTitle: 'Audience',
    about: ({ audiences }) => audiences.join(', '),
    changedAt: ({ lastUpdated }) => lastUpdated,
    isDefault: (server) => server.default,
    builtIn: (server) => (server.default ? 'The organization’s own: it keeps its name and cannot be deleted.' : null),
    form: {
      blank: () => ({
        name: '',
        audiences: [],
        issuerMode: 'ORG_URL',
        credentials: { signing: { rotationMode: 'AUTO' } },
      }),
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
        {
          path: 'credentials.signing.rotationMode',
          label: 'Key rotation',
          control: 'radio',
          options: optionsOf(Object.keys(ROTATION_LABELS), ROTATION_LABELS),
          help: 'Manual, if services keep a copy of the keys that has to be renewed.',
        },
      ],
    },
  },
)
