import { readFile } from 'node:fs/promises'
import { makeApplication, openMade } from '../../helpers/acts/applications.ts'
import { callFromPage } from '../../helpers/acts/call.ts'
import { choose } from '../../helpers/acts/form.ts'
import { issueFor } from '../../helpers/certificates.ts'
import { expect, test } from '../../helpers/journey.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

interface Secret {
  status: string
  client_secret: string
}

test('a client is made, its secret rotated without a moment without a valid one, its certificate published, and what Ada would get is seen', async ({
  journey: { page, saved },
}, info) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').last()
  await page.getByRole('button', { name: 'Start empty' }).click()
  await expect(main.getByRole('region', { name: 'First steps' })).toBeVisible()
  const profile = { firstName: 'Ada', lastName: 'Okoro', email: 'ada@example.com', login: 'ada@example.com' }
  await callFromPage(page, 'POST', '/api/v1/users?activate=true', { profile })
  let former = ''
  let appId = ''

  await test.step('the client is made by the wizard, for Ada; its secret is shown to be copied', async () => {
    await makeApplication(page, {
      kind: 'Web application',
      name: 'Berth planner',
      fields: { 'Redirect addresses': 'https://berths.example.test/back' },
      people: ['Ada'],
      seen: async (step) => expect(await seriousFindings(page), step).toEqual([]),
    })
    expect(await seriousFindings(page)).toEqual([])
    former = (await main.getByRole('region', { name: 'Client' }).locator('.mono').last().textContent()) ?? ''
    await openMade(page, 'Berth planner')
    appId = /applications\/(\w+)/.exec(page.url())?.[1] ?? ''
    expect(former).toMatch(/^[\w-]{40,}$/)
  })

  const activeSecrets = async () =>
    (await callFromPage<Secret[]>(page, 'GET', `/api/v1/apps/${appId}/credentials/secrets`)).body
      .filter(({ status }) => status === 'ACTIVE')
      .map(({ client_secret }) => client_secret)
  const secrets = main.getByRole('list', { name: 'Client secrets' }).getByRole('listitem')

  await test.step('one secret, masked until it is wanted', async () => {
    await main.getByRole('link', { name: 'Credentials' }).click()
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

  await test.step('a request is made, an authority issues its certificate, which is a key of the client then', async () => {
    const requests = main.getByRole('list', { name: 'Certificate requests' }).getByRole('listitem')
    const keys = main.getByRole('list', { name: 'Signing keys' }).getByRole('listitem')
    const before = await keys.count()
    await main.getByRole('button', { name: 'New request' }).click()
    await dialog.getByLabel('Common name').fill('berths.example.test')
    await dialog.getByRole('button', { name: 'Make request' }).click()
    const file = info.outputPath('request.pem')
    await saved(() => requests.getByRole('button', { name: /^PEM/ }).click(), file)
    const csr = (await readFile(file, 'utf8')).replaceAll(/-----.*?-----|\s/g, '')
    const { pem } = await issueFor(csr)
    const chooser = page.waitForEvent('filechooser')
    await requests.getByRole('button', { name: /^Certificate/ }).click()
    await (await chooser).setFiles({ name: 'issued.pem', mimeType: '', buffer: Buffer.from(pem) })
    await expect(keys).toHaveCount(before + 1)
    await expect(requests).toHaveCount(0)
  })

  await test.step('what Ada would get, and whether she gets in, is said before she signs in', async () => {
    await main.getByRole('link', { name: 'What a person gets' }).click()
    await choose(main, 'Person', 'Ada')
    await expect(main.getByRole('row', { name: /^email/ }).first()).toContainText('ada@example.com')
    await main.getByRole('link', { name: 'Policies', exact: true }).click()
    await expect(main.getByRole('region', { name: 'Who gets in with what' })).toContainText(
      'Ada Okoro signs in to Berth planner',
    )
    await expect(main.getByRole('list', { name: 'Rules that decide' })).toContainText('Catch-all Rule')
    await main.getByRole('link', { name: 'Assignments' }).click()
    await expect(main.getByRole('region', { name: 'Why someone has it' })).toContainText(
      'because it is assigned to them',
    )
  })

  await test.step('its history has what was done, and its JSON can be written', async () => {
    await main.getByRole('link', { name: 'History' }).click()
    await expect(main.getByRole('list', { name: 'Changes' })).toContainText('Publish certificate')
    await main.getByRole('link', { name: 'JSON' }).click()
    const text = main.getByRole('textbox', { name: 'JSON of Berth planner' })
    await expect(text).toContainText('"Berth planner"')
    await text.press('Control+a')
    await page.keyboard.insertText('{ "label": "", "signOnMode": "BOOKMARK" }')
    await main.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/^Fix \d+ problems? to save/)).toBeVisible()
    await main.getByRole('button', { name: 'Undo changes' }).click()
    await expect(text).toContainText('"Berth planner"')
    const read = async () => (await callFromPage<Record<string, object>>(page, 'GET', `/api/v1/apps/${appId}`)).body
    const { label, name, signOnMode, settings, credentials, visibility } = await read()
    const hidden = { ...visibility, hide: { iOS: true, web: false } }
    const own = { ...credentials, password: { value: 'not-to-be-kept' } }
    const write = async (part: object) => {
      await text.press('Control+a')
      await page.keyboard.insertText(JSON.stringify({ label, name, signOnMode, settings, ...part }))
    }
    await write({ credentials: own, visibility: hidden })
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('visibility')
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('not-to-be-kept')
    // Accessibility is left out: the service fills it, and nothing is left to be saved.
    await write({ credentials, visibility: hidden })
    await main.getByRole('button', { name: 'Save' }).click()
    await expect(main.getByText('Editable fields only')).toBeVisible()
    expect((await read())['visibility']).toMatchObject({ hide: { iOS: true } })
  })

  await test.step('it can be deleted once it is inactive, by its name', async () => {
    await main.getByRole('link', { name: 'General' }).click()
    await main.getByRole('button', { name: 'Deactivate…' }).click()
    await expect(dialog).toContainText('1 person loses Berth planner')
    await dialog.getByRole('textbox').fill('Berth planner')
    await dialog.getByRole('button', { name: 'Deactivate application' }).click()
    await main.getByRole('button', { name: 'Delete…' }).click()
    await dialog.getByRole('textbox').fill('Berth planner')
    await dialog.getByRole('button', { name: 'Delete application' }).click()
    await expect(main.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible()
    await expect(main.getByText('Berth planner', { exact: true })).toHaveCount(0)
  })
})
