import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verify } from '#cli/verify.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { jumpBetween } from '#operations/audit/proof/clock-jump.ts'
import { inspectLog } from '#operations/audit/proof/log-trust.ts'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { setRetention } from '#operations/audit/proof/retention-setting.ts'
import { describeVerdict, verifyBundleFile } from '#verifier/verify-file.ts'
import { eventually } from '../../../../helpers/endpoint.ts'
import { withDatabase } from '../../../../helpers/files.ts'
import { LogFixture } from '../../../../helpers/log-fixture.ts'
import { aFolder, startServer } from '../../../../helpers/server.ts'
import { printed } from '../../../../helpers/printed.ts'
import { verifiedLog } from '../../../../helpers/verified-log.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Two hours back, far ahead, back again. WHY no further: a token that is not used for 30 days is valid no more. */
const JUMPS = [-2 * HOUR_MS, 20 * DAY_MS, 2 * HOUR_MS - 20 * DAY_MS]

/** A service whose clock jumped while it ran, with a group made before and after each jump; and the times of the jumps. */
async function jumped() {
  const server = await startServer()
  const { clock, make } = server
  await make.aGroup()
  const jumps: { from: string; to: string }[] = []
  for (const ms of JUMPS) {
    const from = new Date(clock.now).toISOString()
    clock.jump(ms)
    jumps.push({ from, to: new Date(clock.now).toISOString() })
    await make.aGroup()
  }
  return { server, jumps: jumps.map((jump) => ({ ...jump, sequence: expect.any(Number) as number })) }
}

describe('a clock that jumped while the service ran is said as what it is, and the log is sound', () => {
  it('while it runs, before the next seal and after it', async () => {
    const { server, jumps } = await jumped()
    expect(await verifyLogFile(server.dataFile, {})).toMatchObject({ violation: null, clockJumps: jumps })
    expect(await verifiedLog(server)).toMatchObject({ state: 'SOUND', violation: null, clockJumps: jumps })
  })

  it('on the command line, for a workspace that is closed', async () => {
    const { server, jumps } = await jumped()
    await server.stop()
    const text = await printed(() => verify.run([server.dataFile]))
    expect(text).toContain('SOUND')
    expect(text).toContain(`The clock went back by 2 hours at event`)
    expect(text).toContain(`The clock went ahead by 20 days at event`)
    for (const { from, to } of jumps) expect(text).toContain(`from ${from} to ${to}`)
  })

  it('in the file as a kill leaves it, with and without its record', async () => {
    const { server } = await jumped()
    const copy = join(await aFolder(), 'org.sqlite')
    for (const end of ['', '-wal', '.sealed']) await copyFile(server.dataFile + end, copy + end)
    expect((await verifyLogFile(copy, {})).violation).toBeNull()
    await rm(`${copy}.sealed`)
    expect((await verifyLogFile(copy, {})).violation).toBeNull()
  })

  it('by the verifier of a signed export', async () => {
    const { server, jumps } = await jumped()
    const { client, url } = server
    const { body } = await client.call('createLogExport', { body: { format: 'BUNDLE' } })
    const download = await eventually(async () => {
      const { body: made } = await client.call('getLogExport', { params: { exportId: body.id } })
      expect(made.download).not.toBeNull()
      return made.download as string
    })
    const file = join(await aFolder(), 'audit.bundle.ndjson')
    await writeFile(file, await (await fetch(new URL(download, url))).text())
    const verdict = await verifyBundleFile(file, null)
    // In the order of time.
    const inTime = [...jumps].sort((a, b) => (a.to < b.to ? -1 : 1))
    expect(verdict).toMatchObject({ isValid: true, clockJumps: inTime })
    expect(describeVerdict(file, verdict, false)).toContain('The clock went ahead by 20 days')
  })
})

it('each jump is one event, before those that have the new time', async () => {
  const { server } = await jumped()
  const rows = await withDatabase(server.dataFile, (file) =>
    file.all<{ event_type: string }>('SELECT event_type FROM log_events ORDER BY sequence'),
  )
  const types = rows.map(({ event_type }) => event_type)
  expect(types.filter((type) => /group.lifecycle.create|clock.jump/.test(type))).toEqual([
    'group.lifecycle.create',
    ...JUMPS.flatMap(() => ['gatehouse.clock.jump', 'group.lifecycle.create']),
  ])
})

it('only more than a minute is a jump, ahead or back; what passes by a steady clock is none', () => {
  const seen = { steady: 5_000, now: 1_000_000 }
  const at = (steady: number, now: number) => jumpBetween(seen, { steady, now }) !== null
  expect([at(5_000, 1_059_999), at(5_000, 940_001), at(5_000 + DAY_MS, 1_000_000 + DAY_MS)]).toEqual([
    false,
    false,
    false,
  ])
  expect([at(5_000, 1_060_000), at(5_000, 940_000), at(5_000 + DAY_MS, 1_000_000)]).toEqual([true, true, true])
})

it('a jump does not excuse seals that were taken away', async () => {
  const log = await LogFixture.create()
  await log.append(10)
  await log.seal()
  for (let day = 0; day < 2; day += 1) {
    log.clock.jump(200 * DAY_MS)
    await log.service.write(systemContext(), (tx) => setRetention(tx, 30 + day))
    log.clock.jump(-200 * DAY_MS)
    log.clock.advance(DAY_MS)
    await log.service.write(systemContext(), (tx) => setRetention(tx, 60 + day))
    await log.seal()
  }
  expect((await log.verify()).violation).toBeNull()
  await log.tamper(['DELETE FROM log_seals WHERE sequence > 10'])
  await rm(`${log.file}.sealed`)
  expect((await log.verify()).violation).toMatchObject({ kind: 'SEAL' })
  await log.reopen()
  expect(await inspectLog(log.service)).toMatchObject({ kind: 'UNSEALED' })
})
