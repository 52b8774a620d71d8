import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { audit } from '#cli/audit.ts'
import { mcp } from '#cli/mcp.ts'
import { remote } from '#cli/remote.ts'
import { restore } from '#cli/restore.ts'
import { serve } from '#cli/serve.ts'
import { sync } from '#cli/sync.ts'
import { draft } from '#cli/draft.ts'
import { test } from '#cli/test.ts'
import { token } from '#cli/token.ts'
import { importsOf, sourceFiles, textOf } from '../helpers/source-graph.ts'

/** A plain resource that exists, by which the page on adding one is checked. */
const EXAMPLE = { noun: 'zone', nouns: 'zones' }

const section = textOf('CONTRIBUTING.md').split('## Adding a resource')[1]?.split('\n## ')[0] ?? ''
const rows = section.split('\n').filter((line) => /^\| `/.test(line))
const cellsOf = (row: string) => row.split('|').map((cell) => cell.trim())
/** Paths of the first column: patterns, with the nouns of the example filled in. */
const listed = rows.map((row) =>
  (cellsOf(row)[1] ?? '').replaceAll('`', '').replace(/<(nouns?)>/g, (_, name: 'noun' | 'nouns') => EXAMPLE[name]),
)
const filesOf = (pattern: string) => (pattern.includes('*') ? globSync(pattern) : [pattern])
/** Where the example goes by another name: its table is of the first step, and its page is called after networks. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'src-server/db/migrations/index.ts': '0010-workspace',
  'src-renderer/domain/paths.ts': 'networks:',
}
const mentions = (file: string) =>
  textOf(file)
    .toLowerCase()
    .includes(OTHER_NAMES[file] ?? EXAMPLE.noun)

describe('CONTRIBUTING, adding a resource', () => {
  it('lists files and lines', () => {
    expect(listed.length).toBeGreaterThanOrEqual(10)
  })

  it.each(listed)('network zones have %s', (pattern) => {
    expect(filesOf(pattern).filter(mentions)).not.toEqual([])
  })

  it('leaves out no file that network zones are entered in', () => {
    const own = listed.flatMap(filesOf)
    const doors = ['src-server/contract/routes/zones.ts', 'src-server/http/resources/zones/handlers.ts']
    const importers = sourceFiles('src-server').filter((file) =>
      importsOf(file).some(({ target }) => doors.includes(target)),
    )
    expect(importers.filter((file) => !own.includes(file))).toEqual([])
  })

  it('names tests that exist', () => {
    const named = [...new Set(rows.flatMap((row) => cellsOf(row)[3]?.match(/[\w-]+\.test\.ts/g) ?? []))]
    const tests = sourceFiles('test').map((file) => file.split('/').at(-1))
    expect(named.filter((name) => !tests.includes(name))).toEqual([])
  })
})

/** Pages for users and developers. */
const DOCS = globSync('docs/**/*.md')
const PAGES = [...DOCS, 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'src-renderer/README.md']
/** Where the paths of a page may begin. */
const ROOTS = ['.', 'src-server', 'src-renderer', 'src-main']
const MOST_LINES_OF_A_SCREEN = 60

const matchesIn = (page: string, pattern: RegExp) => [...textOf(page).matchAll(pattern)].map(([, found = '']) => found)
const isThere = (path: string) => ROOTS.some((root) => globSync(join(root, path)).length > 0)
const fileNamesIn = (page: string) =>
  matchesIn(page, /`((?:[\w-]+\/)+[\w.-]+\.(?:ts|vue|json|md))`/g).filter((path) => !path.startsWith('out/'))

describe('the docs', () => {
  it.each(PAGES)('%s names files that exist', (page) => {
    expect(fileNamesIn(page).filter((path) => !isThere(path))).toEqual([])
  })

  it.each(PAGES)('%s links to pages that exist', (page) => {
    const links = matchesIn(page, /\]\(([^)#:]+)\)/g)
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([])
  })

  it('reach every page from the architecture', () => {
    const seen = new Set(['docs/architecture.md', 'README.md', 'CONTRIBUTING.md'])
    for (const page of seen)
      if (page.endsWith('.md'))
        for (const link of matchesIn(page, /\]\(([^)#:]+)\)/g)) seen.add(join(dirname(page), link))
    expect(DOCS.filter((page) => !seen.has(page))).toEqual([])
  })

  it('show every picture in the gallery', () => {
    const shown = matchesIn('docs/gallery.md', /\(screenshots\/([\w-]+)-(?:light|dark)\.png\)/g)
    const taken = globSync('docs/screenshots/*.png').map((file) => basename(file).replace(/-(?:light|dark)\.png$/, ''))
    expect(shown.sort()).toEqual([...new Set(taken)].sort())
  })

  it.each(Object.entries({ serve, audit, restore, token, remote, sync, draft, test, mcp }))(
    'name each option of %s',
    (_, { usage }) => {
      const options = [...usage.matchAll(/^ {2}(--[a-z-]+)|, (--[a-z-]+)/gm)].map(
        ([, first, more]) => first ?? more ?? '',
      )
      expect(options.filter((option) => !textOf('docs/command-line.md').includes(option))).toEqual([])
    },
  )

  it('show the architecture on one screen', () => {
    expect(textOf('docs/architecture.md').split('\n').length).toBeLessThanOrEqual(MOST_LINES_OF_A_SCREEN)
  })
})
