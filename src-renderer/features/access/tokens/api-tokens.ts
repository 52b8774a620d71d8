import type { ApiTokenDetails, TokenNetwork } from '#contract/access/api-token.ts'
import { ALL_ZONES } from '#contract/policy/conditions.ts'
import type { Administrator } from '#contract/access/admin-roles.ts'
import { defineResource } from '#ui/resource/define-resource.ts'
import { NAME_FIELD, isOneOf, type Draft, type FieldSpec, type ObjectForm } from '#ui/resource/form/field-specs.ts'
import { counted } from '#ui/lib/numbers.ts'

/** What scripts sign in with. */
export const apiTokens = defineResource({
  kind: 'apiToken',
  title: 'API tokens',
  operations: {
    list: 'listApiTokenDetails',
    get: 'getApiTokenDetails',
    create: 'createApiToken',
    replace: 'replaceApiToken',
    remove: 'revokeApiToken',
  },
  removal: { verb: 'Revoke', done: 'revoked' },
  namable: false,
  nameOf: ({ name }) => name,
})

/** A token that was just made, with its value, which is told this once. */
export type MadeToken = Pick<ApiTokenDetails, 'name' | 'user'> & { token: string }

/** The ids of the zones on one side of a network; none stands for {@link ALL_ZONES} here. */
export const zonesOf = (network: TokenNetwork, side: 'include' | 'exclude') =>
  (network[side] ?? []).filter((id) => id !== ALL_ZONES)

const anyZone = (network: TokenNetwork, side: 'include' | 'exclude') => network[side]?.includes(ALL_ZONES) ?? false

/** Where a token works, in a few words. */
export function networkText(network: TokenNetwork): string {
  if (network.connection === 'ANYWHERE') return 'Anywhere'
  const words = (['include', 'exclude'] as const).flatMap((side) => {
    const zones = zonesOf(network, side).length
    if (!zones && !anyZone(network, side)) return []
    const named = anyZone(network, side) ? 'all zones' : counted(zones, 'zone')
    return [side === 'include' ? named : `not ${named}`]
  })
  return words.join(', ').replace(/^./, (first) => first.toUpperCase())
}

/** The network that a draft describes: empty sides are not there. */
function networkIn(draft: Draft): TokenNetwork {
  const { connection, include = [], exclude = [] } = draft['network'] as TokenNetwork
  if (connection === 'ANYWHERE') return { connection }
  return { connection, ...(include.length && { include }), ...(exclude.length && { exclude }) }
}

const byZone = isOneOf('network.connection', 'ZONE')

/** The form of a new token. @param owners the people who hold roles, whose rights it can have; null: only those of the caller */
export function newTokenForm(owners: readonly Administrator[] | null): ObjectForm<ApiTokenDetails> {
  const { fields, bodyOf } = tokenForm
  const options = (owners ?? [])
    .filter(({ kind, isActive }) => kind === 'USER' && isActive)
    .map(({ id, name, detail }) => ({ value: id, label: `${name} · ${detail ?? ''}` }))
  if (!options.length) return tokenForm
  const whose: FieldSpec = {
    ...{ path: 'userId', label: 'Whose rights', control: 'choice', options, none: 'Your own' },
    help: 'It may do what the administrator roles of this person permit, at the time of each request.',
  }
  const [name, ...rest] = fields
  return {
    ...tokenForm,
    bodyOf: (draft) => ({ ...bodyOf?.(draft), ...(draft['userId'] ? { userId: draft['userId'] } : {}) }),
    fields: [...(name ? [name] : []), whose, ...rest],
  }
}

/** The form of a token: its name, and where it works. */
export const tokenForm: ObjectForm<ApiTokenDetails> = {
  width: 560,
  blank: () => ({ name: '', network: { connection: 'ANYWHERE' } }),
  draftOf: ({ name, network }) => ({ name, network: { ...network } }),
  bodyOf: (draft) => ({ name: draft['name'], network: networkIn(draft) }),
  fields: [
    { ...NAME_FIELD, help: 'What it is for, such as the script that uses it.' },
    {
      path: 'network.connection',
      label: 'Works from',
      control: 'radio',
      options: [
        { value: 'ANYWHERE', label: 'Anywhere' },
        { value: 'ZONE', label: 'Network zones' },
      ],
    },
    {
      path: 'network.include',
      label: 'In these zones',
      control: 'entity',
      kind: 'zone',
      multiple: true,
      placeholder: 'Anywhere but in those below',
      help: 'Zones of addresses. Programs on this machine come from 127.0.0.1.',
      when: byZone,
    },
    {
      path: 'network.exclude',
      label: 'But not in these',
      control: 'entity',
      kind: 'zone',
      multiple: true,
      placeholder: 'No exception',
      when: byZone,
    },
  ],
}
