import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
// Declares `window.gatehouse`.
import type {} from '#ui/api/bridge.ts'
import { launchDesktop, openedOutside } from '../../helpers/electron-app.ts'
import type { DesktopUnderTest } from '../../helpers/electron-app.ts'
import { inProgram } from '../../helpers/in-program.ts'

let folder = ''
let desktop: DesktopUnderTest
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-files-'))
  desktop = await launchDesktop()
})
test.afterEach(async () => {
  await desktop.dispose()
  await rm(folder, { recursive: true, force: true })
})

/** What the person chooses in the next file dialog; null: closes it. */
const choose = (file: string | null) =>
  inProgram(
    desktop.app,
    async ({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] })
      dialog.showSaveDialog = async () => ({ canceled: chosen === null, filePath: chosen ?? '' })
    },
    file,
  )

const info = () => desktop.page.evaluate(() => window.gatehouse?.workspace.info())
const open = () => desktop.page.evaluate(() => window.gatehouse?.workspace.open())
const create = () => desktop.page.evaluate(() => window.gatehouse?.workspace.create({ engine: 'classic' }))
const backUp = () => desktop.page.evaluate(() => window.gatehouse?.workspace.backup())
const engine = () =>
  desktop.page.evaluate(async () => {
    const reply = await fetch('/gatehouse/v1/workspace')
    return ((await reply.json()) as { engine: string }).engine
  })

test('a new workspace is made, announced to the page, and opened again at the next start', async () => {
  const file = join(folder, 'new.sqlite')
  await choose(file)
  const heard = desktop.page.evaluate(
    () =>
      new Promise<(string | null)[]>((resolve) => {
        const files: (string | null)[] = []
        const end = window.gatehouse?.workspace.onServiceChanged(({ workspace }) => {
          files.push(workspace && workspace.file)
          if (!workspace) return
          end?.()
          resolve(files)
        })
      }),
  )
  const before = await info()
  expect(await create()).toMatchObject({ ok: true, value: { file, port: before?.ok && before.value.port } })
  expect(await heard).toEqual([null, file])
  expect(await engine()).toBe('classic')

  const { profileDir } = desktop
  await desktop.quit()
  desktop = await launchDesktop({ profileDir })
  expect(await info()).toMatchObject({ ok: true, value: { file } })
})

test('a file that is no workspace is refused in a sentence, kept as it was, and the former one goes on', async () => {
  const file = join(folder, 'letter.sqlite')
  writeFileSync(file, 'Dear Ada, this is a letter and no database at all. '.repeat(100))
  const bytes = readFileSync(file)
  const before = await info()
  await choose(file)
  const reply = await open()
  expect(reply?.ok).toBe(false)
  if (reply && !reply.ok) expect(reply.error.message).toMatch(/^[^\n]*not a Gatehouse workspace[^\n]*\.$/)
  expect(readFileSync(file).equals(bytes)).toBe(true)
  expect(await info()).toEqual(before)
  expect(await engine()).toBe('identity')
})

test('a closed dialog changes nothing', async () => {
  const before = await info()
  await choose(null)
  for (const reply of [await open(), await create(), await backUp()]) expect(reply).toEqual({ ok: true, value: null })
  expect(await info()).toEqual(before)
})

test('a backup is a workspace of its own', async () => {
  const file = join(folder, 'backup.sqlite')
  await choose(file)
  expect(await backUp()).toEqual({ ok: true, value: { file } })
  expect(statSync(file).size).toBeGreaterThan(10_000)
  expect(await open()).toMatchObject({ ok: true, value: { file } })
  expect(await engine()).toBe('identity')
})

test('a workspace is never its own backup, and an existing file is never made anew', async () => {
  const before = await info()
  const file = before?.ok ? before.value.file : ''
  await choose(file)
  expect(await backUp()).toMatchObject({ ok: false, error: { code: 'FILE_IN_USE' } })
  expect(await create()).toMatchObject({ ok: false, error: { code: 'FILE_EXISTS' } })
  expect(existsSync(file)).toBe(true)
  expect(await engine()).toBe('identity')
})

test('only the workspace file is shown in its folder', async () => {
  const before = await info()
  await desktop.page.evaluate(() => window.gatehouse?.workspace.reveal())
  expect(await openedOutside(desktop.app)).toEqual([before?.ok && before.value.file])
})
