import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { CHANNELS } from '#ipc/channels.ts'
import type { Handlers } from '#main/ipc/call.ts'
import { menuHandlers } from '#main/ipc/handlers/menu.ts'
import { menuTemplate } from '#main/windows/menu-template.ts'

const PAGES = [
  { label: 'Overview', path: '/', children: [] },
  { label: 'Audit', path: '/audit', children: [{ label: 'Integrity & retention', path: '/audit/integrity' }] },
]

function menus({ platform = 'linux' as NodeJS.Platform, pages = PAGES } = {}) {
  const choose = vi.fn()
  const called: string[] = []
  const handlers = Object.fromEntries(
    CHANNELS.map((name) => [name, () => void called.push(name)]),
  ) as unknown as Handlers
  const app = { isPackaged: true, name: 'Gatehouse' }
  const run = (task: () => unknown) => () => void task()
  const template = menuTemplate({ app, platform, handlers, recent: [], pages, choose, run })
  const click = (...path: string[]) => item(template, path)?.click?.(null as never, undefined, null as never)
  return { template, choose, called, click }
}

const nameOf = ({ label, role }: MenuItemConstructorOptions) => label ?? role
const inside = ({ submenu }: MenuItemConstructorOptions) => submenu as MenuItemConstructorOptions[]

function item(among: MenuItemConstructorOptions[], [first, ...rest]: string[]): MenuItemConstructorOptions | undefined {
  const found = among.find((each) => nameOf(each) === first)
  return rest.length && found ? item(inside(found), rest) : found
}

describe('the menu bar', () => {
  it('has File, Edit, View, Go, Window and Help', () => {
    expect(menus().template.map(nameOf)).toEqual(['File', 'editMenu', 'View', 'Go', 'windowMenu', 'Help'])
  })

  it('goes to the pages of the navigation, rooms inside rooms too', () => {
    const { choose, click } = menus()
    click('Go', 'Overview')
    click('Go', 'Audit', 'Integrity && retention')
    expect(choose.mock.calls).toEqual([[{ page: '/' }], [{ page: '/audit/integrity' }]])
  })

  it('opens what helps in the page, and the logs outside of it', () => {
    const { choose, called, click } = menus()
    click('Help', 'Keyboard shortcuts')
    click('Help', 'Tour')
    click('Help', 'Report a problem…')
    click('Help', 'About Gatehouse')
    click('Help', 'Open logs folder')
    expect(choose.mock.calls).toEqual([
      [{ help: 'keys' }],
      [{ help: 'tour' }],
      [{ help: 'report' }],
      [{ help: 'about' }],
    ])
    expect(called).toEqual(['app:openLogs'])
  })

  it('has nothing to go to, and no help of the page, before the page shows any', () => {
    const { template } = menus({ pages: [] })
    expect(item(template, ['Go'])?.visible).toBe(false)
    expect(item(template, ['Help', 'Keyboard shortcuts'])?.enabled).toBe(false)
    expect(item(template, ['Help', 'Open logs folder'])?.enabled).not.toBe(false)
  })

  it('keeps About where macOS has it', () => {
    const { template } = menus({ platform: 'darwin' })
    expect(item(template, ['Gatehouse', 'About Gatehouse'])).toBeDefined()
    expect(item(template, ['Help', 'About Gatehouse'])).toBeUndefined()
  })
})

it('the menu is made again only when the pages are other ones', () => {
  const onPages = vi.fn()
  const tell = menuHandlers(onPages)['menu:pages']
  for (const pages of [PAGES, [...PAGES], []]) void tell({ pages })
  expect(onPages.mock.calls).toEqual([[PAGES], [[]]])
})
