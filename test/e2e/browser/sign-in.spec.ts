import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test, type Page } from '@playwright/test'
import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import type { LogEvent } from '#contract/log/log-event.ts'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { isMissing } from '../../helpers/outside-programs.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

test.skip(isMissing('curl', 'sh'), 'The copied command needs a shell and curl.')

let service: HeadlessService
let callback: Server
let app: Client
let person: Person

interface Client {
  id: string
  label: string
  credentials: { oauthClient: { client_id: string; client_secret: string } }
}
interface Person {
  id: string
  profile: { login: string; firstName: string; lastName: string }
}
interface Policy {
  id: string
  settings: { authenticators: { key: string; enroll: { self: string } }[] }
}

const PASSWORD = 'Correct-horse-9-battery'

test.beforeAll(async () => {
  service = await startHeadless({ sample: true })
  // The client: all that counts of it is where the browser ends.
  callback = createServer((_, reply) =>
    reply.setHeader('Content-Type', 'text/html').end('<title>Back at the client</title>'),
  )
  await new Promise<void>((resolve) => void callback.listen(0, 'localhost', resolve))
  const { port } = callback.address() as AddressInfo
  const { request } = service
  const oauthClient = {
    ...{ application_type: 'web', grant_types: ['authorization_code'], response_types: ['code'] },
    redirect_uris: [`http://localhost:${port}/back`],
  }
  app = await request<Client>('POST', '/api/v1/apps', {
    ...{ label: 'Pilot portal', signOnMode: 'OPENID_CONNECT', settings: { oauthClient } },
    credentials: { oauthClient: { token_endpoint_auth_method: 'client_secret_post' } },
  })
  const [found] = await request<Person[]>(
    'GET',
    `/api/v1/users?${new URLSearchParams({ search: 'status eq "ACTIVE"', limit: '1' })}`,
  )
  person = found as Person
  await request('POST', `/api/v1/users/${person.id}`, { credentials: { password: { value: PASSWORD } } })
  await request('POST', `/api/v1/apps/${app.id}/users`, { id: person.id })
  for (const policy of await request<Policy[]>('GET', '/api/v1/policies?type=MFA_ENROLL')) {
    const authenticators = policy.settings.authenticators.map((one) =>
      one.key === 'svc_verify' ? { ...one, enroll: { self: 'OPTIONAL' } } : one,
    )
    await request('PUT', `/api/v1/policies/${policy.id}`, {
      ...policy,
      settings: { ...policy.settings, authenticators },
    })
  }
})
test.afterAll(async () => {
  callback.close()
  await service.dispose()
})

async function openGatehouse(page: Page, path: string): Promise<void> {
  await page.goto(`${service.url}/#token=${service.token}`)
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  await page.goto(`${service.url}/#${path}`)
}

/** A person in front of the page of a sign-in proves their password. */
async function provePassword(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('User name').fill(person.profile.login)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a person signs in with password and code, the client gets tokens, and a policy that refuses them says why', async ({
  page,
  browser,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const main = page.getByRole('main')
  const visitor = await (await browser.newContext()).newPage()
  let address = ''
  let command = ''

  await test.step('sign-in is off, says so, and is switched on', async () => {
    await visitor.goto(`${service.url}/oauth2/v1/authorize`)
    await expect(visitor.getByRole('heading', { name: 'Sign-in is switched off' })).toBeVisible()
    await openGatehouse(page, '/access/sign-in')
    await expect(main.getByText('Off', { exact: true })).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await main.getByRole('button', { name: 'Switch on' }).click()
    await expect(main.getByText('On', { exact: true })).toBeVisible()
    await main.getByRole('link', { name: app.label }).click()
  })

  await test.step('the client’s credentials have the address and the command', async () => {
    const card = main.getByRole('region', { name: 'Sign people in' })
    address = (await card.getByRole('link', { name: /Open the sign-in/ }).getAttribute('href')) ?? ''
    command = (await card.getByLabel('Example command').textContent()) ?? ''
    expect(command).not.toContain(app.credentials.oauthClient.client_secret)
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('a wrong password is told without saying what was wrong', async () => {
    await visitor.goto(address)
    await expect(visitor.getByRole('heading', { name: `Sign in to ${app.label}` })).toBeVisible()
    expect(await seriousFindings(visitor)).toEqual([])
    await visitor.getByLabel('User name').fill(person.profile.login)
    await visitor.keyboard.press('Enter')
    await visitor.getByLabel('Password').fill('wrong')
    await visitor.keyboard.press('Enter')
    await expect(visitor.getByRole('alert')).toHaveText('The name or the password is not right.')
    expect(await seriousFindings(visitor)).toEqual([])
  })

  await test.step('the codes of an app are set up on the way in', async () => {
    await visitor.getByLabel('Password').fill(PASSWORD)
    await visitor.keyboard.press('Enter')
    await visitor.getByRole('button', { name: /Verify app \(code\)/ }).click()
    const secret = ((await visitor.locator('#secret').textContent()) ?? '').replaceAll(' ', '')
    expect(await seriousFindings(visitor)).toEqual([])
    await visitor.getByLabel('Code').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
    await visitor.keyboard.press('Enter')
    await expect(visitor).toHaveTitle('Back at the client')
  })

  await test.step('the command exchanges the code for tokens', async () => {
    const { stdout } = await promisify(execFile)('sh', ['-c', command], {
      env: {
        ...process.env,
        CODE: new URL(visitor.url()).searchParams.get('code') ?? '',
        CLIENT_SECRET: app.credentials.oauthClient.client_secret,
      },
    })
    const { id_token: idToken = '' } = JSON.parse(stdout) as { id_token?: string }
    expect(decodeJwt(idToken)).toMatchObject({ sub: person.id, amr: expect.arrayContaining(['pwd', 'otp', 'mfa']) })
  })

  await test.step('what the person consents to is listed, and revoked', async () => {
    const path = `/api/v1/apps/${app.id}`
    const body = await service.request<{ settings: { oauthClient: object } }>('GET', path)
    const oauthClient = { ...body.settings.oauthClient, consent_method: 'REQUIRED' }
    await service.request('PUT', path, { ...body, settings: { ...body.settings, oauthClient } })
    const asking = new URL(address)
    asking.searchParams.set('scope', 'openid email')
    await visitor.goto(asking.href)
    await visitor.getByRole('button', { name: 'Allow' }).click()
    await expect(visitor).toHaveTitle('Back at the client')

    await page.goto(`${service.url}/#/access/clients?q=${app.label}`)
    await main.getByRole('row', { name: app.label }).getByRole('link', { name: '1 person' }).click()
    const consents = main.getByRole('region', { name: 'Consents' })
    const name = `${person.profile.firstName} ${person.profile.lastName}`
    await expect(consents.getByRole('row', { name })).toContainText('email')
    expect(await seriousFindings(page)).toEqual([])
    await consents.getByRole('button', { name: `Revoke the consent of ${name} to ${app.label}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(main.getByText('No such consents')).toBeVisible()
    await visitor.goto(asking.href)
    await expect(visitor.getByRole('button', { name: 'Allow' })).toBeVisible()
  })

  await test.step('a rule that denies refuses them, and names itself', async () => {
    const { request } = service
    const policy = await request<Policy>('POST', '/api/v1/policies', { type: 'ACCESS_POLICY', name: 'Pilot access' })
    await request('POST', `/api/v1/policies/${policy.id}/rules`, {
      ...{ type: 'ACCESS_POLICY', name: 'Not yet' },
      conditions: { people: { users: { include: [person.id] } } },
      actions: { appSignOn: { access: 'DENY' } },
    })
    await fetch(`${service.url}/api/v1/apps/${app.id}/policies/${policy.id}`, {
      ...{ method: 'PUT', headers: { authorization: `SSWS ${service.token}` } },
    })
    const another = await (await browser.newContext()).newPage()
    await provePassword(another, address)
    await expect(another.getByRole('heading', { name: `You cannot sign in to ${app.label}` })).toBeVisible()
    await expect(another.getByRole('alert')).toContainText('Not yet')
    expect(await seriousFindings(another)).toEqual([])
    await another.getByRole('button', { name: `Back to ${app.label}` }).click()
    await expect(another).toHaveTitle('Back at the client')
    expect(new URL(another.url()).searchParams.get('error')).toBe('access_denied')
  })

  await test.step('the event says so, and Simulate gives the same verdict', async () => {
    const filter = `eventType eq "policy.evaluate_sign_on" and outcome.result eq "DENY" and target.displayName eq "Not yet"`
    const [event] = await service.request<LogEvent[]>(
      'GET',
      `/api/v1/logs?${new URLSearchParams({ filter, limit: '1' })}`,
    )
    await page.goto(`${service.url}/#/audit?range=day&event=${event?.uuid}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Simulate this sign-in' }).click()
    await expect(page.getByRole('heading', { name: 'Simulate', level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Then and now' })).toContainText(
      'Today’s verdict is the same: denied.',
    )
  })

  await test.step('a client that the policies of a server refuse is refused by Simulate, from its event', async () => {
    const { request, url } = service
    const server = await request<{ id: string }>('POST', '/api/v1/authorizationServers', {
      ...{ name: 'Berths', audiences: ['api://berths'] },
    })
    await request('POST', `/api/v1/authorizationServers/${server.id}/scopes`, { name: 'berths.read' })
    const { credentials } = await request<Client>('POST', '/api/v1/apps', {
      ...{ label: 'Berth board', signOnMode: 'OPENID_CONNECT' },
      settings: { oauthClient: { application_type: 'service', grant_types: ['client_credentials'] } },
      credentials: { oauthClient: { token_endpoint_auth_method: 'client_secret_post' } },
    })
    const { client_id, client_secret } = credentials.oauthClient
    const form = { grant_type: 'client_credentials', scope: 'berths.read', client_id, client_secret }
    const reply = await fetch(`${url}/oauth2/${server.id}/v1/token`, {
      ...{ method: 'POST', body: new URLSearchParams(form) },
    })
    expect(await reply.json()).toMatchObject({ error: 'access_denied' })
    const filter = `eventType eq "app.oauth2.as.token.grant" and target.displayName eq "Berths"`
    const query = new URLSearchParams({ filter, limit: '1' })
    await expect.poll(async () => (await request<LogEvent[]>('GET', `/api/v1/logs?${query}`)).length).toBe(1)
    const [event] = await request<LogEvent[]>('GET', `/api/v1/logs?${query}`)
    await page.goto(`${url}/#/audit?range=day&event=${event?.uuid}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Simulate this request' }).click()
    const both = page.getByRole('region', { name: 'Then and now' })
    await expect(both).toContainText('Today’s verdict is the same: denied.')
    await expect(both).not.toContainText('Choose a person')
    expect(await seriousFindings(page)).toEqual([])
  })
})
