import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findDead } from '../helpers/dead-exports.ts'
import { moduleOf, type Module } from '../helpers/source-exports.ts'
import { sourceFiles, textOf } from '../helpers/source-graph.ts'

/** Files that something else than an import starts, and what that is; `*` is any name. */
const ENTRIES: Readonly<Record<string, string>> = {
  'src-server/cli.ts': 'the command `gatehouse`: `bin` of package.json',
  'src-server/workers/worker.ts': 'a thread: workers/workers.ts names it by its URL',
  'src-server/verifier/verify-bundle.ts': 'built into a file of its own: vite.server.config.ts',
  'src-main/index.ts': 'the desktop program: `main` of package.json',
  'src-main/preload/index.ts': 'loaded into each window: electron.vite.config.ts',
  'src-renderer/main.ts': 'the page: index.html',
  'src-renderer/features/*/feature.ts': 'app/features.ts finds each by its name',
  'scripts/*.ts': 'commands of package.json',
  'scripts/packaging/*.d.ts': 'types of a package that has none',
  'src-server/analysis/logic-solver.d.ts': 'types of a package that has none',
  'src-renderer/features/settings/licences.d.ts':
    'types of a module that the build makes: scripts/packaging/licences.ts',
  'src-renderer/api/client-routes.d.ts': 'types of a module that the build makes: scripts/packaging/client-routes.ts',
  '*.config.ts': 'read by the tools that they are for',
}

/** Names that are used otherwise than by an import, or by tests alone. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src-renderer/features/*/feature.ts: feature': 'app/features.ts imports each by a pattern',
  '*.config.ts: default': 'read by its tool',
  'src-renderer/lib/theme-tokens.ts: TEXT_PAIRS':
    'which colours meet, beside the colours; a test measures their contrast',
  'src-renderer/lib/theme-tokens.ts: EDGE_PAIRS': 'as TEXT_PAIRS',
}

const fits = (text: string, pattern: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '[^/]+')}$`).test(text)
const fitsOne = (text: string, patterns: object) => Object.keys(patterns).some((pattern) => fits(text, pattern))

const read = (files: string[]) => new Map(files.map((file) => [file, moduleOf(textOf(file), file)]))
const configs = readdirSync('.').filter((name) => name.endsWith('.config.ts'))
const modules = read([...['src-server', 'src-main', 'src-renderer', 'scripts'].flatMap(sourceFiles), ...configs])
const tests = read(sourceFiles('test'))
const entries = [...modules.keys()].filter((file) => fitsOne(file, ENTRIES))
const dead = findDead(modules, { entries, tests })

describe('every program uses', () => {
  it('each source file', () => {
    expect(dead.files).toEqual([])
  })

  it('each exported name', () => {
    expect(dead.exports.filter((name) => !fitsOne(name, EXCEPTIONS))).toEqual([])
  })

  it('what no exception stands for any more', () => {
    expect(Object.keys(EXCEPTIONS).filter((pattern) => !dead.exports.some((name) => fits(name, pattern)))).toEqual([])
    expect(Object.keys(ENTRIES).filter((pattern) => !entries.some((file) => fits(file, pattern)))).toEqual([])
  })
})

describe('what is found', () => {
  const inFiles = (files: Record<string, string>): Map<string, Module> =>
    new Map(Object.entries(files).map(([file, text]) => [file, moduleOf(text, file)]))
  const find = (files: Record<string, string>, test = '') =>
    findDead(inFiles(files), { entries: ['main.ts'], tests: inFiles({ 'x.test.ts': test }) })

  it('files that nothing imports, or only a dead one', () => {
    const files = {
      'main.ts': "import './a.ts'\nconst page = () => import('./Page.vue')",
      'a.ts': '',
      'Page.vue': '<script setup lang="ts">\nimport B from "./B.vue"\n</script>',
      'B.vue': '<template />',
      'dead.ts': "import { more } from './more.ts'",
      'more.ts': 'export const more = 1',
    }
    expect(find(files)).toEqual({ files: ['dead.ts', 'more.ts'], exports: [] })
  })

  it.each([
    ['a name', "import { used } from './a.ts'"],
    ['another name for it', "import { used as it } from './a.ts'"],
    ['a type', "let it: import('./a.ts').used"],
    ['a member', "import * as all from './a.ts'\nall.used()"],
    ['what is loaded later', "const { used } = await import('./a.ts')"],
    ['what another file hands on', "import { b } from './b.ts'"],
    ['what another file hands on with all else', "import { used } from './c.ts'"],
  ])('names that nothing imports: used is %s', (_, main) => {
    const files = {
      'main.ts': `${main}\nimport './b.ts'\nimport './c.ts'`,
      'a.ts': 'export const [used, unused] = [1, 2]',
      'b.ts': "export { used as b } from './a.ts'",
      'c.ts': "export * from './a.ts'",
    }
    expect(find(files).exports.filter((name) => name.startsWith('a.ts'))).toEqual(['a.ts: unused'])
  })

  it('names that tests alone import, but not parts that are tested by themselves', () => {
    const files = {
      'main.ts': "import { whole } from './a.ts'",
      'a.ts': [
        'export function part() {}',
        'export const whole = () => part()',
        'export function alone(): void { alone() }',
      ].join('\n'),
    }
    expect(find(files, "import { alone, part } from './a.ts'").exports).toEqual(['a.ts: alone'])
    expect(find(files).exports).toEqual(['a.ts: part', 'a.ts: alone'])
  })
})
