import { expect, it } from 'vitest'
import { own, packages } from 'virtual:licences'
import manifest from '../../../package.json' with { type: 'json' }
import { importsOf, sourceFiles } from '../../helpers/source-graph.ts'

const names = new Set(packages.map(({ name }) => name))

/** The name of a package without the path inside it. */
const packageOf = (specifier: string) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier
const known = { ...manifest.dependencies, ...manifest.devDependencies }

it('what any program of ours imports is listed', () => {
  const imported = ['src-server', 'src-main', 'src-renderer']
    .flatMap(sourceFiles)
    .flatMap(importsOf)
    .map(({ target }) => packageOf(target))
    .filter((name) => name in known)
  expect(new Set(imported).size).toBeGreaterThan(20)
  expect([...new Set(imported)].filter((name) => !names.has(name) && !isAlias(name))).toEqual([])
})

/** Installed under another name than its own. */
const isAlias = (name: string) => known[name as keyof typeof known].startsWith('npm:')

it('so is what those packages need, and the driver under its own name', () => {
  for (const name of ['electron', '@appthreat/sqlite3', '@vue/runtime-dom', 'koa-compose', 'zrender'])
    expect(names, name).toContain(name)
})

it('none without a licence, and nearly all with its text', () => {
  expect(packages.filter(({ license }) => license === 'unknown').map(({ name }) => name)).toEqual([])
  const textless = packages.filter(({ text }) => text === null)
  expect(textless.length).toBeLessThan(packages.length / 5)
})

it('what only tests and tools use is not listed', () => {
  expect(packages.filter(({ name }) => name === '@appthreat/sqlite3')).toHaveLength(1)
  for (const name of ['vitest', 'playwright-core', 'electron-builder', 'eslint', 'typescript'])
    expect(names, name).not.toContain(name)
})

it('the program’s own licence is that of its package', () => {
  expect(own).toEqual({ license: manifest.license, homepage: manifest.homepage })
})
