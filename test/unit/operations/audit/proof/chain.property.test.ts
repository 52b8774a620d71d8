import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChainViolationKind } from '#contract/log/log-proof.ts'
import { CHAIN_START, nextLink } from '#audit-log/chain.ts'
import { withDatabase } from '../../../../helpers/files.ts'
import { LogFixture } from '../../../../helpers/log-fixture.ts'
import { runs } from '../../../../helpers/runs.ts'

const RUNS = { numRuns: runs(0.06) }

/** What a service does to a log over time; places are shares of what is there. */
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('append' as const), count: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('import' as const), count: fc.integer({ min: 1, max: 9 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('remove' as const),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      count: fc.integer({ min: 1, max: 8 }),
      every: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('write' as const),
      isBatched: fc.boolean(),
      cases: fc.array(
        fc.record({
          own: fc.integer({ min: 0, max: 3 }),
          recorded: fc.integer({ min: 0, max: 3 }),
          hasSetting: fc.boolean(),
          fails: fc.constantFrom('never', 'never', 'swallowed', 'whole'),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('seal' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('reopen' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('night' as const) }) },
)
type Step = typeof act extends fc.Arbitrary<infer T> ? T : never

async function play(steps: readonly Step[]): Promise<{ log: LogFixture; removed: number }> {
  const log = await LogFixture.create()
  let removed = 0
  for (const step of steps) {
    log.clock.advance(1_000)
    if (step.act === 'append') await log.append(step.count)
    else if (step.act === 'import') await log.append(step.count, `import ${log.clock.now}`)
    else if (step.act === 'write') await log.write(step.cases, step.isBatched)
    else if (step.act === 'seal') await log.seal()
    else if (step.act === 'reopen') await log.reopen()
    else if (step.act === 'night') {
      // A service that ends seals what it wrote.
      await log.seal()
      log.clock.advance(86_400_000)
    } else {
      const there = await log.sequences()
      const begin = Math.floor(step.from * there.length)
      const chosen = there.slice(begin, begin + step.count * step.every).filter((_, index) => index % step.every === 0)
      removed += await log.remove(chosen)
    }
  }
  return { log, removed }
}

it('whatever the service does, in whatever order, its log verifies', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 20 }), async (steps) => {
      const { log, removed } = await play(steps)
      const there = await log.sequences()
      expect(await log.verify()).toMatchObject({ violation: null, checked: there.length, total: there.length, removed })
      await log.store.close()
      expect(await log.verify()).toMatchObject({ violation: null, checked: there.length })
    }),
    RUNS,
  )
})

interface Place {
  log: LogFixture
  /** Of the event that is touched. */
  sequence: number
  /** Sequences that are there, in order. */
  there: readonly number[]
}

interface Expected {
  kinds: ChainViolationKind[]
  sequence: number
}

const at = (sequence: number, ...kinds: ChainViolationKind[]): Expected => ({ sequence, kinds })
const newestOf = ({ there }: Place) => there.at(-1) as number
const COPY = `INSERT INTO log_events (sequence, uuid, published, event_type, actor_id, payload, chain)
  SELECT ?, 'put in', published, event_type, actor_id, json_set(payload, '$.uuid', 'put in'), ? FROM log_events WHERE sequence = ?`

/** Everything that a hand with a database tool can do; each gives what has to be found. Null: nothing here to do it to. */
const TAMPERS: Readonly<Record<string, (place: Place) => Promise<Expected | null>>> = {
  'a changed text': async ({ log, sequence }) => {
    await log.tamper([
      `UPDATE log_events SET payload = json_set(payload, '$.displayMessage', 'else') WHERE sequence = ?`,
      sequence,
    ])
    return at(sequence, 'CHANGED')
  },
  'one space more': async ({ log, sequence }) => {
    await log.tamper([`UPDATE log_events SET payload = payload || ' ' WHERE sequence = ?`, sequence])
    return at(sequence, 'CHANGED')
  },
  'a removed event': async (place) => {
    const { log, sequence } = place
    await log.tamper(['DELETE FROM log_events WHERE sequence = ?', sequence])
    return sequence === newestOf(place) ? at(sequence, 'MISSING', 'SEAL') : at(sequence, 'MISSING')
  },
  'two events in each other’s place': async ({ log, sequence, there }) => {
    const other = there.find((candidate) => candidate > sequence)
    if (!other) return null
    const move = 'UPDATE log_events SET sequence = ? WHERE sequence = ?'
    await log.tamper([move, -1, sequence], [move, sequence, other], [move, other, -1])
    return at(sequence, 'CHANGED', 'INSERTED')
  },
  'two events with each other’s text': async ({ log, sequence, there }) => {
    const other = there.find((candidate) => candidate > sequence)
    if (!other) return null
    await log.tamper(
      [`UPDATE log_events SET uuid = 'none' WHERE sequence = ?`, other],
      [
        `UPDATE log_events SET (uuid, published, event_type, actor_id, payload) =
          (SELECT payload ->> '$.uuid', published, event_type, actor_id, payload FROM log_events WHERE sequence = ?)
         WHERE sequence = ?`,
        other,
        sequence,
      ],
    )
    return at(sequence, 'CHANGED')
  },
  'an event put in at the end': async (place) => {
    const newest = newestOf(place)
    await place.log.tamper([COPY, newest + 1, randomBytes(32), newest])
    return at(newest + 1, 'CHANGED')
  },
  'an event put in at the end, without a link': async (place) => {
    const newest = newestOf(place)
    await place.log.tamper([COPY, newest + 1, null, newest])
    return at(newest + 1, 'INSERTED')
  },
  'an event put in where one was removed': async ({ log, there }) => {
    const newest = there.at(-1) as number
    const hole = Array.from({ length: newest }, (_, index) => index + 1).find((candidate) => !there.includes(candidate))
    if (!hole) return null
    await log.tamper([COPY, hole, randomBytes(32), newest])
    return at(hole, 'INSERTED')
  },
  'an event put in between, all others moved': async ({ log, sequence }) => {
    await log.tamper(
      ['DELETE FROM log_targets WHERE sequence >= ?', sequence],
      ['DELETE FROM log_words WHERE rowid >= ?', sequence],
      ['UPDATE log_events SET sequence = -sequence - 1 WHERE sequence >= ?', sequence],
      ['UPDATE log_events SET sequence = -sequence WHERE sequence < 0'],
      ['UPDATE log_removed SET first = -first - 1, last = last + 1 WHERE first > ?', sequence],
      ['UPDATE log_removed SET first = -first WHERE first < 0'],
      ['UPDATE log_seals SET sequence = -sequence - 1 WHERE sequence >= ?', sequence],
      ['UPDATE log_seals SET sequence = -sequence WHERE sequence < 0'],
      [COPY, sequence, randomBytes(32), sequence + 1],
    )
    return at(sequence, 'INSERTED', 'CHANGED')
  },
  'another link': async ({ log, sequence }) => {
    await log.tamper(['UPDATE log_events SET chain = ? WHERE sequence = ?', randomBytes(32), sequence])
    return at(sequence, 'CHANGED', 'INSERTED')
  },
  'a link of another kind': async ({ log, sequence }) => {
    await log.tamper([`UPDATE log_events SET chain = 'text' WHERE sequence = ?`, sequence])
    return at(sequence, 'CHANGED', 'INSERTED')
  },
  'another import': async ({ log, sequence }) => {
    await log.tamper([`UPDATE log_events SET import_id = 'somebody else’s' WHERE sequence = ?`, sequence])
    return at(sequence, 'CHANGED')
  },
  'another time in its column': async ({ log, sequence }) => {
    await log.tamper([`UPDATE log_events SET published = '2020-01-01T00:00:00.000Z' WHERE sequence = ?`, sequence])
    return at(sequence, 'INDEX')
  },
  'another actor in its column': async ({ log, sequence }) => {
    await log.tamper([`UPDATE log_events SET actor_id = 'nobody' WHERE sequence = ?`, sequence])
    return at(sequence, 'INDEX')
  },
  'a target that is not found': async ({ log, sequence }) => {
    await log.tamper(['DELETE FROM log_targets WHERE sequence = ?', sequence])
    return at(sequence, 'INDEX')
  },
  'a target that it has not': async ({ log, sequence }) => {
    await log.tamper([`INSERT INTO log_targets (target_id, sequence) VALUES ('another', ?)`, sequence])
    return at(sequence, 'INDEX')
  },
  'words that are not found': async ({ log, sequence }) => {
    await log.tamper(['DELETE FROM log_words WHERE rowid = ?', sequence])
    return at(sequence, 'WORDS')
  },
  'a forged record over removed events': async ({ log, sequence, there }) => {
    if (sequence === there.at(-1)) return null
    await log.tamper(
      [
        `INSERT INTO log_removed (first, last, chain, removed, fingerprint, signature)
         SELECT sequence, sequence, chain, published, (SELECT fingerprint FROM log_seals LIMIT 1), ? FROM log_events WHERE sequence = ?`,
        randomBytes(64),
        sequence,
      ],
      ['DELETE FROM log_events WHERE sequence = ?', sequence],
    )
    return at(sequence, 'GAP')
  },
  'a forged record over events that are there': async ({ log, sequence }) => {
    await log.tamper([
      `INSERT INTO log_removed (first, last, chain, removed, fingerprint, signature)
       SELECT sequence, sequence, chain, published, (SELECT fingerprint FROM log_seals LIMIT 1), ? FROM log_events WHERE sequence = ?`,
      randomBytes(64),
      sequence,
    ])
    return at(sequence, 'GAP')
  },
  'a record that is stretched': async ({ log }) => {
    const record = await log.store.read.first<{ first: number; last: number }>(
      'SELECT first, last FROM log_removed LIMIT 1',
    )
    if (!record) return null
    const next = record.last + 1
    await log.tamper(
      ['UPDATE log_removed SET last = ? WHERE first = ?', next, record.first],
      [
        'UPDATE log_removed SET chain = (SELECT chain FROM log_events WHERE sequence = ?) WHERE first = ?',
        next,
        record.first,
      ],
      ['DELETE FROM log_events WHERE sequence = ?', next],
    )
    return at(record.first, 'GAP')
  },
  'a record that is gone': async ({ log }) => {
    const record = await log.store.read.first<{ first: number }>('SELECT first FROM log_removed LIMIT 1')
    if (!record) return null
    await log.tamper(['DELETE FROM log_removed WHERE first = ?', record.first])
    return at(record.first, 'MISSING')
  },
  'the end cut off': async (place) => {
    const { log, sequence } = place
    await log.tamper(['DELETE FROM log_events WHERE sequence >= ?', sequence])
    return at(sequence, 'SEAL', 'MISSING')
  },
  'everything removed': async ({ log, there }) => {
    const [first = 1] = there
    await log.tamper(['DELETE FROM log_events'])
    return at(first, 'SEAL', 'MISSING')
  },
  'a changed seal': async (place) => {
    await place.log.tamper(['UPDATE log_seals SET chain = ? WHERE sequence = ?', randomBytes(32), newestOf(place)])
    return at(newestOf(place), 'SEAL')
  },
  'a later date on a seal': async (place) => {
    await place.log.tamper([
      `UPDATE log_seals SET sealed = '2030-01-01T00:00:00.000Z' WHERE sequence = ?`,
      newestOf(place),
    ])
    return at(newestOf(place), 'SEAL')
  },
  'all seals gone': async (place) => {
    const { log } = place
    log.clock.advance(3_600_000)
    await log.append(1)
    await log.tamper(['DELETE FROM log_seals'])
    return at(newestOf(place) + 1, 'SEAL')
  },
  'all written anew from one event on, with a right chain': async (place) => {
    const { log, sequence } = place
    await log.tamper([
      `UPDATE log_events SET payload = json_set(payload, '$.displayMessage', 'else') WHERE sequence = ?`,
      sequence,
    ])
    await chainAnew(log.file)
    const sql = `SELECT min(first) AS first FROM log_removed WHERE first > ?`
    const gap = await log.store.read.first<{ first: number | null }>(sql, [sequence])
    const seal = await log.store.read.first<{ s: number }>(
      'SELECT min(sequence) AS s FROM log_seals WHERE sequence >= ?',
      [sequence],
    )
    // A seal on an event that was taken out is looked at behind the record of that.
    const isGapFirst = typeof gap?.first === 'number' && gap.first <= (seal?.s as number)
    return isGapFirst ? at(gap.first as number, 'GAP') : at(seal?.s as number, 'SEAL')
  },
}

/** What somebody does who knows how the chain is made, and has no key. */
async function chainAnew(file: string): Promise<void> {
  await withDatabase(file, async (database) => {
    const rows = await database.all<{ sequence: number; payload: string; import_id: string | null }>(
      'SELECT * FROM log_events ORDER BY sequence',
    )
    const gaps = await database.all<{ last: number; chain: Uint8Array }>('SELECT * FROM log_removed')
    let link: Uint8Array = CHAIN_START
    for (const { sequence, payload, import_id } of rows) {
      link = gaps.find(({ last }) => last === sequence - 1)?.chain ?? link
      link = nextLink(link, payload, import_id)
      await database.run('UPDATE log_events SET chain = ? WHERE sequence = ?', [link, sequence])
    }
  })
}

/** One play to which each of the tampers can be done: with a removal within, and events on both sides of it. */
const WITH_A_REMOVAL: Step[] = [
  { act: 'append', count: 4 },
  { act: 'seal' },
  { act: 'remove', from: 0.3, count: 2, every: 1 },
  { act: 'append', count: 4 },
]

describe('a log that somebody touched', () => {
  it.each(Object.keys(TAMPERS))('names the first event that is broken: %s', async (name) => {
    let tampered = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 4, maxLength: 12 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (steps, share) => {
          const { log } = await play([
            { act: 'append', count: 3 },
            ...steps,
            { act: 'append', count: 2 },
            { act: 'seal' },
          ])
          expect(await log.verify()).toMatchObject({ violation: null })
          const there = await log.sequences()
          const sequence = there[Math.floor(share * there.length)] as number
          const expected = await TAMPERS[name]?.({ log, sequence, there })
          if (expected) {
            tampered += 1
            const { violation } = await log.verify()
            expect(violation, 'the log passes for sound').not.toBeNull()
            expect(expected.kinds).toContain(violation?.kind)
            expect(violation?.sequence).toBe(expected.sequence)
          }
          await log.store.close()
        },
      ),
      { numRuns: runs(0.01), examples: [[WITH_A_REMOVAL, 0.1]] },
    )
    expect(tampered).toBeGreaterThan(0)
  })
})
