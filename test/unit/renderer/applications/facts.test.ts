// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import type { IdentityProvider } from '#contract/policy/resources/identity-provider.ts'
import ApplicationFacts from '#ui/features/applications/general/ApplicationFacts.vue'
import { PROTOCOL_FIELDS } from '#ui/features/providers/form/protocol-fields.ts'
import ProviderFacts from '#ui/features/providers/ProviderFacts.vue'
import { choicesOf } from '#ui/resource/form/field-specs.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

/** What facts say, each with its term. */
async function factsOf(component: object, props: object) {
  const { page } = await mountPage(component, { props })
  const values = page.findAll('dd').map((value) => value.text())
  return Object.fromEntries(page.findAll('dt').map((term, at) => [term.text(), values[at]]))
}
const times = { created: '2026-03-02T09:00:00.000Z', lastUpdated: '2026-03-02T09:00:00.000Z' }

it('the facts of an application and of a provider have words, and codes only where they are copied', async () => {
  const app = (name: string, signOnMode: string | null) =>
    factsOf(ApplicationFacts, { app: { ...times, id: '0oa1', name, signOnMode } as App })
  expect(await app('oidc_client', 'OPENID_CONNECT')).toMatchObject({
    'Sign-on': 'OpenID Connect',
    'Name in the API': expect.stringContaining('oidc_client'),
  })
  expect(await app('google', 'SAML_2_0')).toMatchObject({ Catalogue: 'Google Workspace', 'Sign-on': 'SAML 2.0' })
  expect(await app('deelhr', null)).toMatchObject({ Catalogue: 'Deel HR', 'Sign-on': 'No single sign-on' })
  const provider = { ...times, id: '0oa2', type: 'OIDC', _links: {} } as unknown as IdentityProvider
  expect(await factsOf(ProviderFacts, { provider })).toMatchObject({ Type: 'OpenID Connect' })
})

it('the protocols that a provider may speak are chosen by their names', () => {
  const field = PROTOCOL_FIELDS.find(({ path }) => path === 'protocol.type')
  const labels = (type: string) =>
    field?.control === 'choice' ? choicesOf(field.options, { type }).map(({ label }) => label) : []
  expect(labels('GOOGLE')).toContain('OpenID Connect')
  expect(labels('X509')).toEqual(['Mutual TLS'])
})
