import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { authorizationServerWriteSchema } from '../../../../src-server/contract/authorization-server.ts'
import { ROUTES } from '../../../../src-server/contract/routes/index.ts'
import { authenticatorWriteSchema } from '../../../../src-server/contract/supporting/authenticator.ts'
import { behaviorWriteSchema } from '../../../../src-server/contract/supporting/behavior.ts'
import { deviceAssuranceWriteSchema } from '../../../../src-server/contract/supporting/device-assurance.ts'
import { identityProviderWriteSchema } from '../../../../src-server/contract/supporting/identity-provider.ts'
import { bodyOf, visibleFields } from '../../../../src-renderer/features/access/collection-api.ts'
import {
  COLLECTIONS,
  type Collection,
  type CollectionName,
} from '../../../../src-renderer/features/access/collections.ts'
import type { Draft } from '../../../../src-renderer/features/access/form-fields.ts'
import { setIn } from '../../../../src-renderer/components/tree.ts'

const SCHEMAS: Record<CollectionName, z.ZodType> = {
  authenticators: authenticatorWriteSchema,
  'identity-providers': identityProviderWriteSchema,
  behaviours: behaviorWriteSchema,
  'device-assurance': deviceAssuranceWriteSchema,
  'authorization-servers': authorizationServerWriteSchema,
}
const all = Object.entries(COLLECTIONS) as [CollectionName, Collection][]

/** What a person puts into a field of each kind. */
function sample(field: Collection['fields'][number], draft: object): unknown {
  if (field.path === 'osVersion.minimum') return '14.2'
  if (field.control === 'text') return 'https://example.com'
  if (field.control === 'number') return field.min ?? 1
  if (field.control === 'switch') return field.on ?? true
  if (field.control === 'entity') return '0oaprovider'
  const options = typeof field.options === 'function' ? field.options(draft as never) : field.options
  const first = options[0]?.value ?? 'api://x'
  return field.control === 'many' ? [first] : first
}

describe.each(all)('the form of %s', (name, collection) => {
  it('calls operations that there are', () => {
    const verbs = ['create', 'get', 'replace', 'delete', ...(collection.lifecycle ? ['activate', 'deactivate'] : [])]
    for (const id of [collection.list, ...verbs.map((verb) => `${verb}${collection.noun}`)])
      expect(ROUTES, id).toHaveProperty(id)
  })

  it('makes a body that the schema takes, for every kind of object and with every field filled', () => {
    const [kind] = collection.fields
    const kinds =
      kind?.control === 'choice' && Array.isArray(kind.options) ? kind.options.map((option) => option.value) : [null]
    for (const value of kinds) {
      let draft: Draft = { ...collection.blank(value ?? undefined), name: 'X' }
      for (let round = 0; round < 3; round++)
        for (const field of visibleFields(collection.fields, draft))
          if (!['name', kind?.path].includes(field.path)) draft = setIn(draft, field.path, sample(field, draft))
      const parsed = SCHEMAS[name].safeParse(bodyOf(collection.fields, draft))
      expect(parsed.error?.issues ?? [], String(value)).toEqual([])
    }
  })

  it('sends nothing of what it hides or what is empty', () => {
    const draft = { ...collection.blank(), name: 'X' }
    const filled = collection.fields.reduce<Draft>((body, field) => setIn(body, field.path, undefined), draft)
    const emptied = visibleFields(collection.fields, draft).reduce<Draft>(
      (body, field) => (field.path === 'name' || field.fixed ? body : setIn(body, field.path, '')),
      { ...filled, ...draft },
    )
    expect(JSON.stringify(bodyOf(collection.fields, emptied))).not.toMatch(/\{\}|""|\[\]/)
  })
})

it('a new authenticator is called by its kind, and only some kinds can be had twice', () => {
  const { authenticators } = COLLECTIONS
  expect(authenticators.blank('webauthn')['name']).toMatch(/WebAuthn/)
  expect(authenticators.several?.('custom_app')).toBe(true)
  expect(authenticators.several?.('phone_number')).toBe(false)
})
