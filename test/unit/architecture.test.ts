import { dirname, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  circlesIn,
  importsOf,
  loadedWith,
  sourceFiles,
  specifiersIn,
  textOf,
  type Import,
} from '../helpers/source-graph.ts'

const PURE = [
  'src-server/contract',
  'src-server/language',
  'src-server/filter',
  'src-server/expression',
  'src-server/policy',
]
const IPC = ['src-main/ipc/channels.ts', 'src-main/ipc/contract.ts', 'src-main/ipc/program-link.ts']
const UI_KIT = ['api', 'components', 'composables', 'domain', 'lib', 'resource', 'stores'].map(
  (f) => `src-renderer/${f}`,
)

/**
 * Which of our folders each may import from; itself is always allowed. The arrows of the architecture page. A folder that
 * has no row here is unknown, and so an error. `*` is each folder of that level.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'src-server/contract': [],
  'src-server/language': ['src-server/contract'],
  'src-server/filter': ['src-server/contract', 'src-server/language'],
  'src-server/expression': ['src-server/contract', 'src-server/language'],
  'src-server/policy': ['src-server/contract', 'src-server/expression'],
  'src-server/analysis': ['src-server/contract', 'src-server/policy'],
  'src-server/sample': ['src-server/contract', 'src-server/policy', 'resources'],
  'src-server/vocabulary': ['src-server/contract', 'src-server/filter', 'src-server/expression', 'resources'],
  'src-server/db': ['src-server/contract', 'src-server/filter'],
  // Nothing else of ours: it is built to one file that needs no other.
  'src-server/verifier': [],
  'src-server/audit-log': [...PURE, 'src-server/db', 'src-server/verifier'],
  // Below operations, except for the tasks that a thread runs: those are theirs.
  'src-server/workers': ['src-server/contract', 'src-server/policy', 'src-server/db'],
  'src-server/workers/tasks': [
    'src-server/contract',
    'src-server/analysis',
    'src-server/openapi',
    'src-server/operations',
    'src-server/workers',
  ],
  'src-server/operations': [
    ...PURE,
    'src-server/analysis',
    'src-server/workers',
    'src-server/sample',
    'src-server/vocabulary',
    'src-server/db',
    'src-server/audit-log',
    'src-server/verifier',
  ],
  'src-server/sync': [
    'src-server/contract',
    'src-server/expression',
    'src-server/policy',
    'src-server/vocabulary',
    'src-server/db',
    'src-server/audit-log',
    'src-server/operations',
  ],
  'src-server/openapi': ['src-server/contract'],
  'src-server/jobs': [
    'src-server/contract',
    'src-server/sync',
    'src-server/vocabulary',
    'src-server/db',
    'src-server/audit-log',
    'src-server/operations',
    'src-server/log.ts',
  ],
  'src-server/sync/snapshot.ts': ['src-server/contract'],
  'src-server/sync/compare': ['src-server/contract', 'src-server/expression', 'src-server/sync/snapshot.ts'],
  'src-server/sync/deciding': [
    'src-server/contract',
    'src-server/policy',
    'src-server/sync/snapshot.ts',
    'src-server/sync/compare',
  ],
  'src-server/sync/plan': [
    'src-server/contract',
    'src-server/expression',
    'src-server/sync/snapshot.ts',
    'src-server/sync/compare',
    'src-server/sync/deciding',
  ],
  'src-server/http': [
    'src-server/contract',
    'src-server/vocabulary',
    'src-server/db',
    'src-server/audit-log',
    'src-server/operations',
    'src-server/sync',
    'src-server/log.ts',
  ],
  'src-server/oauth': [
    'src-server/contract',
    'src-server/policy',
    'src-server/db',
    'src-server/audit-log',
    'src-server/operations',
    'src-server/http',
  ],
  'src-server/drafts': [
    'src-server/contract',
    'src-server/db',
    'src-server/audit-log',
    'src-server/operations',
    'src-server/jobs',
    'src-server/http',
    'src-server/oauth',
    'src-server/log.ts',
  ],
  'src-server/log.ts': [],
  'src-server/version.ts': ['package.json'],
  'src-server/index.ts': [
    'src-server/contract',
    'src-server/db',
    'src-server/audit-log',
    'src-server/workers',
    'src-server/operations',
    'src-server/jobs',
    'src-server/http',
    'src-server/oauth',
    'src-server/drafts',
    'src-server/log.ts',
    'src-server/version.ts',
  ],
  // A client of the interface: of all else it knows nothing.
  'src-server/mcp': ['src-server/contract'],
  'src-server/cli': [
    'src-server/contract',
    'src-server/mcp',
    'src-server/vocabulary',
    'src-server/db',
    'src-server/audit-log',
    'src-server/operations',
    'src-server/jobs',
    'src-server/sync',
    'src-server/http',
    'src-server/verifier',
    'src-server/index.ts',
    'src-server/log.ts',
    'src-server/version.ts',
  ],
  'src-server/cli.ts': ['src-server/cli'],

  'src-main/ipc/channels.ts': [],
  'src-main/ipc/program-link.ts': ['src-main/ipc/channels.ts'],
  'src-main/ipc/contract.ts': ['src-main/ipc/channels.ts', 'src-main/ipc/program-link.ts'],
  'src-main': ['src-server/index.ts', 'src-server/contract'],

  'src-renderer/lib': [],
  'src-renderer/domain': [...PURE, 'src-renderer/lib'],
  'src-renderer/api': [...PURE, ...IPC, 'src-renderer/domain', 'src-renderer/lib'],
  'src-renderer/stores': [...PURE, 'src-renderer/api', 'src-renderer/domain', 'src-renderer/lib'],
  'src-renderer/composables': [
    ...PURE,
    'src-renderer/api',
    'src-renderer/stores',
    'src-renderer/domain',
    'src-renderer/lib',
  ],
  'src-renderer/components': [
    ...PURE,
    'src-renderer/api',
    'src-renderer/stores',
    'src-renderer/composables',
    'src-renderer/domain',
    'src-renderer/lib',
  ],
  'src-renderer/resource': [...PURE, ...UI_KIT],
  'src-renderer/features/*': [...PURE, ...UI_KIT],
  'src-renderer/app': [...PURE, ...IPC, ...UI_KIT, 'src-renderer/features/start'],
  'src-renderer/before-start.ts': ['src-renderer/api'],
  'src-renderer/main.ts': ['src-renderer/app', 'src-renderer/before-start.ts'],
}

/** The areas of use cases by layer, from bottom to top, as on the architecture page; each imports only from those before it. */
const LAYERS = {
  ground: ['snapshot', 'memory', 'service', 'files'],
  organization: [
    'jobs',
    'organization',
    'logos',
    'backups',
    'rate-limits',
    'vocabulary',
    'faults',
    'event-hooks',
    'connections',
    'drafts',
    'search',
    'saved-searches',
  ],
  log: ['audit'],
  people: ['directory'],
  applications: ['signing-keys', 'federation', 'apps', 'roles'],
  policies: ['zones', 'policy-resources', 'policies'],
  access: ['authorization-servers', 'simulation', 'policy-tests', 'invariants', 'oauth', 'sign-in', 'tokens'],
  changes: ['versions', 'change-reviews'],
  whole: ['workspace', 'composition'],
}
const AREAS = Object.values(LAYERS).flat()

/** Packages that pure folders may use. */
const PURE_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'src-server/contract': ['zod'],
  'src-server/language': [],
  'src-server/filter': ['zod'],
  'src-server/expression': ['zod', 'lru-cache'],
  'src-server/policy': ['zod', 'ipaddr.js'],
  'src-server/analysis': ['logic-solver'],
  'src-server/sample': [],
  'src-server/sync/snapshot.ts': [],
  'src-server/sync/compare': [],
  'src-server/sync/deciding': [],
  'src-server/sync/plan': [],
  'src-main/ipc/channels.ts': ['zod'],
  'src-main/ipc/program-link.ts': [],
  'src-main/ipc/contract.ts': ['zod'],
}

/** Folders that others enter by their index only: what it exports is what they promise. */
const DOORS: readonly string[] = [
  'src-server/filter',
  'src-server/expression',
  'src-server/policy',
  'src-server/analysis',
]

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

/** The most particular row that covers a path, with `*` filled in. */
function ownerOf(path: string): string | undefined {
  const owners = Object.keys(ALLOWED).map((row) => (row.endsWith('/*') ? row.slice(0, -1) + wordAfter(path, row) : row))
  return owners.filter((owner) => isIn(path, owner)).sort((a, b) => b.length - a.length)[0]
}

const wordAfter = (path: string, row: string) => path.slice(row.length - 1).split('/')[0]
const allowedFrom = (owner: string) => ALLOWED[owner] ?? ALLOWED[owner.replace(/[^/]+$/, '*')] ?? []

const files = ['src-server', 'src-main', 'src-renderer'].flatMap(sourceFiles)
const imports = files.flatMap(importsOf)
const isOurs = ({ target }: Import) => /^(src-\w+|resources|test|scripts)\/|^package\.json$/.test(target)
const ours = imports.filter(isOurs)
const toText = ({ file, target }: Import) => `${file} imports ${target}`

const againstTable = ours.filter(({ file, target }) => {
  const owner = ownerOf(file)
  return owner && ![owner, ...allowedFrom(owner)].some((folder) => isIn(target, folder))
})

describe('imports point one way', () => {
  it('every folder has a row', () => {
    expect(files.filter((file) => ownerOf(file) === undefined)).toEqual([])
  })

  it('between our own folders', () => {
    expect(againstTable.map(toText)).toEqual([])
  })

  it('between files never in a circle, types included', () => {
    expect(circlesIn(ours)).toEqual([])
  })

  it('into a folder with a door through its index', () => {
    const past = ours.filter(({ file, target }) =>
      DOORS.some((folder) => isIn(target, folder) && !isIn(file, folder) && target !== `${folder}/index.ts`),
    )
    expect(past.map(toText)).toEqual([])
  })

  it('never from one feature of the page to another', () => {
    const featureOf = (path: string) => /^src-renderer\/features\/([^/]+)\//.exec(path)?.[1]
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .map(({ target }) => target)
        .filter((target) => featureOf(file) && featureOf(target) && featureOf(file) !== featureOf(target))
        .map((target) => `${file} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('from pure folders to no package that knows where it runs', () => {
    const wrong = imports.filter((each) => {
      const packages = PURE_PACKAGES[ownerOf(each.file) ?? '']
      return packages && !isOurs(each) && !packages.includes(each.target)
    })
    expect(wrong.map(toText)).toEqual([])
  })

  it('never from the service or the page to Electron', () => {
    const wrong = imports.filter(({ file, target }) => !file.startsWith('src-main/') && target === 'electron')
    expect(wrong.map(toText)).toEqual([])
  })
})

describe('areas of use cases', () => {
  /** The folder below `operations`; of a file that is in none its name, undefined for any other file. */
  const areaOf = (path: string) => /^src-server\/operations\/([^/]+)/.exec(path)?.[1]
  const placeOf = (path: string) => AREAS.indexOf(areaOf(path) ?? '')

  it('are those of the table, and no file is beside them', () => {
    const found = new Set(sourceFiles('src-server/operations').map(areaOf))
    expect([...found].sort()).toEqual(AREAS.toSorted())
  })

  it('import only from areas below', () => {
    const between = ours.filter(({ file, target }) => areaOf(file) && areaOf(target) && areaOf(file) !== areaOf(target))
    expect(between.filter(({ file, target }) => placeOf(target) >= placeOf(file)).map(toText)).toEqual([])
    expect(between.length).toBeGreaterThan(200)
  })

  it('are in this order on the architecture page', () => {
    const lines = textOf('docs/architecture.md').matchAll(/^ {2}([a-z]+) {2,}((?:[a-z-]+(?:, )?)+)/gm)
    expect([...lines].map(([, layer, areas]) => [layer, areas?.split(', ')])).toEqual(Object.entries(LAYERS))
  })
})

describe('statements of our own', () => {
  const STATEMENT =
    /[`']\s*(?:SELECT|INSERT (?:OR|INTO)|UPDATE \w+ SET|DELETE FROM|WITH \w+|WHERE|ORDER BY|PRAGMA)\s|\bSELECT\s[^;]*?\sFROM\s/
  const isPlace = (path: string) => path.startsWith('src-server/db/') || path.endsWith('.sql.ts')
  const holding = files.filter((path) => path.startsWith('src-server/') && STATEMENT.test(textOf(path)))

  it('are in db, or in files that say so', () => {
    expect(holding.filter((path) => !isPlace(path))).toEqual([])
    expect(holding.filter(isPlace).length).toBeGreaterThan(50)
  })
})

describe('identifiers of new objects', () => {
  /** What has its identifier before a transaction begins: files that are uploaded or copied, and what is only in memory. */
  const BEFORE = [
    'audit/transfer/imports',
    'directory/transfer/imports',
    'drafts/copy-workspace',
    'drafts/drafts',
    'memory/recent-reviews',
  ]
  const makers = files.filter(
    (path) => path.startsWith('src-server/operations/') && /(?<![.\w])newId\(/.test(textOf(path)),
  )

  it('come from the transaction, which may have been told which', () => {
    expect(makers.toSorted()).toEqual(BEFORE.map((name) => `src-server/operations/${name}.ts`))
  })
})

describe('the page at its start', () => {
  /** By file, which other one brings it. */
  const broughtBy = new Map<string, string>()
  const queue = [
    'src-renderer/main.ts',
    ...sourceFiles('src-renderer/features').filter((f) => f.endsWith('/feature.ts')),
  ]
  for (const file of queue)
    for (const target of /\.(ts|vue)$/.test(file) ? loadedWith(file) : []) {
      if (broughtBy.has(target) || !target.startsWith('src-')) continue
      broughtBy.set(target, file)
      queue.push(target)
    }

  it('reads neither the schemas of all routes nor the language of expressions, which come with the pages that need them', () => {
    expect(broughtBy.size).toBeGreaterThan(200)
    const late = ['src-server/contract/routes/', 'src-server/expression/']
    const early = [...broughtBy].filter(([file]) => late.some((folder) => file.startsWith(folder)))
    expect(early.map(([file, by]) => `${by} brings ${file}`)).toEqual([])
  })
})

describe('tests of use cases', () => {
  const foldersOf = (root: string) => new Set(sourceFiles(root).map((file) => dirname(relative(root, file))))
  const useCases = foldersOf('src-server/operations')
  const tests = foldersOf('test/unit/operations')
  /** Folders that are neither among the others nor hold one of them. */
  const without = (folders: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...folders].filter((folder) => ![...others].some((other) => isIn(other, folder)))

  it('are in the folders of the use cases, and in no others', () => {
    expect(without(tests, useCases)).toEqual([])
  })

  it('are there for every folder of use cases', () => {
    expect(without(useCases, tests)).toEqual([])
  })
})

describe('what is read', () => {
  const code = [
    "import './a.css'",
    "import type { B } from './b.ts'",
    'import {',
    '  c,',
    "} from './c.ts'",
    "export * from './d.ts'",
    "const page = () => import('./E.vue')",
    "let type: import('./f.ts').F",
    "new Worker(new URL('./g.ts', import.meta.url))",
  ].join('\n')
  const all = ['./a.css', './b.ts', './c.ts', './d.ts', './E.vue', './f.ts', './g.ts']

  it('every form of import', () => {
    expect(specifiersIn(code, 'x.ts').sort()).toEqual(all.sort())
  })

  it('the scripts of components, and nothing else of them', () => {
    const component = `<script setup lang="ts">\n${code}\n</script>\n<template>import x from './no.ts'</template>`
    expect(specifiersIn(component, 'X.vue').sort()).toEqual(all.sort())
  })

  it('circles through other files', () => {
    const pairs = ['a>b', 'b>c', 'c>a', 'c>d', 'd>e'].map((pair) => pair.split('>') as [string, string])
    expect(circlesIn(pairs.map(([file, target]) => ({ file, target })))).toEqual([['a', 'b', 'c']])
  })
})
