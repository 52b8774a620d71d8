import { expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import type { JournalEntry } from '#operations/connections/write-requests.ts'
import { RequestJournal } from '#sync/remote/journal.ts'

const entry = (over: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{ connectionId: 'rcn1', time: '2026-03-02T09:00:00.000Z', operation: 'listUsers', method: 'GET' },
  ...{ path: '/api/v1/users', status: 200, attempt: 1, waitedMs: 0, durationMs: 1, bytes: 2, problem: null },
  ...over,
})

it('writes requests together, without what is secret in them', async () => {
  const written: (readonly JournalEntry[])[] = []
  const journal = new RequestJournal(
    (entries) => Promise.resolve(void written.push(entries)),
    () => {},
  )
  const secret = 'a-secret-of-a-connection'
  journal.add(entry({ path: `/api/v1/users?q=${secret}`, problem: `answered 400 (${secret})` }), [secret])
  journal.add(entry({ path: `/api/v1/users?filter=profile.email eq "ada@example.test"` }), [])
  await journal.flush()
  expect(written).toHaveLength(1)
  expect(JSON.stringify(written)).not.toContain(secret)
  expect(JSON.stringify(written)).not.toContain('ada@example.test')
})

it('keeps what could not be written for the next time, but not without bound', async () => {
  let isBroken = true
  const written: JournalEntry[] = []
  const troubles: unknown[] = []
  const journal = new RequestJournal(
    (entries) => (isBroken ? Promise.reject(new Error('full')) : Promise.resolve(void written.push(...entries))),
    (error) => troubles.push(error),
  )
  for (let count = 0; count < LIMITS.remoteJournalWaiting + 10; count++) {
    journal.add(entry({ attempt: count }), [])
    if (count % 100 === 0) await journal.flush()
  }
  expect(troubles.length).toBeGreaterThan(1)
  isBroken = false
  await journal.flush()
  expect(written.length).toBe(LIMITS.remoteJournalWaiting)
  expect(written.at(-1)?.attempt).toBe(LIMITS.remoteJournalWaiting + 9)
})
