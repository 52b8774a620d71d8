import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Which of our folders each may import from; itself is always allowed. The arrows of the architecture page. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'src-server/contract': [],
  'src-server/filter': ['src-server/contract'],
  'src-server/expression': ['src-server/contract'],
  'src-server/policy': ['src-server/contract', 'src-server/expression'],
  'src-server/db': ['src-server/contract', 'src-server/filter'],
  // Nothing else of ours: it is built to one file that stands alone.
  'src-server/verifier': [],
  'src-server/operations': [
    'src-server/contract',
    'src-server/filter',
    'src-server/expression',
    'src-server/policy',
    'src-server/db',
    'src-server/verifier',
    'resources',
  ],
  'src-server/openapi': ['src-server/contract'],
  'src-server/jobs': ['src-server/contract', 'src-server/db', 'src-server/operations', 'src-server/log.ts'],
  'src-server/http': [
    'src-server/contract',
    'src-server/db',
    'src-server/operations',
    'src-server/openapi',
    'src-server/log.ts',
  ],
  'src-main/ipc/channels.ts': [],
  'src-main/ipc/contract.ts': ['src-main/ipc/channels.ts'],
  'src-main': ['src-server/index.ts', 'src-server/contract'],
  'src-renderer': [
    'src-server/contract',
    'src-server/filter',
    'src-server/expression',
    'src-server/policy',
    'src-main/ipc/channels.ts',
    'src-main/ipc/contract.ts',
  ],
}

/** Packages that pure folders may use. */
const PURE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'src-server/contract': ['zod'],
  'src-server/filter': ['zod'],
  'src-server/expression': ['zod'],
  'src-server/policy': ['zod', 'ipaddr.js'],
  'src-main/ipc/channels.ts': ['zod'],
  'src-main/ipc/contract.ts': ['zod'],
}

const ROOT = resolve(import.meta.dirname, '../..')
const IMPORT = /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g

function sourceFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|vue)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
}

/** The most particular rule that covers a file. */
function ownerOf(file: string): string | undefined {
  return Object.keys(ALLOWED)
    .filter((owner) => file === owner || file.startsWith(`${owner}/`))
    .sort((a, b) => b.length - a.length)[0]
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(IMPORT)].map((match) => (match[1] ?? match[2]) as string)
}

const files = ['src-server', 'src-main', 'src-renderer'].flatMap(sourceFiles)

describe('imports point one way', () => {
  it('between our own folders', () => {
    const wrong = files.flatMap((file) => {
      const owner = ownerOf(file)
      if (!owner) return []
      const allowed = [owner, ...(ALLOWED[owner] ?? [])]
      return importsOf(file)
        .filter((target) => target.startsWith('.'))
        .map((target) => relative(ROOT, resolve(ROOT, dirname(file), target)))
        .filter((target) => !allowed.some((folder) => target === folder || target.startsWith(`${folder}/`)))
        .map((target) => `${file} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('from pure folders to no package that knows where it runs', () => {
    const wrong = files.flatMap((file) => {
      const packages = PURE_PACKAGES[ownerOf(file) ?? '']
      if (!packages) return []
      return importsOf(file)
        .filter((target) => !target.startsWith('.') && !packages.includes(target))
        .map((target) => `${file} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('never from the service or the page to Electron', () => {
    const wrong = files.filter((file) => !file.startsWith('src-main/') && importsOf(file).includes('electron'))
    expect(wrong).toEqual([])
  })
})
