import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { withDatabase } from '../../../../helpers/files.ts'
import {
  aForeignEvent,
  exportText,
  gone,
  importLog,
  ndjson,
  sendImport,
  waitingFiles,
} from '../../../../helpers/log-transfer.ts'
import { START, startServer, type TestServer } from '../../../../helpers/server.ts'
import { verifiedLog } from '../../../../helpers/verified-log.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const since = new Date(START - 90 * 86_400_000).toISOString()
async function find(filter: string, at: TestServer = server): Promise<LogEvent[]> {
  const until = new Date(START + 400 * 86_400_000).toISOString()
  return (await at.client.call('listLogEvents', { query: { since, until, filter, limit: '1000' } as never })).body
}

describe('an import', () => {
  it('of what another instance exported gives the very same events, found by the same queries', async () => {
    const other = await startServer({ isFirstStart: true })
    for (let count = 0; count < 30; count++) await other.make.aGroup(`Foreign ${count}`)
    const text = await exportText(other, { format: 'NDJSON' })
    const lines = text.trim().split('\n')
    const done = await importLog(server, text, 'The other one')
    expect(done).toMatchObject({ state: 'READY', name: 'The other one', added: lines.length, known: 0, problems: [] })
    expect(done.checked).toBe(lines.length)
    for (const line of lines) {
      const event = JSON.parse(line) as LogEvent
      const [found] = await find(`uuid eq "${event.uuid}"`)
      expect(found).toEqual({ ...event, gatehouse: { import: { id: done.id, keyFingerprint: null } } })
    }
    const words = (await server.client.call('listLogEvents', { query: { since, q: 'foreign 17' } as never })).body
    expect(words).toHaveLength(1)
    expect(await exportText(server, { format: 'NDJSON', q: 'foreign 17' })).toContain(
      lines.find((line) => line.includes('Foreign 17'))?.slice(0, -1),
    )
  })

  it('takes a signed bundle too, and the list that the interface sends', async () => {
    const other = await startServer({ isFirstStart: true })
    await other.make.aGroup('Bundled')
    const bundle = await exportText(other, { format: 'BUNDLE' })
    const count = bundle.trim().split('\n').length - 2
    expect(await importLog(server, bundle)).toMatchObject({ state: 'READY', added: count })
    const list = JSON.stringify([aForeignEvent(), aForeignEvent({ displayMessage: 'a "]" and a \\ , {' })], null, 2)
    expect(await importLog(server, `\uFEFF  ${list}\n`)).toMatchObject({ state: 'READY', checked: 2, added: 2 })
  })

  it('passes over what is here already, and what comes twice', async () => {
    const [one, two, three] = [aForeignEvent(), aForeignEvent(), aForeignEvent()]
    expect(await importLog(server, ndjson(one, two, one))).toMatchObject({ checked: 3, added: 2, known: 1 })
    expect(await importLog(server, ndjson(two, three, three))).toMatchObject({ checked: 3, added: 1, known: 2 })
  })

  it('fills what other logs leave out, keeps what we do not know, and brings times to UTC', async () => {
    const loose = await startServer({ strict: false })
    const event = aForeignEvent({
      published: '2026-02-01T12:30:00+02:00',
      severity: 'NOTICE',
      client: { ipAddress: '198.51.100.7', geographicalContext: { geolocation: null, city: 'Ghent' } },
      target: [{ id: '00pX', type: 'PolicyEntity', changeDetails: null }, {}],
      debugContext: null,
      invented: { by: 'somebody' },
    })
    await importLog(loose, ndjson(event))
    const [found] = await find(`uuid eq "${event.uuid}"`, loose)
    expect(found).toMatchObject({
      published: '2026-02-01T10:30:00.000Z',
      severity: 'NOTICE',
      outcome: { result: 'UNKNOWN', reason: null },
      client: { ipAddress: '198.51.100.7', zone: null, geographicalContext: { city: 'Ghent', country: null } },
      target: [{ id: '00pX', displayName: null }, { id: 'unknown' }],
      transaction: { id: 'unknown', detail: {} },
      debugContext: { debugData: {} },
      authenticationContext: null,
    })
    expect(await exportText(loose, { format: 'NDJSON', filter: `uuid eq "${event.uuid}"` })).toContain(
      '"invented":{"by":"somebody"}',
    )
  })

  it('takes events of a time to come: clocks differ', async () => {
    const event = aForeignEvent({ published: new Date(START + 300 * 86_400_000).toISOString() })
    expect((await importLog(server, ndjson(event))).state).toBe('READY')
    expect(await find(`uuid eq "${event.uuid}"`)).toHaveLength(1)
  })

  it('with a single bad line takes nothing, and tells each by its number and field', async () => {
    const good = aForeignEvent()
    const text = [
      JSON.stringify(good),
      'not JSON',
      '',
      JSON.stringify({ ...aForeignEvent(), uuid: undefined }),
      JSON.stringify(aForeignEvent({ published: 'yesterday' })),
      JSON.stringify(aForeignEvent({ actor: { id: 7, type: 'User' } })),
      '[]',
    ].join('\n')
    const done = await importLog(server, text)
    expect(done).toMatchObject({ state: 'FAILED', added: 0, known: 0 })
    expect(done.problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '2 this is not JSON',
      '4 uuid is required',
      '5 published must be a moment such as 2026-01-31T09:15:00.000Z',
      '6 actor.id must be a text',
      '7 this is not an event',
    ])
    expect(await find(`uuid eq "${good.uuid}"`)).toEqual([])
  })

  it('tells no more than twenty problems', async () => {
    expect((await importLog(server, 'x\n'.repeat(500))).problems).toHaveLength(20)
  })

  it('of a bundle that somebody changed takes nothing, and names the line', async () => {
    const other = await startServer({ isFirstStart: true })
    for (let count = 0; count < 5; count++) await other.make.aGroup(`Group ${count}`)
    const bundle = await exportText(other, { format: 'BUNDLE' })
    const done = await importLog(server, bundle.replace('Group 3', 'Group 4'))
    expect(done).toMatchObject({ state: 'FAILED', added: 0 })
    const line = bundle.split('\n').findIndex((text) => text.includes('Group 3')) + 1
    expect(done.problems).toEqual([{ line, message: expect.stringMatching(/broken: the event was changed.*\(event /) }])
    const cut = await importLog(server, bundle.split('\n').slice(0, -2).join('\n'))
    expect(cut.problems[0]?.message).toContain('cut off')
  })

  it('wakes no hook, and is remembered in the log itself', async () => {
    const done = await importLog(server, ndjson(aForeignEvent({ eventType: 'user.session.end' })))
    const about = await find(`target.id eq "${done.id}"`)
    expect(about.map(({ eventType, outcome }) => [eventType, outcome.result])).toEqual([
      ['system.import.start', 'SUCCESS'],
      ['system.import.complete', 'SUCCESS'],
    ])
    const failed = await importLog(server, 'x')
    expect((await find(`target.id eq "${failed.id}"`)).at(-1)?.outcome).toEqual({
      result: 'FAILURE',
      reason: 'line 1: this is not JSON',
    })
    await withDatabase(server.dataFile, async (database) => {
      expect(await database.all('SELECT * FROM hook_outbox')).toEqual([])
    })
  })

  it('leaves no file behind', async () => {
    await importLog(server, ndjson(aForeignEvent()))
    await importLog(server, 'x')
    expect((await waitingFiles(server.dataFile)).filter((name) => name.endsWith('.upload'))).toEqual([])
  })
})

it('an import tells in which stretch of time its events lie', async () => {
  const own = await startServer({ isFirstStart: true })
  const times = ['2026-02-03T04:05:06.789Z', '2026-01-01T00:00:00.000Z', '2026-03-01T12:00:00.000Z']
  const { id } = await importLog(own, ndjson(...times.map((published) => aForeignEvent({ published }))))
  const { body } = await own.client.call('getLogImport', { params: { importId: id } })
  expect(body).toMatchObject({ added: 3, oldest: times[1], newest: times[2] })
  const empty = await importLog(own, 'x')
  expect((await own.client.call('getLogImport', { params: { importId: empty.id } })).body).toMatchObject({
    oldest: null,
    newest: null,
  })
})

describe('removing an import', () => {
  it('takes out its events and nothing else; the log stays sound', async () => {
    const own = await startServer({ isFirstStart: true })
    const kept = aForeignEvent()
    await importLog(own, ndjson(kept))
    const events = Array.from({ length: 450 }, (_, index) => aForeignEvent({ displayMessage: `Number ${index}` }))
    const { id } = await importLog(own, ndjson(...events, kept))
    await own.make.aGroup('After')
    expect(await find('displayMessage sw "Number"', own)).toHaveLength(450)
    await own.client.call('deleteLogImport', { params: { importId: id } })
    await gone(own, id)
    expect(await find('displayMessage sw "Number"', own)).toEqual([])
    expect(await find(`uuid eq "${kept.uuid}"`, own)).toHaveLength(1)
    expect(await verifiedLog(own)).toMatchObject({ state: 'SOUND', removed: 450, violation: null })
  })

  it('works on one that is under way, and on one that failed', async () => {
    const own = await startServer({ isFirstStart: true })
    const events = ndjson(...Array.from({ length: 3_000 }, () => aForeignEvent()))
    const { id } = (await (await sendImport(own, events)).json()) as { id: string }
    await own.client.call('deleteLogImport', { params: { importId: id } })
    await gone(own, id)
    expect(await find('actor.id eq "00uForeign"', own)).toEqual([])
    const failed = await importLog(own, 'x')
    await own.client.call('deleteLogImport', { params: { importId: failed.id } })
    await gone(own, failed.id)
    expect(await verifiedLog(own)).toMatchObject({ state: 'SOUND' })
  })
})

it('an import that the end of the service interrupted says so, keeps what it had, and can be removed', async () => {
  const first = await startServer()
  const events = ndjson(...Array.from({ length: 20_000 }, () => aForeignEvent()))
  const { id } = (await (await sendImport(first, events)).json()) as { id: string }
  let added = 0
  while (added === 0) {
    await sleep(10)
    ;({ added } = (await first.client.call('getLogImport', { params: { importId: id } })).body)
  }
  await first.stop()
  // As after a crash: something lies about.
  await import('node:fs/promises').then(({ mkdir }) => mkdir(`${first.dataFile}.transfer`))
  await writeFile(`${first.dataFile}.transfer/old.upload`, 'left over')
  const second = await startServer({ dataFile: first.dataFile })
  expect(await waitingFiles(second.dataFile)).toEqual([])
  const view = (await second.client.call('getLogImport', { params: { importId: id } })).body
  expect(view.state).toBe('FAILED')
  expect(view.added).toBeGreaterThan(0)
  expect(view.added).toBeLessThan(20_000)
  expect(view.problems[0]?.message).toContain('ended before')
  const count = () =>
    withDatabase(second.dataFile, (database) =>
      database.first('SELECT count(*) AS count FROM log_events WHERE import_id = ?', [id]),
    )
  expect(await count()).toEqual({ count: view.added })
  await second.client.call('deleteLogImport', { params: { importId: id } })
  await gone(second, id)
  expect(await count()).toEqual({ count: 0 })
  expect(await readFile(second.dataFile)).toBeTruthy()
}, 60_000)

it('an import that was under way does not keep the service from starting on a full disk', async () => {
  const first = await startServer()
  await first.stop()
  await withDatabase(first.dataFile, (file) =>
    file.exec(`INSERT INTO log_imports (id, name, state, created) VALUES ('limOne', 'One', 'RUNNING', '2026-03-02T09:00:00.000Z');
      CREATE TRIGGER full BEFORE UPDATE ON log_imports BEGIN SELECT RAISE(FAIL, 'full'); END`),
  )
  const second = await startServer({ dataFile: first.dataFile })
  expect((await second.client.call('listLogImports')).body.map(({ state }) => state)).toEqual(['FAILED'])
})

it('what the log itself holds can always be imported, however long and deep', async () => {
  const deep = (depth: number): unknown => (depth === 0 ? 'end' : [deep(depth - 1)])
  const changeDetails = { from: { a: 'x'.repeat(1_000_000), deep: deep(62) }, to: { a: 'y'.repeat(1_000_000) } }
  const event = aForeignEvent({ target: [{ id: 'long', type: 'User', changeDetails }] })
  expect((await importLog(server, ndjson(event))).state).toBe('READY')
  const other = await startServer({ isFirstStart: true })
  const text = await exportText(server, {
    format: 'BUNDLE',
    filter: 'target.id eq "long"',
    since: '2026-01-01T00:00:00.000Z',
  })
  expect(await importLog(other, text)).toMatchObject({ state: 'READY', added: 1 })
})

it('a bundle that is broken tells so in few words, whatever it says itself', async () => {
  const head = JSON.stringify({ format: 'gatehouse-audit-bundle', version: 'x'.repeat(100_000) })
  const [problem] = (await importLog(server, `${head.slice(0, -1)},"hash":"${'0'.repeat(64)}"}\n`)).problems
  expect(problem?.message.length).toBeLessThan(600)
})

const keyThatSigned = (bundle: string) =>
  (JSON.parse(bundle.slice(0, bundle.indexOf('\n'))) as { fingerprint: string }).fingerprint

describe('an imported event', () => {
  it('says wherever it goes that it did not happen here, and whose signature it came with', async () => {
    const [source, here] = [await startServer({ isFirstStart: true }), await startServer()]
    const { id: group } = await source.make.aGroup('Brought along')
    const bundle = await exportText(source, { format: 'BUNDLE', filter: `target.id eq "${group}"` })
    const { id, keyFingerprint } = await importLog(here, bundle)
    expect(keyFingerprint).toBe(keyThatSigned(bundle))
    const gatehouse = { import: { id, keyFingerprint } }
    const filter = `target.id eq "${group}"`

    const [polled] = (await here.client.call('listLogEvents', { query: { since, filter } as never })).body
    const [bounded] = await find(filter, here)
    const rows = await here.client.call('listLogRows', {
      query: { since, until: new Date(START + 86_400_000).toISOString(), filter } as never,
    })
    const { uuid } = bounded as LogEvent
    const one = await here.client.call('getLogEvent', { params: { uuid } })
    for (const event of [polled, bounded, rows.body[0]?.event, one.body.event])
      expect(event).toMatchObject({ gatehouse })
    for (const format of ['NDJSON', 'BUNDLE', 'CSV'] as const) {
      const text = await exportText(here, { format, filter })
      for (const word of [id, keyFingerprint]) expect(text, format).toContain(word)
    }
  })

  it('is told from our own, which have no such mark', async () => {
    const here = await startServer()
    await here.make.aGroup('Our own')
    for (const event of await find('eventType sw "group"', here)) expect(event).not.toHaveProperty('gatehouse')
  })

  it('cannot speak for us: what it says under our key is kept as what the source said', async () => {
    const here = await startServer({ strict: false })
    const claim = { import: { id: 'nobody', keyFingerprint: 'f'.repeat(64) } }
    const event = aForeignEvent({ gatehouse: claim })
    const { id } = await importLog(here, ndjson(event))
    const [found] = await find(`uuid eq "${event.uuid}"`, here)
    expect(found).toMatchObject({ gatehouse: { import: { id, keyFingerprint: null } }, gatehouseOfSource: claim })
  })
})

describe('an import with an expected key', () => {
  it('takes the bundle that this key signed, and nothing else', async () => {
    const source = await startServer({ isFirstStart: true })
    await source.make.aGroup('Signed')
    const bundle = await exportText(source, { format: 'BUNDLE' })
    const fingerprint = keyThatSigned(bundle)
    const here = await startServer()
    for (const [file, key, problem] of [
      [bundle, '0'.repeat(64), /not the expected one/],
      [ndjson(aForeignEvent()), fingerprint, /no signed bundle/],
    ] as const) {
      const refused = await importLog(here, file, 'Another', key)
      expect(refused).toMatchObject({ state: 'FAILED', added: 0, keyFingerprint: null })
      expect(refused.problems[0]?.message).toMatch(problem)
    }
    expect(await importLog(here, bundle, 'This', fingerprint)).toMatchObject({
      state: 'READY',
      keyFingerprint: fingerprint,
    })
    expect((await sendImport(here, bundle, 'No key', 'abc')).status).toBe(400)
  })
})
