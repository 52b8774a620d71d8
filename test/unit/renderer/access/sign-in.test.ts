// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import SignInPage from '#ui/features/access/sign-in/SignInPage.vue'
import { answerPage, type PageRequest } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

const app = (id: string, label: string, grant: string) => ({
  ...{ id, label, name: 'oidc_client', settings: { oauthClient: { grant_types: [grant] } } },
})

describe('the page of the sign-in', () => {
  let enabled: boolean
  let sent: PageRequest[]
  let apps: object[]
  beforeEach(() => {
    enabled = false
    sent = []
    apps = [app('0oa1', 'Rota', 'authorization_code'), app('0oa2', 'Night sync', 'client_credentials')]
    answerPage((request) => {
      if (request.pathname.endsWith('/apps')) return Response.json(apps)
      if (request.method === 'PUT') {
        sent.push(request)
        enabled = (request.body as { enabled: boolean }).enabled
      }
      return Response.json({ enabled })
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  const open = async () => {
    const { page } = await mountPage(SignInPage)
    await flushPromises()
    return page
  }
  const text = (page: Awaited<ReturnType<typeof open>>) => page.text().replaceAll(/\s+/g, ' ')

  it('says what to do first, and switches sign-in on and off', async () => {
    const page = await open()
    expect(text(page)).toMatch(/Switch sign-in on\..*Create an application.*Give a person a password.*Assign/)
    const button = () => page.findAll('button').find((one) => one.text().startsWith('Switch o'))
    await button()?.trigger('click')
    await flushPromises()
    expect(text(page)).toContain('Switch sign-in on: done.')
    expect(button()?.text()).toBe('Switch off')
    await button()?.trigger('click')
    await flushPromises()
    expect(sent.map(({ body }) => body)).toEqual([{ enabled: true }, { enabled: false }])
  })

  it('lists the clients that sign people in, each with the way to its credentials', async () => {
    const links = (await open()).findAll('.clients a')
    expect(links.map((link) => [link.text(), link.attributes('href')])).toEqual([
      ['Rota', '/applications/0oa1?tab=credentials'],
    ])
    apps = []
    expect(text(await open())).toContain('None yet.')
  })

  it('has the addresses that clients are given', async () => {
    expect(text(await open())).toMatch(/Issuer\s?http:\/\/localhost.*\/oauth2\/v1\/authorize.*\/oauth2\/v1\/token/)
  })
})
