import { callFromPage } from '../../helpers/acts/call.ts'
import { takeFromMenu } from '../../helpers/acts/form.ts'
import { expect, test } from '../../helpers/journey.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

test.use({ sample: true })

test('a draft is made, a group is renamed in it while the workspace stays as it is, and it is discarded', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const head = page.getByRole('complementary', { name: 'Draft' })
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Workspace' })

  const group = { profile: { name: 'Payroll' } }
  const { id } = (await callFromPage<{ id: string }>(page, 'POST', '/api/v1/groups', group)).body

  await test.step('make it from the menu of workspaces', async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Drafts', exact: true }).hover()
    await page.getByRole('menuitem', { name: 'New draft…' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Tighten Payroll')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create draft' }).click()
    await expect(head).toContainText('Draft “Tighten Payroll”, no changes yet')
    await expect(page).toHaveURL(/\/drafts\/dft\w+\//)
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('rename a group in it', async () => {
    await page.goto(`${page.url().split('#')[0]}#/directory/groups/${id}`)
    await takeFromMenu(main.getByRole('button', { name: 'More about Payroll' }), 'Edit')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Payroll, tightened')
    await dialog.getByRole('button', { name: 'Save group' }).click()
    await expect(main.getByRole('heading', { name: 'Payroll, tightened' })).toBeVisible()
    await expect(head).toContainText('1 change')
    await expect(page).toHaveTitle(/Draft “Tighten Payroll”/)
  })

  await test.step('the workspace is as it was', async () => {
    await head.getByRole('button', { name: 'Back to workspace' }).click()
    await expect(head).toBeHidden()
    await page.goto(`${page.url().split('#')[0]}#/directory/groups/${id}`)
    await expect(main.getByRole('heading', { name: 'Payroll', exact: true })).toBeVisible()
  })

  await test.step('open it again from the menu, and rename it in the list', async () => {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Drafts', exact: true }).hover()
    await page.getByRole('menuitem', { name: 'All drafts' }).click()
    const row = main.getByRole('row', { name: /Tighten Payroll/ })
    await expect(row).toContainText('1 change')
    expect(await seriousFindings(page)).toEqual([])
    await row.getByRole('button', { name: 'Rename' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Payroll in May')
    await dialog.getByRole('button', { name: 'Save draft' }).click()
    await expect(main.getByRole('row', { name: /Payroll in May/ })).toBeVisible()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Drafts', exact: true }).hover()
    await page.getByRole('menuitem', { name: 'Payroll in May' }).click()
    await expect(head).toContainText('Draft “Payroll in May”, 1 change')
  })

  await test.step('discard it by its name', async () => {
    const address = page.url()
    await head.getByRole('button', { name: 'Discard' }).click()
    const discard = dialog.getByRole('button', { name: 'Discard draft' })
    await expect(discard).toBeDisabled()
    await dialog.getByRole('textbox').fill('Payroll in May')
    await discard.click()
    await expect(head).toBeHidden()
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'This draft cannot be opened' })).toBeVisible()
    await page.getByRole('button', { name: 'Back to workspace' }).click()
    await expect(page).toHaveURL(/\/#\/$/)
  })
})
