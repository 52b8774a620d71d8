// @vitest-environment happy-dom
import { execFileSync } from 'node:child_process'
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppGrant } from '#contract/apps/app-grant.ts'
import { CLIENT_AUTH_METHODS, type ClientAuthMethod } from '#contract/apps/client-credentials.ts'
import AskForToken from '#ui/features/applications/credentials/AskForToken.vue'
import { assertionClaims, selfAskingClient, tokenCommand } from '#ui/features/applications/credentials/token-request.ts'
import { answerPage } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { isMissing } from '../../../helpers/outside-programs.ts'

const ENDPOINT = 'http://localhost:7480/oauth2/default/v1/token'
const client = (method: ClientAuthMethod, settings: object = {}, clientId = '0oaclient') => {
  const found = selfAskingClient({
    credentials: { oauthClient: { client_id: clientId, token_endpoint_auth_method: method } } as never,
    settings: { oauthClient: { grant_types: ['client_credentials'], ...settings } },
  })
  if (!found) throw new Error(`${method} asks for nothing`)
  return found
}
/** What a shell gives curl of a command, each argument in a line. */
const argumentsOf = (command: string) =>
  execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\n'`)], {
    env: { CLIENT_SECRET: 's e"c', CLIENT_ASSERTION: 'a.b.c' },
    encoding: 'utf8',
  })
    .trimEnd()
    .split('\n')

describe.skipIf(isMissing('sh'))('the command that asks for a token', () => {
  it.each([
    { method: 'client_secret_basic', proof: ['-u', '0oaclient:s e"c'] },
    {
      method: 'client_secret_post',
      proof: ['--data-urlencode', 'client_id=0oaclient', '--data-urlencode', 'client_secret=s e"c'],
    },
    ...(['client_secret_jwt', 'private_key_jwt'] as const).map((method) => ({
      method,
      proof: [
        ...['--data-urlencode', 'client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
        ...['--data-urlencode', 'client_assertion=a.b.c'],
      ],
    })),
  ] as const)('proves the client by $method, with what is secret from a variable', ({ method, proof }) => {
    const command = tokenCommand(client(method), ENDPOINT, ['invoices.read', 'voyages.read'])
    expect(argumentsOf(command)).toEqual([
      ...[ENDPOINT, ...proof, '-d', 'grant_type=client_credentials'],
      ...['--data-urlencode', 'scope=invoices.read voyages.read'],
    ])
  })

  it('is one command for a shell whatever the id of the client holds, which basic credentials have encoded', () => {
    const id = `a'b$(id)"c!:%`
    expect(argumentsOf(tokenCommand(client('client_secret_post', {}, id), ENDPOINT, []))).toContain(`client_id=${id}`)
    const basic = argumentsOf(tokenCommand(client('client_secret_basic', {}, id), ENDPOINT, []))[2]
    expect(decodeURIComponent(basic?.split(':')[0] ?? '')).toBe(id)
  })
})

it('an application asks for itself if it has the grant and proves itself', () => {
  const asks = (method: ClientAuthMethod, grants: string[]) =>
    selfAskingClient({
      credentials: { oauthClient: { client_id: 'x', token_endpoint_auth_method: method } } as never,
      settings: { oauthClient: { grant_types: grants } },
    }) !== null
  expect(CLIENT_AUTH_METHODS.filter((method) => asks(method, ['client_credentials']))).toEqual(
    CLIENT_AUTH_METHODS.filter((method) => method !== 'none'),
  )
  expect(asks('client_secret_basic', ['authorization_code'])).toBe(false)
})

it('an assertion is addressed to the endpoint, by and about the client, for an hour at most', () => {
  expect(assertionClaims('0oaclient', ENDPOINT)).toMatchObject([
    { name: 'aud', value: ENDPOINT },
    { name: 'iss', value: '0oaclient' },
    { name: 'sub', value: '0oaclient' },
    { name: 'exp', rule: expect.stringContaining('1 hour') as string },
    { name: 'jti' },
  ])
})

describe('the card of a client', () => {
  let roles: object[]
  beforeEach(() => {
    roles = []
    answerPage(({ pathname }) =>
      Response.json(
        pathname.endsWith('/roles')
          ? roles
          : [
              { name: 'openid', system: true },
              { name: 'invoices.read', system: false },
            ],
      ),
    )
  })
  afterEach(() => vi.unstubAllGlobals())

  const grants = (...scopes: string[]) => scopes.map((scopeId) => ({ scopeId }) as AppGrant)
  const show = async (method: ClientAuthMethod, held: AppGrant[] | undefined = [], settings = {}) => {
    const { page } = await mountPage(AskForToken, { props: { client: client(method, settings), grants: held } })
    await flushPromises()
    return {
      page,
      text: page.text().replaceAll(/\s+/g, ' '),
      note: page.find('[role=note]').exists() ? page.find('[role=note]').text().replaceAll(/\s+/g, ' ') : null,
    }
  }

  it('says which endpoint fits: with a secret only that of the authorization server', async () => {
    const { text, note } = await show('client_secret_basic')
    expect(text).toMatch(/The organization\s*Only with a private key/)
    expect(text).toMatch(/The default authorization server\s*Fits this client/)
    expect(text).toContain(`scope=invoices.read`)
    expect(note).toBeNull()
  })

  it('says what a client with a private key needs before the organization lets it do anything', async () => {
    expect((await show('private_key_jwt')).note).toMatch(/until it has granted scopes and a role/)
    expect((await show('private_key_jwt', grants('svc.users.read'))).note).toMatch(/until it has a role/)
    roles = [{ type: 'READ_ONLY_ADMIN' }]
    expect((await show('private_key_jwt')).note).toMatch(/until it has granted scopes/)
    const ready = await show('private_key_jwt', grants('svc.users.read'))
    expect(ready.note).toBeNull()
    expect(ready.text).toContain('scope=svc.users.read')
    expect(ready.text).toContain('/oauth2/v1/token')
  })

  it('says nothing of scopes while they are not known', async () => {
    roles = [{ type: 'READ_ONLY_ADMIN' }]
    const { page } = await mountPage(AskForToken, { props: { client: client('private_key_jwt'), grants: undefined } })
    expect(page.find('[role=note]').exists()).toBe(false)
  })

  it('says what an assertion holds where the client signs one, and that bound tokens need a proof', async () => {
    expect((await show('private_key_jwt')).text).toMatch(/\$CLIENT_ASSERTION is a JWT, signed with a private key/)
    expect((await show('client_secret_jwt')).text).toMatch(/signed with the secret/)
    const { text } = await show('client_secret_post', [], { dpop_bound_access_tokens: true })
    expect(text).toContain('DPoP')
    expect(text).not.toContain('is a JWT')
  })
})
