import { describe, expect, it } from 'vitest'
import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import { missingParts } from '#ui/features/providers/missing-parts.ts'
import { tabsOf } from '#ui/features/providers/provider-tabs.ts'
import { strandedText } from '#ui/features/providers/routing/routing-text.ts'
import { addressProblem } from '#ui/lib/web-address.ts'
import { certificateIn, derOf, pemOf } from '#ui/resource/credentials/certificate-files.ts'

type Protocol = NonNullable<IdentityProvider['protocol']>
const missing = (protocol: Protocol) => missingParts({ protocol })

describe('what a provider lacks', () => {
  it('is said for each part that it cannot do without, and nothing once it has them', () => {
    expect(missing({ type: 'SAML2' })).toHaveLength(3)
    const sso = { sso: { url: 'https://id.example.com' } }
    const trust = { trust: { issuer: 'them', kid: 'k' } }
    expect(missing({ type: 'SAML2', endpoints: sso, credentials: trust })).toEqual([])
    expect(missing({ type: 'SAML2', endpoints: sso, credentials: { trust: { issuer: 'them' } } })).toEqual([
      'No trusted certificate: nothing that it sends can be verified.',
    ])
    expect(missing({ type: 'OAUTH2' })).toHaveLength(1)
    expect(missing({ type: 'OIDC' })).toHaveLength(3)
    expect(missingParts({})).toEqual([])
  })
})

it('only what signs has credentials, and what has no protocol has no accounts', () => {
  const keys = (type: string) => tabsOf({ type } as IdentityProvider).map(({ key }) => key)
  expect(keys('SAML2')).toEqual(['general', 'people', 'credentials', 'history', 'json'])
  expect(keys('GOOGLE')).not.toContain('credentials')
  expect(keys('IWA')).toEqual(['general', 'history', 'json'])
})

it.each([
  ['https://id.example.com/sso?a=b', undefined],
  ['http://localhost:8080', undefined],
  ['id.example.com', 'Must begin with https:// or http://.'],
  ['https://', 'Not an address yet.'],
  ['https://id example', 'An address has no spaces.'],
])('an address is named wrong while it is typed: %s', (text, problem) => {
  expect(addressProblem(text)).toBe(problem)
})

describe('a certificate', () => {
  const base64 = btoa(`\x30\x82\x01\x00${'certificate'.repeat(30)}`)

  it('is found in PEM, in base64 with line feeds and in DER', async () => {
    expect(certificateIn(pemOf('CERTIFICATE', base64))).toBe(base64)
    expect(certificateIn(`Bag Attributes\n${pemOf('CERTIFICATE', base64)}${pemOf('CERTIFICATE', btoa('0'))}`)).toBe(
      base64,
    )
    expect(certificateIn(base64.replaceAll(/.{64}/g, '$&\n'))).toBe(base64)
    expect(certificateIn(new Uint8Array(await derOf(base64).arrayBuffer()))).toBe(base64)
  })

  it('is not found in other texts and files', () => {
    for (const other of ['', 'none', pemOf('CERTIFICATE REQUEST', base64), new Uint8Array([1, 2, 3])])
      expect(certificateIn(other)).toBeNull()
  })
})

it('says why no one is sent to what a rule names', () => {
  const off = { id: '0oa', name: 'Harbour', type: 'SAML2', status: 'INACTIVE' as const }
  expect(strandedText({ inactive: [off], unknownNames: ['Quay'] })).toEqual([
    'The rule names Harbour, which is inactive: no one is sent there.',
    'The rule gives the name “Quay”, which no active provider has.',
  ])
  expect(strandedText({ inactive: [], unknownNames: [] })).toEqual([])
})
