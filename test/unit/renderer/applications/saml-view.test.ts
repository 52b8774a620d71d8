// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { SamlPreview } from '#contract/gatehouse/app-preview.ts'
import SamlView from '#ui/features/applications/preview/SamlView.vue'
import { mountPage } from '../../../helpers/mount-page.ts'

/** What the facts of an assertion say, each with its term. */
async function factsOf(receivers: Pick<SamlPreview, 'audience' | 'recipient' | 'destination'>) {
  const saml: SamlPreview = {
    ...receivers,
    issuer: 'https://id.example.com',
    nameId: { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', value: '', source: '', missing: null },
    ...{ authnContext: '', attributes: [], unknown: [], assertion: null },
  }
  const { page } = await mountPage(SamlView, { props: { saml, name: 'Jo', listed: false } })
  const [terms, facts] = [page.findAll('dt'), page.findAll('dd')]
  return Object.fromEntries(terms.map((term, index) => [term.text(), facts[index]?.text()]))
}

it('an assertion says of each address that is not known that it is not', async () => {
  const url = 'https://berths.example.com/acs'
  const known = await factsOf({ audience: null, recipient: url, destination: null })
  expect(known).toMatchObject({ Audience: 'Not known', Recipient: url, Destination: 'Not known' })
  expect(await factsOf({ audience: 'x', recipient: null, destination: url })).toMatchObject({ Destination: url })
  for (const same of [url, null])
    expect(await factsOf({ audience: 'x', recipient: same, destination: same })).not.toHaveProperty('Destination')
})
