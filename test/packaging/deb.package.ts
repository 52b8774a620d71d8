import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { dataFolder, defaultWorkspace } from '#main/host/data-folder.ts'
import { LINK_SCHEME } from '#main/ipc/channels.ts'
import { makeDeb } from '../../scripts/packaging/deb.ts'
import { FUSES } from '../../scripts/packaging/fuses.ts'
import { FILE_TYPE, PROGRAM } from '../../scripts/packaging/metadata.ts'
import { goTo, loadSample } from '../helpers/acts/shell.ts'
import { publish, serveFeed, type UpdateFeed } from '../helpers/update-feed.ts'
import { electronDist, installObstacle, startInstalled, type RunningProgram } from './installed-program.ts'
import { readFuses } from './read-fuses.ts'
import { runTool } from './run-tool.ts'

const EXECUTABLE = `/usr/bin/${PROGRAM.name}`
const LIBRARY = `/usr/lib/${PROGRAM.name}`

const status = () => runTool('dpkg-query', ['-W', '-f=${db:Status-Status}', PROGRAM.name]).catch(() => 'absent')

// Each step begins where the one before ended: a package is installed once, used, and removed.
test.describe.serial('the Debian package', () => {
  let home = ''
  let program: RunningProgram | null = null
  let feed: UpdateFeed
  const workspace = () => defaultWorkspace(dataFolder('linux', {}, home))

  test.beforeAll(async () => {
    const obstacle = installObstacle()
    // A build server that names a runtime must be able to try the package.
    if (obstacle && process.env['CI'] === 'true' && process.env['ELECTRON_OVERRIDE_DIST_PATH'])
      throw new Error(`The Debian package cannot be tried: ${obstacle}.`)
    test.skip(obstacle !== null, `The Debian package is not tried: ${obstacle}.`)
    // An installation of the person's own is not ours to replace and remove.
    expect(await status(), 'no installed Gatehouse').not.toBe('installed')
    feed = await serveFeed()
    home = await mkdtemp(join(tmpdir(), 'gatehouse-installed-'))
  })

  test.afterAll(async () => {
    program?.kill()
    if (!home) return
    await feed.close()
    if ((await status()) === 'installed') await runTool('dpkg', ['--purge', PROGRAM.name])
    await rm(home, { recursive: true, force: true })
  })

  test('installs with dpkg', async () => {
    const file = await makeDeb(electronDist() as string, home, feed.url)
    expect(await runTool('dpkg-deb', ['-f', file, 'Package', 'Version', 'Section', 'Maintainer'])).toBe(
      `Package: ${PROGRAM.name}\nVersion: ${PROGRAM.version}\nSection: ${PROGRAM.debianSection}\nMaintainer: ${PROGRAM.maintainer}\n`,
    )
    await runTool('dpkg', ['-i', file])
    expect(await status()).toBe('installed')
    expect(await readFile(`/usr/share/doc/${PROGRAM.name}/copyright`, 'utf8')).toContain('MIT License')
  })

  test('belongs to root, and only root can write it', async () => {
    const found = await runTool('find', [
      LIBRARY,
      '(',
      '!',
      '-user',
      'root',
      '-o',
      '-perm',
      '/022',
      ')',
      '!',
      '-type',
      'l',
    ])
    expect(found).toBe('')
    expect((await stat(`${LIBRARY}/chrome-sandbox`)).mode & 0o7777, 'the sandbox helper').toBe(0o4755)
  })

  test('has every fuse burnt into the executable as the table says', async () => {
    expect(await readFuses(`${LIBRARY}/${PROGRAM.name}`)).toEqual(FUSES)
  })

  test('registers the workspace file and the desktop entry with the system', async () => {
    const entry = `/usr/share/applications/${PROGRAM.name}.desktop`
    expect(await runTool('desktop-file-validate', [entry])).toBe('')
    expect(await readFile(entry, 'utf8')).toContain(`MimeType=${FILE_TYPE.mimeType};x-scheme-handler/${LINK_SCHEME};`)
    await runTool('xmllint', ['--noout', `/usr/share/mime/packages/${PROGRAM.name}.xml`])
    // The trigger of shared-mime-info has run; a second run finds nothing wrong either.
    await runTool('update-mime-database', ['/usr/share/mime'])
    expect(await readFile('/usr/share/mime/globs2', 'utf8')).toContain(`${FILE_TYPE.mimeType}:*.${FILE_TYPE.extension}`)
    expect(await readFile('/usr/share/mime/subclasses', 'utf8')).toContain(
      `${FILE_TYPE.mimeType} ${FILE_TYPE.parentMimeType}`,
    )
  })

  test('starts from the installed path, loads the sample and simulates a sign-in', async () => {
    program = await startInstalled(EXECUTABLE, home)
    const { page } = program
    await loadSample(page)
    await goTo(page, 'Simulate')
    await page.getByRole('group', { name: 'Person' }).getByRole('combobox').first().fill('Ljubica')
    await page.getByRole('option', { name: 'Ljubica Almsgård' }).click()
    await expect(page.getByRole('article', { name: 'Global session policy' })).toContainText('“Contractors”')
  })

  test('finds in its archive what is no part of its own file: the threads’ program and the verifier', async () => {
    const answers = await program?.page.evaluate(async () => {
      const facets = await fetch('/gatehouse/v1/logs/facets?since=2020-01-01T00:00:00Z&until=2100-01-01T00:00:00Z')
      const verifier = await fetch('/gatehouse/v1/logs/verifier')
      return [facets.status, verifier.status, (await verifier.text()).length > 10_000]
    })
    expect(answers).toEqual([200, 200, true])
  })

  test('tells of a newer release when asked, with its notes, and leaves it to the package manager', async () => {
    const page = program?.page as Page
    await goTo(page, 'Settings')
    await page.getByRole('link', { name: 'Updates', exact: true }).click()
    const updates = page.getByRole('region', { name: 'Updates' })
    expect(feed.requests, 'before it is asked').toEqual([])
    await updates.getByRole('button', { name: 'Check now' }).click()
    await expect(updates.getByRole('status')).toHaveText('The update feed has no readable release for this system.')
    publish(feed, { version: '99.0.0', file: 'gatehouse.deb', content: Buffer.from('new'), notes: 'Faster lists.' })
    await updates.getByRole('button', { name: 'Check now' }).click()
    await expect(updates.getByRole('status')).toHaveText('Version 99.0.0 is available.')
    await expect(updates).toContainText('Faster lists.')
    await expect(updates).toContainText('update it with your package manager')
    await expect(updates.getByRole('button', { name: 'Download' })).toHaveCount(0)
  })

  test('ends when its window is closed, with the workspace in the person’s own folder', async () => {
    expect(await program?.quit()).toBe(0)
    program = null
    expect((await readFile(workspace())).subarray(0, 15).toString()).toBe('SQLite format 3')
    expect(existsSync(`${workspace()}-wal`), 'an open log').toBe(false)
  })

  test('leaves the data when it is removed, even with its settings', async () => {
    const before = await readFile(workspace())
    await runTool('dpkg', ['--purge', PROGRAM.name])
    expect(await status()).not.toBe('installed')
    expect(existsSync(LIBRARY)).toBe(false)
    expect(existsSync(EXECUTABLE)).toBe(false)
    expect(await readFile('/usr/share/mime/globs2', 'utf8')).not.toContain(FILE_TYPE.mimeType)
    expect((await readFile(workspace())).equals(before)).toBe(true)
  })
})
