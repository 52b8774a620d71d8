import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RuleWrite } from '#contract/policy/policy.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { EVERY_ROW } from '#db/change-set.ts'
import { openStore, type Store } from '#db/store.ts'
import { appUsers } from '#db/tables/apps.ts'
import { listApps } from '#operations/apps/apps.ts'
import { listAppUsers } from '#operations/apps/list-app-users.ts'
import { findProviders } from '#operations/policies/find-providers.ts'
import { createRule } from '#operations/policies/write-rule.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { MODEST, type WorkspaceSizes } from '../helpers/large-workspace/sizes.ts'
import { writeLargeWorkspace } from '../helpers/large-workspace/write.ts'
import { beside, ratioFigure, rounded, timed, type Figure } from './measure.ts'
import { recorded } from './recorded.ts'
import { headersOf, requestsPerSecond, start, stop } from './program.ts'

const SIZES: WorkspaceSizes = { ...MODEST, people: 20_000, groups: 500, memberships: 100_000, apps: 5_000 }
const ASSIGNMENTS = 200_000
const OVER = `over ${SIZES.apps.toLocaleString('en')} applications`
const RULES = 50
const ROUNDS = 25
const LOOKUPS = 200
const CREATIONS = 100

/** People beyond those whom the workspace's maker assigns, spread over all applications. */
const MORE = `
  WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?),
    a AS MATERIALIZED (SELECT id, row_number() OVER () - 1 AS place FROM apps),
    u AS MATERIALIZED (SELECT id, row_number() OVER () - 1 AS place FROM users)
  INSERT OR IGNORE INTO app_users (app_id, user_id, profile, created, last_updated)
  SELECT a.id, u.id, '{}', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM counted
    JOIN a ON a.place = n % (SELECT count(*) FROM a) JOIN u ON u.place = (n * 7 + n / 5000) % (SELECT count(*) FROM u)`

type Read = Store['read']['all']

/** A page of a list beside its own statements, run raw where the list runs them. */
async function listing(service: Service, name: string, page: (from: Service) => Promise<unknown>, searches = false) {
  const seen = await recorded(service, page)
  const all = async (read: Read) => {
    for (const { sql, params } of seen) await read(sql, params)
  }
  const { store } = service
  const raw = searches
    ? () => store.searches.run((inner) => all(inner.all.bind(inner)), LIMITS.searchMs)
    : () => all(store.read.all.bind(store.read))
  const { ours, raw: reference } = await beside(() => page(service), raw, ROUNDS)
  const ratio = ours / reference
  return {
    ...{ name: `${name} ${OVER}`, value: rounded(ours), unit: 'ms', reference: rounded(reference), ratio },
    ...{ goal: '≤ 2 × the same SQL raw', met: ratio <= 2 },
  }
}

/** Lists, measured below HTTP. */
async function lists(service: Service): Promise<Figure[]> {
  const [busy] = await service.store.read.all<{ id: string }>(
    'SELECT app_id AS id FROM app_users GROUP BY app_id ORDER BY count(*) DESC LIMIT 1',
  )
  const [assigned] = await service.store.read.all<{ id: string }>('SELECT user_id AS id FROM app_users LIMIT 1')
  const limit = LIMITS.page.apps.max
  const filter = `user.id eq "${assigned?.id}"`
  return [
    await listing(service, 'A page of applications', (from) => listApps(from, { limit })),
    await listing(service, 'Applications by a part of the name', (from) => listApps(from, { q: 'a', limit })),
    await listing(service, 'Applications of one person', (from) => listApps(from, { filter, limit }), true),
    await listing(service, 'A page of the people of an application', (from) =>
      listAppUsers(from.reader, busy?.id ?? '', { limit }),
    ),
  ]
}

/** An application by its id over HTTP, beside a handler that reads its row and does nothing else. */
async function readingAnApp(file: string): Promise<Figure> {
  const service = await start('out/server/cli.js', ['--data', file, '--port', '0', '--json'])
  const reference = await start('test/bench/koa-with-read.ts', [file, 'apps'])
  try {
    const headers = headersOf(file)
    const [app] = (await (await fetch(`${service.url}/api/v1/apps?limit=1`, { headers })).json()) as { id: string }[]
    const path = `/api/v1/apps/${app?.id}`
    const times = { ours: [] as number[], theirs: [] as number[] }
    for (let round = -1; round < 5; round++) {
      const [ours, theirs] = [
        await requestsPerSecond(service.url + path, headers),
        await requestsPerSecond(reference.url + path, {}),
      ]
      if (round < 0) continue
      times.ours.push(ours)
      times.theirs.push(theirs)
    }
    const goal = { bound: { least: 0.6 }, of: 'a Koa handler with one read by the driver' }
    return ratioFigure('GET application by id over HTTP', 'requests/s', times, goal)
  } finally {
    await stop(reference)
    await stop(service)
  }
}

type Identifier = { type: 'IDENTIFIER' | 'ATTRIBUTE'; attribute?: string }

/** A service whose routing policy has {@link RULES} rules, each with one pattern that no look-up below meets. */
async function routing(folder: string, name: string, identifier: Identifier): Promise<Service> {
  const service = await aService(join(folder, `${name}.sqlite`), { ...MODEST, policies: 0, rules: 0 })
  const [policy] = await service.store.read.all<{ id: string }>("SELECT id FROM policies WHERE type = 'IDP_DISCOVERY'")
  for (let count = 0; count < RULES; count++) {
    const patterns = [{ matchType: 'SUFFIX' as const, value: `@nowhere-${count}.example` }]
    const rule = {
      name: `Rule ${count}`,
      type: 'IDP_DISCOVERY',
      conditions: { userIdentifier: { ...identifier, patterns } },
      actions: { idp: { idpSelectionType: 'SPECIFIC', providers: [{ type: 'SVC' }] } },
    } as unknown as RuleWrite
    await service.write(systemContext(), (tx) => createRule(tx, policy?.id ?? '', rule, true))
  }
  return service
}

/** Look-ups by rules that read an attribute of the person, beside look-ups by rules that read the identifier alone. */
async function lookups(folder: string): Promise<Figure> {
  const plain = await routing(folder, 'identifier', { type: 'IDENTIFIER' })
  const reading = await routing(folder, 'attribute', { type: 'ATTRIBUTE', attribute: 'email' })
  const perSecond = async (service: Service) => {
    const logins = await service.store.read.all<{ login: string }>('SELECT login FROM users LIMIT ?', [LOOKUPS])
    const base = 'http://127.0.0.1:7480'
    const ms = await timed(async () => {
      for (const { login } of logins) await findProviders(service, { login, client: null, base })
    })
    return (1_000 * logins.length) / ms
  }
  const times = { ours: [] as number[], theirs: [] as number[] }
  for (let round = -1; round < 9; round++) {
    const [ours, theirs] = [await perSecond(reading), await perSecond(plain)]
    if (round < 0) continue
    times.ours.push(ours)
    times.theirs.push(theirs)
  }
  for (const service of [plain, reading]) await close(service)
  const goal = { bound: { least: 0.6 }, of: 'look-ups where no attribute is read' }
  return ratioFigure(`Look-up of a provider with ${RULES} routing rules by attributes`, 'look-ups/s', times, goal)
}

/** Applications made over HTTP beside groups made over HTTP; keys are generated when they are first needed, so none is in it. */
async function creatingApps(file: string): Promise<Figure> {
  const service = await start('out/server/cli.js', ['--data', file, '--port', '0', '--json'])
  let made = 0
  const milliseconds = async (path: string, body: (n: number) => object) => {
    const headers = { ...headersOf(file), 'content-type': 'application/json' }
    const ms = await timed(async () => {
      for (let count = 0; count < CREATIONS; count++) {
        const options = { method: 'POST', headers, body: JSON.stringify(body((made += 1))) }
        const reply = await fetch(service.url + path, options)
        if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
        await reply.text()
      }
    })
    return ms / CREATIONS
  }
  const app = (n: number) => ({
    ...{ name: 'bookmark', label: `Bench ${n}`, signOnMode: 'BOOKMARK' },
    settings: { app: { url: 'https://wiki.example.com', requestIntegration: false } },
  })
  const times = { ours: [] as number[], theirs: [] as number[] }
  for (let round = -1; round < 5; round++) {
    const ours = await milliseconds('/api/v1/apps', app)
    const theirs = await milliseconds('/api/v1/groups', (n) => ({ profile: { name: `Bench ${n}` } }))
    if (round < 0) continue
    times.ours.push(ours)
    times.theirs.push(theirs)
  }
  await stop(service)
  return ratioFigure(`POST /apps over HTTP ${OVER}`, 'ms', times, {
    ...{ bound: { most: 2 }, of: 'POST /groups' },
    round: rounded,
  })
}

async function aService(file: string, sizes: WorkspaceSizes): Promise<Service> {
  await writeLargeWorkspace(file, { sizes, seed: 'bench', engine: 'identity' })
  const store = await openStore(file, new Date().toISOString())
  return createService({ store, version: 'bench', engine: 'identity', clock: Date.now, url: () => '' })
}

async function close(service: Service): Promise<void> {
  await service.workers.close()
  await service.store.close()
}

/** Applications and what is assigned to people, at the size of a large organization. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    const file = join(folder, 'apps.sqlite')
    const service = await aService(file, SIZES)
    await service.store.write((tx) => tx.write(appUsers.name, EVERY_ROW, MORE, [ASSIGNMENTS]))
    const figures = await lists(service)
    await close(service)
    return [...figures, await readingAnApp(file), await lookups(folder), await creatingApps(file)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
