import type { ServerScope } from '#contract/access/server-scope.ts'
import { CONSENTS } from '#contract/access/server-scope.ts'
import { CONSENT_LABELS } from '#ui/domain/oauth-labels.ts'
import { optionsOf, type ObjectForm } from '#ui/resource/form/field-specs.ts'

/** The form of a scope of an authorization server. */
export const scopeForm: ObjectForm<ServerScope> = {
  blank: () => ({ name: '', consent: 'IMPLICIT', metadataPublish: 'NO_CLIENTS', optional: false, default: false }),
  fields: [
    {
      path: 'name',
      label: 'Name',
      control: 'text',
      mono: true,
      required: true,
      placeholder: 'invoices.read',
      locked: (draft) => draft['system'] === true,
      help: 'What clients write in their requests.',
    },
    {
      path: 'displayName',
      label: 'Display name',
      control: 'text',
      placeholder: 'Read invoices',
      help: 'What people read when they are asked.',
    },
    { path: 'description', label: 'Description', control: 'text', rows: 2 },
    {
      path: 'consent',
      label: 'Consent of people',
      control: 'choice',
      required: true,
      options: optionsOf(CONSENTS, CONSENT_LABELS),
    },
    {
      path: 'optional',
      label: 'People may leave it out',
      control: 'switch',
      off: false,
      when: (draft) => draft['consent'] !== 'IMPLICIT',
    },
    {
      path: 'default',
      label: 'Given where a client asks for no scope',
      control: 'switch',
      off: false,
    },
    {
      path: 'metadataPublish',
      label: 'Published in the metadata of the server',
      control: 'switch',
      on: 'ALL_CLIENTS',
      off: 'NO_CLIENTS',
      help: 'Anyone can read the metadata, without a token.',
    },
  ],
}
