import { expect, it } from 'vitest'
import { viewMenu, webPreferences } from '#main/windows/web-preferences.ts'

const hasTools = (isPackaged: boolean) => ({
  page: webPreferences('/preload.cjs', { isPackaged }).devTools,
  menu: viewMenu({ isPackaged }).some(({ role }) => role === 'toggleDevTools'),
})

it('developer tools are there for those who build the program, and off in what is shipped', () => {
  expect(hasTools(false)).toEqual({ page: true, menu: true })
  expect(hasTools(true)).toEqual({ page: false, menu: false })
})

it('a page is shut in, packaged or not', () => {
  for (const isPackaged of [true, false])
    expect(webPreferences('/preload.cjs', { isPackaged })).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
    })
})
