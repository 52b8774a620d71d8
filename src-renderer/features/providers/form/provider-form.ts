import { SAML_DEFAULTS } from '#contract/policy/resources/identity-provider-defaults.ts'
import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import {
  IDENTITY_PROVIDER_TYPES,
  PROTOCOLS_OF,
  type IdentityProviderType,
} from '#contract/policy/resources/identity-provider-protocol.ts'
import { PROVIDER_LABELS } from '#ui/domain/identity-providers.ts'
import { getIn, setIn } from '#ui/lib/tree.ts'
import { NAME_FIELD, optionsOf, type Draft, type FieldSpec, type ObjectForm } from '#ui/resource/form/field-specs.ts'
import { bodyOf } from '#ui/resource/form/form-body.ts'
import { POLICY_FIELDS } from './policy-fields.ts'
import { PROTOCOL_FIELDS } from './protocol-fields.ts'

const TYPE: FieldSpec = {
  path: 'type',
  label: 'Type',
  control: 'choice',
  fixed: true,
  required: true,
  options: optionsOf(IDENTITY_PROVIDER_TYPES, PROVIDER_LABELS),
  help: 'What it speaks. It cannot change later.',
}

/** What the form of a new provider begins with, by its protocol; required texts are there, so that the service asks for them. */
const BEGINNINGS: Readonly<Record<string, () => object>> = {
  SAML2: () => ({
    endpoints: { sso: { url: '', binding: 'HTTP-POST' }, acs: { binding: 'HTTP-POST', type: 'INSTANCE' } },
    ...SAML_DEFAULTS,
    credentials: { trust: { issuer: '' } },
  }),
  OIDC: () => ({
    issuer: { url: '' },
    endpoints: { authorization: { url: '' }, token: { url: '' } },
    scopes: ['openid', 'profile', 'email'],
    credentials: { client: { client_id: '', pkce_required: true } },
  }),
  SOCIAL: () => ({ scopes: ['email'], credentials: { client: { client_id: '' } } }),
}

/** Endpoints are reached in one way each; what has no address is not there. */
const BINDING_OF: Readonly<Record<string, string>> = {
  authorization: 'HTTP-REDIRECT',
  token: 'HTTP-POST',
  jwks: 'HTTP-REDIRECT',
  userInfo: 'HTTP-REDIRECT',
}

function blank(type = 'SAML2'): Draft {
  const [protocol] = PROTOCOLS_OF[type as IdentityProviderType]
  const begin = BEGINNINGS[type] ?? (protocol === 'OIDC' || protocol === 'OAUTH2' ? BEGINNINGS['SOCIAL'] : undefined)
  return { type, name: '', ...(protocol ? { protocol: { type: protocol, ...begin?.() } } : {}) }
}

/** What a draft says without a field for it: the protocol, where a type has one alone, and how each endpoint is reached. */
function withImplied(draft: Draft, sent: Draft): Draft {
  const type = getIn(draft, 'protocol.type')
  const body = type === undefined ? sent : setIn(sent, 'protocol.type', type)
  return Object.entries(BINDING_OF).reduce((made, [name, binding]) => {
    const path = `protocol.endpoints.${name}`
    const has = getIn(made, `${path}.url`) !== undefined
    return has && getIn(made, `${path}.binding`) === undefined ? setIn(made, `${path}.binding`, binding) : made
  }, body)
}

/** A form of these fields; what is sent of it has what follows from the rest. */
const formOf = (
  fields: readonly FieldSpec[],
  over: Partial<ObjectForm<IdentityProvider>>,
): ObjectForm<IdentityProvider> => ({
  ...{ blank, fields, ...over },
  bodyOf: (draft, stored) => withImplied(draft, bodyOf(fields, draft, stored)),
})

/** A new provider: its name and protocol. What becomes of people has defaults, and is set on its page. */
export const createForm = formOf([TYPE, NAME_FIELD, ...PROTOCOL_FIELDS], { columns: 2, width: 760 })

/** Its name and how it is spoken to; all else of it is sent back as it was read. */
export const protocolForm = formOf([NAME_FIELD, ...PROTOCOL_FIELDS], { columns: 2, width: 760 })

/** What becomes of people who come from it. */
export const policyForm = formOf(POLICY_FIELDS, { width: 620 })
