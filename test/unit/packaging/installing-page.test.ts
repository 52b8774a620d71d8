import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dataFolder } from '#main/host/data-folder.ts'
import { builderConfig } from '../../../scripts/packaging/builder-config.ts'
import { FILE_TYPE } from '../../../scripts/packaging/metadata.ts'
import manifest from '../../../package.json' with { type: 'json' }

const page = readFileSync('docs/installing.md', 'utf8')

it('the page on installing names every kind of file that a release has', () => {
  const { win, mac, linux } = builderConfig({})
  const targets = [win, mac, linux].flatMap((system) => system?.target as { target: string }[])
  const endings = targets.map(({ target }) => (target === 'nsis' ? '.exe' : `.${target}`))
  expect(endings.filter((ending) => !page.includes(ending))).toEqual([])
  expect(page).toContain(FILE_TYPE.mimeType)
})

it('the page on installing says where the data are', () => {
  expect(page).toContain(dataFolder('win32', { APPDATA: '%APPDATA%' }, '~'))
  expect(page).toContain(dataFolder('darwin', {}, '~'))
  expect(page).toContain(dataFolder('linux', {}, '~'))
})

it('the page on installing names only commands that exist', () => {
  const commands = [...page.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name as string)
  expect(commands.filter((name) => !(name in manifest.scripts))).toEqual([])
})
