import { expect, test, type Page } from '@playwright/test'
import { choose, chooseAll, chooseFromList } from '../../helpers/acts/form.ts'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

let service: HeadlessService
test.beforeAll(async () => {
  service = await startHeadless()
})
test.afterAll(() => service.dispose())

async function makePerson(firstName: string, groupIds: string[] = []): Promise<string> {
  const login = `${firstName.toLowerCase()}@example.test`
  const profile = { firstName, lastName: 'Keller', email: login, login }
  const body = { profile, credentials: { password: { value: 'Correct-horse-7' } }, groupIds }
  return (await service.request<{ id: string }>('POST', '/api/v1/users?activate=true', body)).id
}

const openWith = (page: Page, token: string, path = '') =>
  page.goto(`${service.url}/#token=${token}`).then(async () => {
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    if (path) await page.goto(`${service.url}/#${path}`)
  })

test('a help desk is assigned by the dialog, works within its group, and the page says who may do what', async ({
  page,
  browser,
}) => {
  const crew = await service.request<{ id: string }>('POST', '/api/v1/groups', { profile: { name: 'Crew' } })
  await makePerson('Ben')
  const mia = await makePerson('Mia', [crew.id])
  await makePerson('Otto')
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog').last()
  let helpDeskToken = ''

  await test.step('a role is assigned, limited to a group', async () => {
    await openWith(page, service.token, '/access/administrators')
    await expect(main.getByRole('row', { name: /Workspace Owner/ })).toContainText('Super Administrator')
    expect(await seriousFindings(page)).toEqual([])
    await main.getByRole('button', { name: 'Assign a role' }).last().click()
    await choose(dialog, 'Who', 'Ben')
    await chooseFromList(dialog, 'Role', 'Help Desk Administrator')
    await dialog.getByRole('button', { name: 'Assign role' }).click()
    await expect(dialog).toContainText('Choose at least one')
    await chooseAll(dialog, 'Limited to these groups', ['Crew'])
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Assign role' }).click()
    await expect(main.getByRole('row', { name: /Ben Keller/ })).toContainText(
      /Help Desk Administrator\s*limited to\s*Crew/,
    )
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('a token is made with the rights of the person', async () => {
    await page.getByRole('link', { name: 'API tokens' }).click()
    await main.getByRole('button', { name: 'Create API token' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Front desk')
    await chooseFromList(dialog, 'Whose rights', 'Ben Keller')
    await dialog.getByRole('button', { name: 'Create API token' }).click()
    await expect(dialog).toContainText('what Ben Keller can do')
    const command = (await dialog.getByLabel('Example command').textContent()) ?? ''
    helpDeskToken = /GATEHOUSE_TOKEN='?([^'\s]+)/.exec(command)?.[1] ?? ''
    expect(helpDeskToken).not.toBe('')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('the page answers who may change policies, and what Ben may do', async () => {
    await page.goto(`${service.url}/#/access/administrators?view=rights&act=svc.policies.manage`)
    await expect(main.getByRole('region', { name: 'Administrators with a permission' })).toContainText(
      /1 administrator may change and delete policies[^]*Workspace Owner/,
    )
    await choose(main, 'Permission', 'Help people to sign in')
    await expect(main.getByRole('region', { name: 'Administrators with a permission' })).toContainText(
      /Ben Keller\s*Help Desk Administrator\s*limited to\s*Crew/,
    )
    await expect(main.getByRole('region', { name: 'Permissions of an administrator' })).toContainText(
      'Ben Keller has these permissions',
    )
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('the help desk sees its group alone, and only what it may do', async () => {
    const context = await browser.newContext()
    const desk = await context.newPage()
    await openWith(desk, helpDeskToken, '/directory/people')
    const nav = desk.getByRole('navigation', { name: 'Main' })
    await expect(desk.getByRole('main').getByRole('row', { name: /Mia Keller/ })).toBeVisible()
    await expect(desk.getByRole('main').getByRole('row', { name: /Otto/ })).toHaveCount(0)
    await expect(desk.getByRole('button', { name: 'Create person' })).toHaveCount(0)
    await expect(nav.getByRole('link', { name: 'Policies' })).toHaveCount(0)
    await expect(nav).toContainText('Ben Keller')
    await expect(nav).toContainText('Help Desk Administrator')

    await desk.goto(`${service.url}/#/directory/people/${mia}`)
    await desk.getByRole('button', { name: 'More about Mia Keller' }).click()
    const menu = desk.locator('.n-dropdown-option').filter({ visible: true })
    await expect(menu.filter({ hasText: 'Reset password' })).toHaveCount(1)
    await expect(menu.filter({ hasText: /Delete|Deactivate|Suspend|Edit profile/ })).toHaveCount(0)
    await menu.filter({ hasText: 'Reset password' }).click()
    await desk
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^Reset password/ })
      .click()
    await expect(desk.getByRole('dialog').last()).toContainText('Password reset address')
    await desk.keyboard.press('Escape')

    await desk.goto(`${service.url}/#/policies`)
    await expect(desk.getByRole('main')).toContainText('your roles do not permit this')
    await expect(desk.getByRole('main')).toContainText('Ask a super administrator')
    await context.close()
  })

  await test.step('the role is taken away, which says what is lost, applications of administrators too', async () => {
    const console = {
      label: 'Night console',
      signOnMode: 'BOOKMARK',
      settings: { app: { url: 'https://n.example.test' } },
    }
    const { id: appId } = await service.request<{ id: string }>('POST', '/api/v1/apps', console)
    const groups = await service.request<{ id: string; profile: { name: string } }[]>('GET', '/api/v1/groups')
    const administrators = groups.find(({ profile }) => profile.name === 'Svc Administrators')?.id ?? ''
    await service.request('PUT', `/api/v1/apps/${appId}/groups/${administrators}`, {})
    await page.goto(`${service.url}/#/access/administrators`)
    await main.getByRole('button', { name: /Actions for Help Desk Administrator of Ben/ }).click()
    await page.locator('.n-dropdown-option').filter({ hasText: 'Take away' }).click()
    await expect(dialog).toContainText('help people to sign in')
    await expect(dialog).toContainText('Ben Keller loses Night console')
    expect(await seriousFindings(page)).toEqual([])
    await expect(dialog.getByRole('button', { name: 'Take away' })).toBeDisabled()
    await dialog.getByRole('textbox').fill('Help Desk Administrator')
    await dialog.getByRole('button', { name: 'Take away' }).click()
    await expect(main.getByRole('row', { name: /Ben Keller/ })).toHaveCount(0)
    await expect(main.getByRole('row', { name: /Workspace Owner/ })).toBeVisible()
  })
})
