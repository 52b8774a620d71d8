import { drawPng } from '#http/resources/logos/png.ts'
import { choose } from '../../helpers/acts/form.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

test('the organization: its profile, its logo, whom to ask, who may come in, and mail that came back', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const card = (name: string) => main.getByRole('region', { name })

  await test.step('the profile is edited; what is wrong is said beside its field', async () => {
    await goTo(page, 'Organization')
    await card('Profile').getByRole('button', { name: 'Edit profile' }).click()
    await dialog.getByLabel('Phone', { exact: true }).fill('call me')
    await dialog.getByLabel('Name').fill('Tidewrack Group')
    await dialog.getByRole('button', { name: 'Save profile' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Must be a telephone number.')
    await dialog.getByLabel('Phone', { exact: true }).fill('')
    await dialog.getByRole('button', { name: 'Save profile' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(card('Profile')).toContainText('Tidewrack Group')
    await expect(card('Profile').getByText('Not given')).toHaveCount(1)
    await expect(page.getByRole('navigation').first()).toContainText('Tidewrack Group')
  })

  await test.step('a picture becomes the logo; what is no picture is refused', async () => {
    const chooser = card('Logo').getByLabel('Picture of the logo')
    const upload = (buffer: Buffer) => chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
    await upload(Buffer.from('no picture'))
    await expect(card('Logo')).toContainText('must be a PNG, JPG or GIF picture')
    await upload(drawPng(40, [20, 80, 160], () => true))
    await expect(card('Logo')).toContainText('40 × 40 pixels')
    const image = card('Logo').getByRole('img', { name: 'Logo of the organization' })
    expect(await image.evaluate((picture: HTMLImageElement) => picture.complete && picture.naturalWidth)).toBe(40)
  })

  await test.step('another person becomes the billing contact', async () => {
    await choose(card('Contacts'), 'Billing', 'Maren Oduya')
    await card('Contacts').getByRole('button', { name: 'Save' }).click()
    await expect(card('Contacts').getByRole('button', { name: 'Save' })).toHaveCount(0)
  })

  await test.step('support gets in for hours, then a day more, and out again', async () => {
    const support = card('Support access')
    await support.getByRole('button', { name: 'Grant access for 8 hours' }).click()
    await expect(support).toContainText(/another (8 h|7 h 59 min)/)
    await support.getByRole('button', { name: 'Add 24 hours' }).click()
    await expect(support).toContainText(/another 1 d (8|7) h/)
    await support.getByRole('button', { name: 'Revoke access' }).click()
    await expect(support).toContainText('No access')
  })

  await test.step('switches are saved at once', async () => {
    const outsiders = card('Communication and pages').getByRole('switch', { name: 'Third-party administrators' })
    await outsiders.click()
    await expect(outsiders).toBeChecked()
    await page.reload()
    await expect(outsiders).toBeChecked()
    await expect(card('Contacts').getByText('Maren Oduya')).toHaveCount(2)
  })

  await test.step('an address leaves the bounce list; of each it is said what became of it', async () => {
    const rows = card('Bounce list').getByRole('row')
    await expect(rows.nth(1)).toBeVisible()
    const before = await rows.count()
    const address = (await rows.nth(1).getByRole('cell').nth(1).textContent())?.trim() ?? ''
    await rows.nth(1).getByRole('checkbox').check()
    await card('Bounce list').getByRole('button', { name: 'Remove 1 from the list…' }).click()
    const list = dialog.getByLabel('Addresses')
    await expect(list).toHaveValue(address)
    await list.fill(`${address}\nnobody@example.org`)
    await dialog.getByRole('button', { name: 'Remove 2 addresses' }).click()
    await expect(dialog).toContainText('1 of 2 addresses accepted')
    await expect(dialog.getByRole('listitem').nth(1)).toContainText('belongs to no person')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(card('Bounce list')).not.toContainText(address)
    await expect(rows).toHaveCount(before - 1)
  })
})
