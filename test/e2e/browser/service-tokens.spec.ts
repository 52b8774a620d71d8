import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { makeApplication, openMade } from '../../helpers/acts/applications.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { expect, test } from '../../helpers/journey.ts'
import { isMissing } from '../../helpers/outside-programs.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

test.skip(isMissing('curl', 'sh'), 'The copied command needs a shell and curl.')

/** Runs what was copied, as somebody does in a shell that has the secret. @returns the access token */
async function tokenOf(command: string, secret: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    env: { ...process.env, CLIENT_SECRET: secret },
  })
  const { access_token: token } = JSON.parse(stdout) as { access_token?: string }
  if (!token) throw new Error(`no token: ${stdout}`)
  return token
}

/** What a button puts on the clipboard. */
async function copied(page: Page, button: string): Promise<string> {
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('button', { name: button }).click()
  await expect.poll(read).not.toBe('')
  return read()
}

test('a scope and a claim are made, a service asks for a token by the copied command, and keys are rotated under it', async ({
  journey: { page },
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').last()
  await page.getByRole('button', { name: 'Start empty' }).click()
  await expect(main.getByRole('region', { name: 'First steps' })).toBeVisible()
  const openServer = async (tab: string) => {
    await goTo(page, 'Authorization servers', 'Access')
    await main.getByRole('row', { name: /default/ }).click()
    await main
      .getByRole('navigation', { name: 'Parts of the authorization server' })
      .getByRole('link', { name: tab })
      .click()
  }
  let token = ''
  let secret = ''
  let command = ''

  await test.step('the default server gets a scope, and a claim of clients', async () => {
    await openServer('Scopes')
    await main.getByRole('button', { name: 'Create scope' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('berths.read')
    await dialog.getByRole('button', { name: 'Create scope' }).click()
    await expect(main.getByRole('list', { name: 'Scopes' })).toContainText('berths.read')
    await main.getByRole('link', { name: 'Claims' }).click()
    await main.getByRole('button', { name: 'Create claim' }).click()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('caller')
    await dialog.getByRole('textbox', { name: 'Expression' }).click()
    await page.keyboard.insertText('"client " + app.clientId')
    await dialog.getByRole('button', { name: 'Create claim' }).click()
    await expect(main.getByRole('list', { name: 'Claims' })).toContainText('caller')
  })

  await test.step('a service is made, and its credentials have the command', async () => {
    await makeApplication(page, { kind: 'Service', name: 'Berth sync' })
    secret = (await main.getByRole('region', { name: 'Client' }).locator('.mono').last().textContent()) ?? ''
    await openMade(page, 'Berth sync')
    await main.getByRole('link', { name: 'Credentials' }).click()
    const card = main.getByRole('region', { name: 'Ask for a token' })
    await expect(card.getByRole('listitem').filter({ hasText: 'The organization' })).toContainText(
      'Only with a private key',
    )
    await expect(card.getByRole('listitem').filter({ hasText: 'authorization server' })).toContainText(
      'Fits this client',
    )
    await expect(card.getByLabel('Example command')).toContainText('scope=berths.read')
    expect(await seriousFindings(page)).toEqual([])
    command = await copied(page, 'Copy command')
    expect(command).not.toContain(secret)
  })

  await test.step('the command gives a token with the scope and the claim', async () => {
    token = await tokenOf(command, secret)
    const claims = decodeJwt(token)
    expect(claims).toMatchObject({ scp: ['berths.read'], caller: `client ${String(claims['client_id'])}` })
  })

  await test.step('the key is rotated, after what that means was said', async () => {
    await openServer('Signing keys')
    const keys = main.getByRole('list', { name: 'Signing keys' }).getByRole('listitem')
    const signing = keys.filter({ hasText: 'Signs now' })
    const { kid } = decodeProtectedHeader(token)
    await expect(signing).toContainText(String(kid))
    await expect(main.getByText(/The next key signs by itself in 3 months/)).toBeVisible()
    await main.getByRole('button', { name: 'Rotate now' }).click()
    await expect(dialog).toContainText('read the keys again when they see a new key id')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Rotate now' }).click()
    await expect(keys.filter({ hasText: 'Still verifies' })).toContainText(String(kid))
    await expect(signing).not.toContainText(String(kid))
    const fresh = await tokenOf(command, secret)
    await expect(signing).toContainText(String(decodeProtectedHeader(fresh).kid))
    // A message that fades out has not its own colours.
    await expect(page.getByText('signs with its next key now')).toHaveCount(0)
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('the former token still verifies against the keys address', async () => {
    const address = await copied(page, 'copy keys')
    const issuer = await copied(page, 'copy issuer')
    const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(address)), { issuer })
    expect(payload['scp']).toEqual(['berths.read'])
  })

  await test.step('rotation is set to be by hand, and the page says that the next key waits', async () => {
    await main.getByRole('link', { name: 'Settings' }).click()
    await main.getByRole('button', { name: 'Edit…' }).click()
    await dialog.getByText('Manual', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Save authorization server' }).click()
    await expect(main.getByRole('region', { name: 'Settings' })).toContainText('Manual')
    await main.getByRole('link', { name: 'Signing keys' }).click()
    await expect(main.getByText('The next key waits until someone rotates the keys.')).toBeVisible()
  })
})
