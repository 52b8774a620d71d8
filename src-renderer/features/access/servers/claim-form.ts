import { CLAIM_TYPES, type ServerClaim } from '#contract/access/server-claim.ts'
import type { ServerScope } from '#contract/access/server-scope.ts'
import { CLAIM_VALUE_LABELS, GROUP_FILTER_LABELS, TOKEN_LABELS } from '#ui/domain/oauth-labels.ts'
import { isOneOf, optionsOf, type Draft, type ObjectForm } from '#ui/resource/form/field-specs.ts'
import { getIn } from '#ui/lib/tree.ts'
import ClaimExpression from './ClaimExpression.vue'

const isExpression = isOneOf('valueType', 'EXPRESSION')
const isGroups = isOneOf('valueType', 'GROUPS')

/** Scopes of the server, and those that a claim goes on to name though they are gone. */
function scopeOptions(scopes: readonly ServerScope[], draft: Draft) {
  const names = scopes.map(({ name }) => name)
  const named = (getIn(draft, 'conditions.scopes') ?? []) as readonly string[]
  const gone = named
    .filter((name) => !names.includes(name))
    .map((name) => ({ value: name, label: `${name} (deleted)` }))
  return [...optionsOf(names), ...gone]
}

/** The form of a claim. @param scopes of its server */
export const claimForm = (scopes: readonly ServerScope[]): ObjectForm<ServerClaim> => ({
  width: 640,
  blank: () => ({
    ...{ name: '', status: 'ACTIVE', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: '' },
    ...{ group_filter_type: 'STARTS_WITH', conditions: { scopes: [] } },
  }),
  draftOf: (claim) => ({ group_filter_type: 'STARTS_WITH', ...claim }),
  fields: [
    { path: 'name', label: 'Name', control: 'text', mono: true, required: true, placeholder: 'department' },
    {
      path: 'claimType',
      label: 'In the',
      control: 'choice',
      required: true,
      options: optionsOf(CLAIM_TYPES, TOKEN_LABELS),
      help: 'Access tokens are for services, ID tokens for the application that the person signs in to.',
    },
    {
      path: 'valueType',
      label: 'Value',
      control: 'choice',
      required: true,
      options: optionsOf(Object.keys(CLAIM_VALUE_LABELS), CLAIM_VALUE_LABELS),
    },
    {
      path: 'value',
      label: 'Expression',
      control: 'own',
      component: ClaimExpression,
      wide: true,
      help: 'Such as user.department, or (appuser != null) ? appuser.userName : app.clientId',
      when: isExpression,
    },
    {
      path: 'group_filter_type',
      label: 'Groups whose names',
      control: 'choice',
      required: true,
      options: optionsOf(Object.keys(GROUP_FILTER_LABELS), GROUP_FILTER_LABELS),
      when: isGroups,
    },
    {
      path: 'value',
      label: 'Text or pattern',
      control: 'text',
      mono: true,
      required: true,
      help: 'At most 100 groups fit into a claim. A pattern has to match the whole name; .* matches any.',
      when: isGroups,
    },
    {
      path: 'conditions.scopes',
      label: 'Only with one of these scopes',
      control: 'many',
      none: 'Any scope, and none',
      options: (draft) => scopeOptions(scopes, draft),
    },
    {
      path: 'alwaysIncludeInToken',
      label: 'Always in the ID token',
      control: 'switch',
      off: false,
      help: 'Otherwise clients that get an access token too read it from the user info.',
      when: isOneOf('claimType', 'IDENTITY'),
    },
    { path: 'status', label: 'Active', control: 'switch', on: 'ACTIVE', off: 'INACTIVE' },
  ],
})
