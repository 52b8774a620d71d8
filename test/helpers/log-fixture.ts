import { join } from 'node:path'
import type { LogEvent } from '#contract/log/log-event.ts'
import { openStore, type Store } from '#db/store.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { settings } from '#db/tables/settings.ts'
import { removeEvents } from '#operations/audit/proof/remove-events.ts'
import { sealLog } from '#operations/audit/proof/seal-log.ts'
import { logSigner } from '#operations/audit/proof/signing-key.ts'
import { verifyLogFile, type VerifyLogOptions } from '#operations/audit/proof/verify-file.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { makeEvents } from '../bench/audit-events.ts'
import { atFileEnd } from './at-file-end.ts'
import { withDatabase } from './files.ts'
import { newStoreFile } from './new-workspace.ts'
import { aFolder, START, TestClock } from './server.ts'

let made = 0

/** @property own events that its work adds itself @property recorded events that it leaves for after its work */
interface UseCase {
  own: number
  recorded: number
  hasSetting: boolean
  fails: string
}

const fixtures: LogFixture[] = []

// INVARIANT: before server.ts removes the folders. Some tests have closed theirs, or broken it.
atFileEnd(() => Promise.allSettled(fixtures.splice(0).map(({ store }) => store.close())))

/** A workspace file with a log alone, and what a service does to it, without the service's own pace. */
export class LogFixture {
  readonly clock = new TestClock()
  readonly file: string
  store!: Store
  service!: Service

  private constructor(file: string) {
    this.file = file
  }

  static async create(): Promise<LogFixture> {
    const fixture = new LogFixture(join(await aFolder(), 'log.sqlite'))
    fixtures.push(fixture)
    await newStoreFile(fixture.file, START)
    await fixture.open()
    return fixture
  }

  async open(): Promise<void> {
    this.store = await openStore(this.file, new Date(START).toISOString())
    const options = { store: this.store, version: 'test', engine: 'identity', url: () => '' } as const
    this.service = createService({ ...options, clock: () => this.clock.now, steadyClock: () => this.clock.steady })
  }

  async reopen(): Promise<void> {
    await this.store.close()
    await this.open()
  }

  /** New events as of now. */
  events(count: number): LogEvent[] {
    const published = this.service.now()
    return [...makeEvents(count, `fixture ${(made += 1)}`)].map((event) => ({ ...event, published }))
  }

  async append(count: number, importId: string | null = null): Promise<LogEvent[]> {
    const events = this.events(count)
    await this.store.write((tx) => insertEvents(tx, events, { importId }))
    return events
  }

  /** Use cases all at once, each with events in its transaction and after it; those that fail leave none. */
  async write(cases: readonly UseCase[], isBatched: boolean): Promise<void> {
    const write = isBatched ? this.service.batchedWrite : this.service.write
    const [taken] = await this.append(1)
    const outcomes = cases.map(async ({ own, recorded, hasSetting, fails }) => {
      const key = `fixture ${(made += 1)}`
      const events = this.events(own)
      // With a target, as the others have: what somebody takes from the index of targets must be there.
      const targets = [{ id: key, type: 'Log', alternateId: key, displayName: key, detailEntry: null }]
      const drafts = Array.from({ length: recorded }, () => ({ type: 'gatehouse.log.adopt' as const, targets }))
      await write(systemContext(), async (tx) => {
        if (fails === 'swallowed') await insertEvents(tx, [taken as LogEvent]).catch(() => {})
        if (hasSetting) await settings.insert(tx, { key, value: '1' })
        await insertEvents(tx, events)
        for (const draft of drafts) tx.record(draft)
        if (fails === 'whole') throw new Error('refused')
      })
    })
    await Promise.allSettled(outcomes)
  }

  async remove(sequences: readonly number[]): Promise<number> {
    const signer = await logSigner(this.service)
    return this.store.write((tx) => removeEvents(tx, signer, this.service.now(), sequences))
  }

  seal(): Promise<boolean> {
    return sealLog(this.service)
  }

  async sequences(): Promise<number[]> {
    const rows = await this.store.read.all<{ sequence: number }>('SELECT sequence FROM log_events ORDER BY sequence')
    return rows.map(({ sequence }) => sequence)
  }

  /** Changes the file behind the service's back. */
  tamper(...steps: readonly (readonly [sql: string, ...params: (string | number | Uint8Array | null)[]])[]) {
    return withDatabase(this.file, async (database) => {
      await database.exec('PRAGMA busy_timeout = 5000')
      for (const [sql, ...params] of steps) await database.run(sql, params)
    })
  }

  verify(options: VerifyLogOptions = {}) {
    return verifyLogFile(this.file, options)
  }
}
