// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLIENT_AUTH_METHODS, type ClientAuthMethod } from '#contract/apps/client-credentials.ts'
import { signingClient } from '#ui/features/applications/credentials/sign-in-request.ts'
import SignPeopleIn from '#ui/features/applications/credentials/SignPeopleIn.vue'
import { answerPage } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

const BACK = 'https://app.example.com/back'
const client = (method: ClientAuthMethod, settings: object = {}) =>
  signingClient({
    credentials: { oauthClient: { client_id: '0oaclient', token_endpoint_auth_method: method } } as never,
    settings: { oauthClient: { grant_types: ['authorization_code'], redirect_uris: [BACK], ...settings } },
  })

it('an application signs people in if it gets codes for them', () => {
  expect(client('none')).toMatchObject({ clientId: '0oaclient', redirectUris: [BACK], refreshes: false })
  expect(client('none', { grant_types: ['client_credentials'] })).toBeNull()
})

describe('the card of a client', () => {
  let enabled: boolean
  beforeEach(() => {
    enabled = true
    answerPage(() => Response.json({ enabled }))
  })
  afterEach(() => vi.unstubAllGlobals())

  const show = async (method: ClientAuthMethod, settings = {}) => {
    const { page } = await mountPage(SignPeopleIn, { props: { client: client(method, settings) } })
    await vi.waitFor(async () => {
      await flushPromises()
      expect(page.text()).toMatch(/Open the sign-in|no redirect URI/)
    })
    return { page, text: page.text().replaceAll(/\s+/g, ' ') }
  }

  it('has the address to open, with a proof of key', async () => {
    const { page } = await show('client_secret_basic')
    const address = page.findAll('a').find((link) => link.text().includes('Open the sign-in'))
    const { pathname, searchParams } = new URL(address?.attributes('href') ?? '')
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/oauth2/v1/authorize',
      {
        ...{ client_id: '0oaclient', response_type: 'code', redirect_uri: BACK, scope: 'openid profile email' },
        ...{ state: 'try-it', code_challenge: expect.any(String), code_challenge_method: 'S256' },
      },
    ])
  })

  it.each(CLIENT_AUTH_METHODS)('says what to put into the command where it proves itself by %s', async (method) => {
    const { text } = await show(method)
    expect(text.includes('CLIENT_SECRET to the secret')).toBe(
      method === 'client_secret_basic' || method === 'client_secret_post',
    )
    expect(text.includes('$CLIENT_ASSERTION is a JWT')).toBe(
      method === 'client_secret_jwt' || method === 'private_key_jwt',
    )
  })

  it('says so while sign-in is off', async () => {
    expect((await show('none')).text).not.toContain('switched off')
    enabled = false
    expect((await show('none')).text).toContain('Sign-in is switched off')
  })

  it('says that bound tokens need a proof, and that a redirect URI is missing', async () => {
    expect((await show('none', { dpop_bound_access_tokens: true })).text).toContain('DPoP')
    expect((await show('none', { redirect_uris: [] })).text).toContain('It has no redirect URI')
  })
})
