import { describe, expect, it } from 'vitest'
import { SAML_DEFAULTS } from '#contract/policy/resources/identity-provider-defaults.ts'
import { identityProviderWriteSchema } from '#contract/policy/resources/identity-provider.ts'
import { IDENTITY_PROVIDER_TYPES } from '#contract/policy/resources/identity-provider-protocol.ts'
import { createForm, policyForm, protocolForm } from '#ui/features/providers/form/provider-form.ts'
import { choicesOf, type Draft, type FieldSpec } from '#ui/resource/form/field-specs.ts'
import { visibleFields } from '#ui/resource/form/form-body.ts'
import { getIn, setIn } from '#ui/lib/tree.ts'
import { leaves } from '../../../helpers/schema-leaves.ts'

/** What a person puts into a field of each kind. */
function sample(field: FieldSpec, draft: Draft): unknown {
  if (field.control === 'text') return 'https://example.com'
  if (field.control === 'number') return field.max ?? 1
  if (field.control === 'switch') return field.on ?? true
  if (field.control === 'entity') return field.multiple ? ['00gGroup'] : '00gGroup'
  if (field.control === 'own') return 'a-certificate'
  if (field.control === 'choice' || field.control === 'many') {
    const last = choicesOf(field.options, draft).at(-1)?.value
    return field.control === 'many' ? [last] : last
  }
  return undefined
}
const ASKED = new Set(['heading', 'note'])
/** A draft with a value in every field, also in those that another's value shows. */
function filled(fields: readonly FieldSpec[], draft: Draft): Draft {
  const fill = (before: Draft) =>
    visibleFields(fields, before)
      .filter(({ path, control }) => !['type', 'name'].includes(path) && !ASKED.has(control))
      .reduce((made, field) => setIn(made, field.path, sample(field, made)), before)
  return fill(fill(draft))
}

describe.each(IDENTITY_PROVIDER_TYPES)('the form of a provider of %s', (type) => {
  it('makes a body that the interface takes, as it begins and with every field filled', () => {
    const blank = { ...createForm.blank(type), name: 'X' }
    const full = filled([...protocolForm.fields, ...policyForm.fields], filled(createForm.fields, blank))
    for (const [form, draft] of [
      [createForm, filled(createForm.fields, blank)],
      [protocolForm, full],
      [policyForm, full],
    ] as const) {
      const parsed = identityProviderWriteSchema.safeParse(form.bodyOf?.(draft))
      expect(parsed.error?.issues, JSON.stringify(draft)).toBeUndefined()
    }
  })

  it('has the required fields empty and the choices made', () => {
    const draft = createForm.blank(type)
    const undecided = visibleFields(createForm.fields, draft).filter(
      (field) =>
        (field.control === 'choice' || field.control === 'text') &&
        field.required &&
        getIn(draft, field.path) === undefined,
    )
    expect(undecided.map(({ path }) => path)).toEqual([])
  })

  it('is refused by the interface beside the fields that a provider cannot do without', () => {
    const draft = { ...createForm.blank(type), name: 'X' }
    const required = visibleFields(createForm.fields, draft).flatMap((field) =>
      field.control === 'text' && field.required && field.path !== 'name' ? [field.path] : [],
    )
    const { error } = identityProviderWriteSchema.safeParse(createForm.bodyOf?.(draft))
    expect((error?.issues ?? []).map(({ path }) => path.join('.')).sort()).toEqual(required.sort())
  })
})

it('begins a SAML provider with the defaults of the service, which its help tells', () => {
  expect(createForm.blank('SAML2')['protocol']).toMatchObject(SAML_DEFAULTS)
  const helpOf = (path: string) => createForm.fields.find((field) => field.path === path)?.help ?? ''
  expect(helpOf('protocol.algorithms.request.signature.scope')).toMatch(/by default/)
  expect(helpOf('protocol.settings.nameFormat')).toMatch(/by default/)
})

/** Settings that no form shows, and why. */
const WITHOUT = {
  'chosen among the keys that there are': ['protocol.credentials.signing.kid'],
  'always as the service fills them in': [
    'protocol.credentials.trust.revocation',
    'protocol.credentials.trust.revocationCacheLifetime',
    'protocol.endpoints.acs.url',
  ],
  'nothing here signs out': ['protocol.endpoints.slo.url', 'protocol.settings.participateSlo'],
}

it('has a field for each setting, but for the few that no one sets', () => {
  const shown = [...protocolForm.fields, ...policyForm.fields].map(({ path }) => path)
  const settings = leaves(identityProviderWriteSchema).filter((path) => /^(protocol|policy)\./.test(path))
  // How an endpoint is called follows from which one it is; only sign-on of SAML has a choice, which is shown.
  const follows = /endpoints\.\w+\.(binding|destination|type)$/
  expect(settings.filter((path) => !shown.includes(path) && !follows.test(path)).sort()).toEqual(
    Object.values(WITHOUT).flat().sort(),
  )
})

it('gives an endpoint of OpenID Connect the binding that it has, and leaves one out that has no address', () => {
  const draft = filled(createForm.fields, { ...createForm.blank('OIDC'), name: 'X' })
  const body = createForm.bodyOf?.(setIn(draft, 'protocol.endpoints.userInfo.url', '')) ?? {}
  expect(getIn(body, 'protocol.endpoints')).toEqual({
    authorization: { url: 'https://example.com', binding: 'HTTP-REDIRECT' },
    token: { url: 'https://example.com', binding: 'HTTP-POST' },
    jwks: { url: 'https://example.com', binding: 'HTTP-REDIRECT' },
  })
})
