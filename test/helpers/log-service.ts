import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DetachedWindowAPI } from 'happy-dom'
import { vi } from 'vitest'
import type { LogHistogram } from '#contract/log/log-browse.ts'
import { keepToken } from '#ui/api/session.ts'
import { makeClient } from './client.ts'

/** What the service's process says once it serves. */
export interface LogServiceStarted {
  url: string
  token: string
  /** Of the events, oldest first. */
  uuids: string[]
}

const PROGRAM = join(import.meta.dirname, 'log-service-process.ts')
const START = Date.parse('2026-11-01T00:00:00.000Z')
const SECOND = 1_000
/** In such steps halted timers go on, each after all that was asked for has arrived. */
const STEP_MS = 50

async function startProcess(amount: number) {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-log-'))
  const child = fork(PROGRAM, [join(folder, 'log.sqlite'), String(START), String(amount)], { execArgv: [] })
  const ended = once(child, 'exit')
  const lost = ended.then(([code]) => Promise.reject(new Error(`the service ended with ${String(code)}`)))
  lost.catch(() => undefined)
  const answer = async () => ((await Promise.race([once(child, 'message'), lost])) as unknown[])[0]
  return {
    ...((await answer()) as LogServiceStarted),
    async makeGroups(names: readonly string[]) {
      child.send(names)
      await answer()
    },
    async stop() {
      child.disconnect()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Events of the log that follow each other. */
export interface Stretch {
  readonly since: string
  readonly until: string
  readonly counts: LogHistogram
  /** When an event of it was published; a negative place counts from the end. */
  published(place: number): string
  /** For events that were there from the start. */
  uuid(place: number): string | undefined
}

/**
 * The real service on a log with an event each second, and the page that shows it.
 * WHY a process of its own: in ours the page's globals and its halted timers would be the service's too.
 */
export async function startLogService(amount: number) {
  const { url, token, uuids, makeGroups, stop } = await startProcess(amount)
  const { call } = makeClient({ url, token })
  const asked: URL[] = []
  const underWay = new Set<Promise<unknown>>()
  let length = amount

  /** A request is under way until its whole answer was read. */
  function recorded(send: typeof fetch): typeof fetch {
    return async (input, init) => {
      asked.push(new URL(input as string, url))
      const { promise, resolve } = Promise.withResolvers<void>()
      underWay.add(promise)
      const end = () => {
        underWay.delete(promise)
        resolve()
      }
      try {
        const response = await send(input, init)
        const text = response.text.bind(response)
        response.text = () => text().finally(end)
        return response
      } catch (thrown) {
        end()
        throw thrown
      }
    }
  }

  async function stretch(from: number, to: number): Promise<Stretch> {
    const at = (place: number) => new Date(START + place * SECOND).toISOString()
    const [since, until] = [at(from), at(to)]
    const { body: counts } = await call('getLogHistogram', { query: { since, until, stepMs: 60 * SECOND } })
    const placed = (place: number) => (place < 0 ? to : from) + place
    return { since, until, counts, published: (place) => at(placed(place)), uuid: (place) => uuids[placed(place)] }
  }

  return {
    asked,
    url,
    token,
    /** So many events from the beginning of the log. */
    oldest: (count: number) => stretch(0, count),
    /** So many events up to now. */
    latest: (count: number) => stretch(length - count, length),

    /** New events: groups of these names are created. */
    async write(names: readonly string[]) {
      await makeGroups(names)
      length += names.length
    },

    /** From now on the page is one that the service sent, and its timers go on by `settle` alone. */
    bePage() {
      const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
      happyDOM.setURL(url)
      keepToken(token)
      asked.length = 0
      vi.stubGlobal('fetch', recorded(fetch))
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    },

    /** So much time passes for the page, and all that it asks for meanwhile arrives. */
    async settle(ms = 400) {
      for (let passed = 0; passed < ms; passed += STEP_MS) {
        await vi.advanceTimersByTimeAsync(STEP_MS)
        while (underWay.size) {
          await Promise.all(underWay)
          // What arrived is shown now, and may be why more is asked for.
          await vi.advanceTimersByTimeAsync(0)
        }
      }
    },

    stop,
  }
}
