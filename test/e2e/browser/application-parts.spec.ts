import { createApplication } from '../../helpers/acts/applications.ts'
import { chooseAll } from '../../helpers/acts/form.ts'
import { expect, test } from '../../helpers/journey.ts'
import { GIF, PNG } from '../../helpers/pictures.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

test('an application gets a logo, its client scopes, and both are told by its history', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').last()
  await page.getByRole('button', { name: 'Start empty' }).click()
  await expect(main.getByRole('region', { name: 'First steps' })).toBeVisible()
  await createApplication(page, { kind: 'Service', name: 'Tide feed' })

  await test.step('Back leads past the wizard that made it', async () => {
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible()
    await main.getByText('Tide feed').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tide feed' })).toBeVisible()
  })

  await test.step('a logo that is no picture is refused; one that is shows on the page and in the list', async () => {
    const card = main.getByRole('region', { name: 'Logo' })
    const logo = card.getByRole('img', { name: 'Logo of Tide feed' })
    const upload = async (button: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser')
      await card.getByRole('button', { name: button }).click()
      await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    }
    await upload('Upload', Buffer.from('no picture'))
    await expect(card.getByRole('alert')).toContainText('PNG, JPG or GIF')
    await upload('Upload', PNG)
    await expect(card).toContainText('24 × 24 pixels')
    const first = await logo.getAttribute('src')
    await upload('Replace', GIF)
    await expect(logo).not.toHaveAttribute('src', first ?? '')
    await upload('Replace', PNG)
    await expect(card).toContainText('24 × 24 pixels')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Applications' }).first().click()
    const shown = main.getByRole('row', { name: /Tide feed/ }).locator('img')
    await expect(shown).toHaveJSProperty('naturalWidth', 24)
    await main.getByText('Tide feed').click()
  })

  await test.step('scopes are found by a part of their name, granted and revoked', async () => {
    await main.getByRole('link', { name: 'Credentials' }).click()
    const scopes = main.getByRole('list', { name: 'Granted scopes' }).getByRole('listitem')
    await main.getByRole('button', { name: 'Grant scopes…' }).click()
    await dialog.getByRole('button', { name: 'Grant scopes' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Choose a scope first.')
    await chooseAll(dialog, 'Scopes', ['svc.logs.read', 'svc.groups.manage'])
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Grant scopes' }).click()
    await expect(scopes).toContainText(['svc.groups.manage', 'svc.logs.read'])
    await scopes.getByRole('button', { name: 'Revoke svc.groups.manage' }).click()
    await expect(dialog).toContainText('Tide feed can no longer ask for it.')
    await expect(scopes).toHaveCount(2)
    await dialog.getByRole('button', { name: 'Revoke scope' }).click()
    await expect(scopes).toContainText(['svc.logs.read'])
    await expect(scopes).toHaveCount(1)
  })

  await test.step('its history says which', async () => {
    await main.getByRole('link', { name: 'History' }).click()
    const changes = main.getByRole('list', { name: 'Changes' })
    await expect(changes).toContainText(/Revoke scope of client\s*svc\.groups\.manage/)
    await expect(changes).toContainText('Change logo of application')
  })
})
