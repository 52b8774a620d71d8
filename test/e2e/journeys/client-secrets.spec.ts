import type { Page } from '@playwright/test'
import { expect, test } from '../../helpers/journey.ts'

interface Secret {
  status: string
  client_secret: string
}

/** A call of the interface, from the page and with its token. */
function call<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([verb, address, text]) => {
      const headers = {
        authorization: `SSWS ${sessionStorage.getItem('gatehouse.token') ?? ''}`,
        'content-type': 'application/json',
      }
      const reply = await fetch(address, { method: verb, headers, ...(text ? { body: text } : {}) })
      return (await reply.json()) as never
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  )
}

test('the secret of a client is rotated without a moment in which clients have none, and a key is added', async ({
  journey: { page },
}) => {
  test.skip(test.info().project.name === 'desktop', 'the same page in both hosts')
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').last()
  await page.getByRole('button', { name: 'Start empty' }).click()
  const app = await call<{ id: string; credentials: { oauthClient: { client_secret: string } } }>(
    page,
    'POST',
    '/api/v1/apps',
    {
      label: 'Berth planner',
      signOnMode: 'OPENID_CONNECT',
      settings: {
        oauthClient: { redirect_uris: ['https://berths.example.test/back'], grant_types: ['authorization_code'] },
      },
    },
  )
  const former = app.credentials.oauthClient.client_secret
  const activeSecrets = async () =>
    (await call<Secret[]>(page, 'GET', `/api/v1/apps/${app.id}/credentials/secrets`))
      .filter(({ status }) => status === 'ACTIVE')
      .map(({ client_secret }) => client_secret)
  const secrets = main.getByRole('list', { name: 'Client secrets' }).getByRole('listitem')

  await test.step('one secret, masked until it is wanted', async () => {
    await page.goto(`${new URL(page.url()).origin}/#/applications/${app.id}?tab=credentials`)
    await expect(secrets).toHaveCount(1)
    await expect(secrets.first()).not.toContainText(former)
    await secrets.first().getByRole('button', { name: 'Show secret' }).click()
    await expect(secrets.first()).toContainText(former)
    expect(await activeSecrets()).toEqual([former])
  })

  await test.step('a second one is added and shown, while the former goes on', async () => {
    await main.getByRole('button', { name: 'Add a second secret' }).click()
    await expect(secrets).toHaveCount(2)
    const active = await activeSecrets()
    expect(active).toEqual([former, expect.any(String)])
    await expect(secrets.nth(1)).toContainText(active[1] ?? '')
    await expect(main.getByText('A rotation is under way: both secrets are active.')).toBeVisible()
  })

  await test.step('to finish so soon has to be confirmed, and says why', async () => {
    await main.getByRole('button', { name: 'Deactivate the former secret…' }).click()
    await expect(dialog).toContainText('would be cut off')
    expect(await activeSecrets()).toContain(former)
    const [, fresh] = await activeSecrets()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await expect(main.getByText('The former one is inactive and can still come back.')).toBeVisible()
    expect(await activeSecrets()).toEqual([fresh])
  })

  await test.step('the former can come back, or go for good', async () => {
    await main.getByRole('button', { name: 'Activate the former secret again' }).click()
    await expect(main.getByText('Two secrets are active.', { exact: false })).toBeVisible()
    expect(await activeSecrets()).toHaveLength(2)
    await main.getByRole('button', { name: 'Deactivate the former secret…' }).click()
    await dialog.getByRole('button', { name: 'Deactivate' }).click()
    await main.getByRole('button', { name: 'Delete the former secret…' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(secrets).toHaveCount(1)
    const left = await activeSecrets()
    expect(left).toHaveLength(1)
    expect(left).not.toContain(former)
  })

  await test.step('a key is added; what is no key is refused while it is typed', async () => {
    await main.getByRole('button', { name: 'Add key…' }).click()
    const field = dialog.getByRole('textbox', { name: 'JSON web key' })
    await field.fill('{ "kty": "RSA", "e": "AQAB", "n": "AQAB", "d": "AQAB" }')
    await expect(dialog.getByRole('alert')).toContainText('is part of a private key')
    const jwk = await page.evaluate(async () => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
      return { kty, crv, x, y, kid: 'berths-1' }
    })
    await field.fill(JSON.stringify(jwk))
    await dialog.getByRole('button', { name: 'Add key' }).click()
    const keys = main.getByRole('list', { name: 'Public keys' }).getByRole('listitem')
    await expect(keys).toContainText(['berths-1'])
    await keys.getByRole('button', { name: 'Deactivate key berths-1' }).click()
    await expect(keys.getByRole('button', { name: 'Activate key berths-1' })).toBeVisible()
  })
})
