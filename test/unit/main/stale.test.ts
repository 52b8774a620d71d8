import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isBuildStale } from '../../../scripts/stale.ts'

let root = ''
const write = (name: string, minute: number): void => {
  const file = join(root, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, name)
  // Folders count too, since a source may have been removed.
  for (let path = file; path !== root; path = dirname(path)) utimesSync(path, minute * 60, minute * 60)
}
const built = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html', 'out/server/cli.js']

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-stale-'))
  write('src-main/index.ts', 10)
  write('src-renderer/features/policies/page.ts', 10)
  for (const name of built) write(name, 20)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('takes a build that is newer than every source', () => {
  expect(isBuildStale(root)).toBe(false)
})

it('builds again after a change in any depth, and after one of the configuration', () => {
  write('src-renderer/features/policies/page.ts', 30)
  expect(isBuildStale(root)).toBe(true)
  write('src-renderer/features/policies/page.ts', 10)
  write('vite.server.config.ts', 30)
  expect(isBuildStale(root)).toBe(true)
})

it.each(built)('builds when %s is missing', (name) => {
  rmSync(join(root, name))
  expect(isBuildStale(root)).toBe(true)
})

it('builds when one part is older than the sources, however new the others are', () => {
  write('out/server/cli.js', 5)
  expect(isBuildStale(root)).toBe(true)
})
