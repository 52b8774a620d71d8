import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { authorizationServerWriteSchema } from '#contract/access/authorization-server.ts'
import { authenticatorWriteSchema } from '#contract/policy/resources/authenticator.ts'
import { behaviorWriteSchema } from '#contract/policy/resources/behavior.ts'
import { deviceAssuranceWriteSchema } from '#contract/policy/resources/device-assurance.ts'
import { authenticators } from '#ui/features/access/collections/authenticators.ts'
import { deviceAssurances } from '#ui/features/access/collections/device-assurances.ts'
import { COLLECTIONS } from '#ui/features/access/collections/index.ts'
import type { Collection } from '#ui/resource/collection/define-collection.ts'
import { choicesOf, type Draft } from '#ui/resource/form/field-specs.ts'
import { bodyOf, visibleFields } from '#ui/resource/form/form-body.ts'
import { getIn, setIn } from '#ui/lib/tree.ts'
import { leaves } from '../../../helpers/schema-leaves.ts'

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Authenticators: authenticatorWriteSchema,
  Behaviors: behaviorWriteSchema,
  'Device assurance': deviceAssuranceWriteSchema,
  'Authorization servers': authorizationServerWriteSchema,
}
const all = COLLECTIONS.map((collection) => [collection.resource.title, collection.form] as const)
type Form = Collection['form']

/** What a person puts into a field of each kind. */
function sample(field: Form['fields'][number], draft: Draft): unknown {
  if (field.path === 'osVersion.minimum') return '14.2'
  if (field.control === 'text') return 'https://example.com'
  if (field.control === 'number') return field.min ?? 1
  if (field.control === 'switch') return field.on ?? true
  if (field.control === 'entity') return '0oaprovider'
  if (!('options' in field)) throw new Error(`no sample for ${field.control}`)
  const first = choicesOf(field.options, draft)[0]?.value ?? 'api://x'
  return field.control === 'many' ? [first] : first
}

describe.each(all)('the form of %s', (name, form) => {
  it('makes a body that the schema takes, for every kind of object and with every field filled', () => {
    const [kind] = form.fields
    const kinds =
      kind?.control === 'choice' && Array.isArray(kind.options) ? kind.options.map((option) => option.value) : [null]
    for (const value of kinds) {
      let draft: Draft = { ...form.blank(value ?? undefined), name: 'X' }
      for (let round = 0; round < 3; round++)
        for (const field of visibleFields(form.fields, draft))
          if (!['name', kind?.path].includes(field.path)) draft = setIn(draft, field.path, sample(field, draft))
      const parsed = SCHEMAS[name]?.safeParse(bodyOf(form.fields, draft))
      expect(parsed?.success, `${value}: ${JSON.stringify(parsed?.error?.issues)}`).toBe(true)
    }
  })

  it('sends nothing of what it hides or what is empty', () => {
    const draft = { ...form.blank(), name: 'X' }
    const filled = form.fields.reduce<Draft>((body, field) => setIn(body, field.path, undefined), draft)
    const emptied = visibleFields(form.fields, draft).reduce<Draft>(
      (body, field) => (field.path === 'name' || field.fixed ? body : setIn(body, field.path, '')),
      { ...filled, ...draft },
    )
    expect(JSON.stringify(bodyOf(form.fields, emptied))).not.toMatch(/\{\}|""|\[\]/)
  })
})

it('a new authenticator is called by its kind, and only some kinds can be had twice', () => {
  const { form } = authenticators
  expect(form.blank('webauthn')['name']).toMatch(/WebAuthn/)
  expect(form.several?.('custom_app')).toBe(true)
  expect(form.several?.('phone_number')).toBe(false)
})

it.each([
  // One style of channel binding is known, and providers are set up by other clients; both stay as they are.
  { name: 'Authenticators', within: 'settings.', without: ['settings.channelBinding.style'] },
  { name: 'Device assurance', within: '', without: ['thirdPartySignalProviders'] },
])('the form of $name has a field for each setting', ({ name, within, without }) => {
  const form = COLLECTIONS.find(({ resource }) => resource.title === name)?.form
  const shown = form?.fields.map(({ path }) => path)
  const settings = leaves(SCHEMAS[name] as z.ZodType).filter((path) => path.startsWith(within))
  expect(settings.filter((path) => !shown?.includes(path))).toEqual(without)
})

it('a device assurance explains itself only where it is asked to', () => {
  const { fields, blank } = deviceAssurances.form
  const draft = { ...blank('IOS'), name: 'X', jailbreak: false }
  expect(bodyOf(fields, draft)).not.toHaveProperty('displayRemediationMode')
  expect(bodyOf(fields, { ...draft, displayRemediationMode: 'SHOW' })).toHaveProperty('displayRemediationMode', 'SHOW')
})

it('a new authenticator has a choice made for each setting that cannot be left out', () => {
  const { fields, blank } = authenticators.form
  for (const key of ['svc_verify', 'svc_email', 'custom_app']) {
    const draft = blank(key)
    const empty = visibleFields(fields, draft).filter(
      (field) => field.control === 'choice' && !field.none && getIn(draft, field.path) === undefined,
    )
    expect(empty.map(({ path }) => path)).toEqual([])
  }
})
