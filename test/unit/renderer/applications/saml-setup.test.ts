// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import CreationProgress from '#ui/features/applications/wizard/CreationProgress.vue'
import CredentialsTab from '#ui/features/applications/CredentialsTab.vue'
import { useCreation } from '#ui/features/applications/wizard/creation.ts'
import SamlSetup from '#ui/features/applications/saml/SamlSetup.vue'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { useAppPage } from '../../../helpers/app-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

const service = useAppPage('SAML_2_0')

/** What the card says, each value by its term. */
async function open(of: App) {
  const { page } = await mountPage(SamlSetup, { props: { app: of } })
  await vi.waitFor(() => expect(page.find('dt').exists()).toBe(true), 10_000)
  await flushPromises()
  const texts = page.findAll('dd').map((value) => (value.find('.value').exists() ? value.get('.value') : value).text())
  const facts = Object.fromEntries(page.findAll('dt').map((term, at) => [term.text(), texts[at]]))
  return { page, facts }
}

describe('what a service is set up with', () => {
  it('is what the metadata of the application say, and what it has to be there', async () => {
    const { page, facts } = await open(service.app)
    const externalKey = service.app.id.replace(/^0oa/, 'exk')
    const { audience, ssoAcsUrl } = service.app.settings['signOn'] as { audience: string; ssoAcsUrl: string }
    expect(facts).toMatchObject({
      Issuer: `http://svc.example.com/${externalKey}`,
      'Single sign-on address': `${service.url}/app/${service.app.name}/${externalKey}/sso/saml`,
      Audience: audience,
      'Assertion consumer service': ssoAcsUrl,
      'Metadata address': `${service.url}/api/v1/apps/${service.app.id}/sso/saml/metadata`,
    })
    const copies = page.findAll('button[aria-label^="Copy"]').map((button) => button.attributes('aria-label'))
    expect(copies).toEqual(expect.arrayContaining(['Copy single sign-on address', 'Copy metadata address']))
  })

  it('can be read as it is sent to the service', async () => {
    const { page } = await open(service.app)
    await page
      .findAll('button')
      .find((button) => button.text() === 'Open metadata')!
      .trigger('click')
    await flushPromises()
    const xml = document.querySelector('[role=dialog] pre')?.textContent
    expect(xml).toContain('<md:IDPSSODescriptor')
  })

  it('stands among the credentials of a SAML application, and of no other', async () => {
    const bookmark = (await service.client.call('createApp', { body: soundApp('WS_FEDERATION') })).body
    for (const [one, title] of [
      [service.app, [`Set up ${service.app.label}`]],
      [bookmark, []],
    ] as const) {
      const { page } = await mountPage(CredentialsTab, { props: { app: one } })
      const headings = page.findAll('h2').map((heading) => heading.text())
      expect(headings.filter((heading) => heading.startsWith('Set up'))).toEqual(title)
    }
  })

  it('is offered by the wizard once the application is there', async () => {
    const creation = useCreation()
    const { page } = await mountPage(CreationProgress, { props: { creation, label: 'Berths' } })
    expect(page.text()).not.toContain('Set up')
    const body = { ...soundApp('SAML_2_0'), label: 'Berths' }
    await creation.start({ body, active: true, policyId: null, groups: [], people: [] })
    await vi.waitFor(() => expect(page.text()).toContain('Single sign-on address'), 10_000)
  })
})
