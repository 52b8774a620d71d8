import { expect, test, type Locator, type Page } from '@playwright/test'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { keyboardFindings } from '../../helpers/keyboard-walk.ts'
import { motionFindings, openProgram } from '../../helpers/room-views.ts'
import { allRooms, enter, type Room } from '../../helpers/rooms.ts'

/** The pages and drawers that are walked through: one of each make. The others share their parts. */
const WALKED = [
  'overview',
  'policies',
  'a policy',
  'the settings of a password policy',
  'a policy as JSON',
  'a rule of ACCESS_POLICY',
  'a verdict',
  'two verdicts',
  'audit',
  'integrity and retention',
  'people',
  'a person',
  'a group',
  'import and export',
  'columns of an import',
  'a checked import',
  'an application',
  'networks',
  'access: authenticators',
  'a behaviour',
  'hooks',
  'a hook',
  'background jobs',
  'a dialog',
  'settings: backups',
]

let service: HeadlessService
let rooms: Room[]
test.beforeAll(async () => {
  service = await startHeadless({ sample: true })
  rooms = await allRooms(service)
})
test.afterAll(() => service.dispose())

test('Tab comes to every control, in the order in which one sees them, with a focus that is seen', async ({
  browser,
}) => {
  const page = await openProgram(browser, service, { viewport: { width: 1280, height: 800 } })
  for (const name of WALKED)
    await test.step(name, async () => {
      const room = rooms.find((one) => one.name === name)
      if (!room) throw new Error(`there is no room “${name}”`)
      await enter(page, service, room)
      const layer = room.shows === 'drawer' ? '[role="dialog"]' : 'body'
      expect.soft(await keyboardFindings(page, layer), name).toEqual([])
    })
  await page.context().close()
})

interface Layer {
  name: string
  path: string
  /** What has the focus and opens it by Enter. */
  opener: (page: Page) => Locator
  layer: (page: Page) => Locator
}

const dialog = (page: Page) => page.getByRole('dialog')
const firstRow = (page: Page) => page.getByRole('main').getByRole('row').nth(1)

const LAYERS: readonly Layer[] = [
  {
    name: 'the palette',
    path: '/policies',
    opener: (page) => page.getByRole('button', { name: 'Search or jump to…' }),
    layer: dialog,
  },
  {
    name: 'the menu of a policy',
    path: '/policies',
    opener: (page) => page.getByRole('button', { name: 'More about' }).first(),
    layer: (page) => page.getByRole('menu'),
  },
  {
    name: 'the menu of the workspace',
    path: '/',
    opener: (page) => page.getByRole('button', { name: /^Workspace/ }),
    layer: (page) => page.getByRole('menu'),
  },
  {
    name: 'the deleted policies',
    path: '/policies',
    opener: (page) => page.getByRole('button', { name: 'Deleted policies…' }),
    layer: dialog,
  },
  {
    name: 'a dialog with a form',
    path: '/directory/groups',
    opener: (page) => page.getByRole('button', { name: 'Create group' }),
    layer: dialog,
  },
  { name: 'the editor of a rule', path: 'a policy', opener: firstRow, layer: dialog },
  { name: 'an event beside the log', path: '/audit', opener: firstRow, layer: dialog },
  { name: 'a behavior', path: '/access/behaviours', opener: firstRow, layer: dialog },
  {
    name: 'the columns of a list',
    path: '/directory/people',
    opener: (page) => page.getByRole('button', { name: 'Columns' }),
    layer: dialog,
  },
  {
    name: 'the columns of the log',
    path: '/audit',
    opener: (page) => page.getByRole('button', { name: 'Columns' }),
    layer: dialog,
  },
  {
    name: 'the types of a simulation',
    path: 'a verdict',
    opener: (page) => page.getByRole('button', { name: /of \d+ types/ }),
    layer: dialog,
  },
  {
    name: 'the time range',
    path: '/audit',
    opener: (page) => page.getByRole('button', { name: 'Custom' }),
    layer: dialog,
  },
]

test('Enter opens what lies over a page, Escape closes it and gives the focus back, and nothing moves', async ({
  browser,
}) => {
  const page = await openProgram(browser, service, { viewport: { width: 1280, height: 800 } })
  for (const { name, path, opener, layer } of LAYERS)
    await test.step(name, async () => {
      const room = rooms.find((one) => one.name === path) ?? { name, path }
      await enter(page, service, room)
      await opener(page).focus()
      await page.keyboard.press('Enter')
      await expect(layer(page), name).toBeVisible()
      expect.soft(await motionFindings(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await expect(layer(page), name).toBeHidden()
      await expect.soft(opener(page), name).toBeFocused()
    })
  await page.context().close()
})

/** Rooms that show every kind of select between them. */
const WITH_SELECTS = [
  ...['a rule of SVC_SIGN_ON', 'a rule of ACCESS_POLICY', 'a rule of IDP_DISCOVERY', 'a rule of ENTITY_RISK'],
  ...['a rule of OAUTH_AUTHORIZATION_POLICY', 'the settings of a password policy', 'a verdict', 'a group'],
  ...['an application', 'a behaviour', 'a hook', 'events and channel of a hook', 'the built-in receiver'],
]

test('every select is a combobox whose list has options, opened and closed by keys', async ({ browser }) => {
  const page = await openProgram(browser, service, { viewport: { width: 1280, height: 800 } })
  let driven = 0
  for (const name of WITH_SELECTS)
    await test.step(name, async () => {
      const room = rooms.find((one) => one.name === name)
      if (!room) throw new Error(`there is no room “${name}”`)
      await enter(page, service, room)
      const within = room.shows === 'drawer' ? dialog(page) : page.getByRole('main')
      const enabled = page.locator('.n-select:not(:has(.n-base-selection--disabled)), .n-auto-complete')
      const boxes = within.locator(enabled).getByRole('combobox')
      await expect.soft(boxes, name).toHaveCount(await within.locator(enabled).count())
      for (const box of await boxes.all()) {
        await box.focus()
        await expect.soft(box, name).toHaveAccessibleName(/./)
        // While it reads its options it does not open; a field with proposals opens by itself.
        await expect(async () => {
          if ((await box.getAttribute('aria-expanded')) === 'false') await page.keyboard.press('ArrowDown')
          await expect(box).toHaveAttribute('aria-expanded', 'true', { timeout: 500 })
        }, name).toPass({ timeout: 10_000 })
        const list = page.locator(`[id="${await box.getAttribute('aria-controls')}"]`)
        await expect(list, name).toHaveRole('listbox')
        const options = list.getByRole('option')
        await expect(options.first().or(list.getByText('No Data')), name).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(box, name).toHaveAttribute('aria-expanded', 'false')
        driven += 1
      }
    })
  expect(driven).toBeGreaterThan(25)
  await page.context().close()
})

test('a menu has items, is gone through by arrows, and one is chosen by Enter', async ({ browser }) => {
  const page = await openProgram(browser, service, { viewport: { width: 1280, height: 800 } })
  await enter(page, service, { name: 'policies', path: '/policies' })
  const button = page.getByRole('button', { name: 'More about Administrators' })
  await button.focus()
  await expect(button).toHaveAttribute('aria-haspopup', 'menu')
  await page.keyboard.press('ArrowDown')
  const menu = page.getByRole('menu', { name: 'More about Administrators' })
  await expect(menu).toBeFocused()
  const items = menu.getByRole('menuitem')
  const active = async () => {
    const id = await menu.getAttribute('aria-activedescendant')
    return id ? page.locator(`[id="${id}"]`).textContent() : null
  }
  const names = await items.allTextContents()
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) {
    await expect.poll(active).toBe(name)
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('ArrowUp')
  while ((await active())?.trim() !== 'View JSON') await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Administrators')
  await page.context().close()
})

test('G and a letter lead to a page, C creates there and E edits, and none of them while somebody types', async ({
  browser,
}) => {
  const page = await openProgram(browser, service, { viewport: { width: 1280, height: 800 } })
  const title = page.getByRole('main').getByRole('heading', { level: 1 })
  const enterRoom = async (name: string) => {
    const room = rooms.find((one) => one.name === name)
    if (!room) throw new Error(`there is no room “${name}”`)
    await enter(page, service, room)
  }
  await enterRoom('overview')
  for (const [letter, name] of [
    ['p', 'Policies'],
    ['u', 'People'],
    ['g', 'Groups'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(letter)
    await expect(title).toHaveText(name)
    // Two keys are one command within a time, which a page that still draws its list may take.
    await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
  }

  await page.keyboard.press('c')
  const name = dialog(page).getByLabel('Name')
  await expect(name).toBeFocused()
  await page.keyboard.type('gpce?[')
  await expect(name).toHaveValue('gpce?[')
  await expect(title).toHaveText('Groups')

  await enterRoom('a group')
  await page.keyboard.press('Control+e')
  await expect(dialog(page)).toHaveCount(0)
  await page.keyboard.press('e')
  await expect(dialog(page).getByLabel('Name')).toBeVisible()

  await enterRoom('a policy')
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('Add a rule, on a policy')
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'New rule' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'New rule' })).toBeVisible()
  await page.context().close()
})

test('a rule is moved by Alt and an arrow, and keeps the focus', async ({ browser }) => {
  const page = await openProgram(browser, service, { viewport: { width: 1280, height: 800 } })
  const room = rooms.find(({ name }) => name === 'a policy')
  if (room) await enter(page, service, room)
  const names = () => page.getByRole('main').getByRole('row').locator('.name > .title').allTextContents()
  const [first, second] = await names()
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: first?.trim() ?? '', exact: true }) })
  // A move is saved once no other follows for a moment; here the one back does, however slow the machine is.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await row.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])
  await expect(row).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([first, second])

  // The name is a button of its own; the keys of its row hold there too.
  const name = row.getByRole('button', { name: first?.trim() ?? '', exact: true })
  await name.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first])
  await expect(name).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(async () => (await names()).slice(0, 2)).toEqual([first, second])
  await page.clock.resume()

  // Readers hear of the keys where there is an order, and nowhere else.
  const hint = page.getByText('Alt and the up or down arrow move the')
  await expect(hint).toHaveCount(1)
  await page.goto(`${service.url}/#/policies?type=ACCESS_POLICY`)
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('main').getByText('Everyday applications')).toBeVisible()
  await expect(hint).toHaveCount(0)
  await page.context().close()
})

test('what loses unsaved work is outlined, and Escape and Enter keep the work', async ({ browser }) => {
  const page = await openProgram(browser, service, { viewport: { width: 1280, height: 800 } })
  const room = rooms.find((one) => one.name === 'a policy')
  if (room) await enter(page, service, room)
  await page.keyboard.press('c')
  const rule = page.getByRole('dialog', { name: 'New rule' })
  await rule.getByLabel('Name').fill('Night watch')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave without saving the rule?' })
  const leave = question.getByRole('button', { name: 'Leave without saving' })
  await expect(leave).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rule.getByLabel('Name')).toHaveValue('Night watch')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(rule.getByLabel('Name')).toHaveValue('Night watch')
  await page.context().close()
})
