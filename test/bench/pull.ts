import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemContext } from '#audit-log/request-context.ts'
import { openStore } from '#db/store.ts'
import { appendEvents } from './append.ts'
import { person } from './audit-events.ts'
import { enlarge } from './large-workspace.ts'
import { median, ratioFigure, timed, withinFigure, yardstickMs, type Figure } from './measure.ts'
import { memoryOf, stop } from './program.ts'
import { connect, open, pull, type Opened } from './pulling.ts'

const PEOPLE = 2_000
const GROUPS_OF_EACH = 2
const CHANGES = 100
const BATCH = 1_000
const ROUNDS = 3
/** The longest that a pull may keep the service from anything else. */
const BLOCK_MS = 50

/** A remote with the sample and many people. */
async function openRemote(dataFile: string): Promise<Opened> {
  await stop((await open(dataFile, ['--sample'])).service)
  await enlarge(dataFile, { people: PEOPLE, groupsOfEach: GROUPS_OF_EACH, events: 0 })
  return open(dataFile)
}

/** Events that this process appends in a second, many in each transaction. */
async function appendsPerSecond(file: string): Promise<number> {
  const store = await openStore(file, new Date().toISOString())
  try {
    const now = new Date().toISOString()
    const drafts = Array.from({ length: BATCH }, () => ({
      type: 'user.lifecycle.create' as const,
      targets: [person(7)],
    }))
    const append = () => store.write((tx) => appendEvents(tx, systemContext(), now, drafts))
    const ms = await timed(async () => {
      for (let done = 0; done < 5; done += 1) await append()
    })
    return (5_000 * BATCH) / ms
  } finally {
    await store.close()
  }
}

/** Changes some people of a remote, one by one. */
async function change({ call }: Opened, title: string): Promise<void> {
  const people = await call<{ id: string }[]>('GET', `/api/v1/users?limit=${CHANGES}&search=${SEARCH}`)
  for (const { id } of people) await call('POST', `/api/v1/users/${id}`, { profile: { title } })
}
const SEARCH = encodeURIComponent('profile.login sw "person"')

/**
 * A pull of an organization, and of what has changed there since. WHY the first goal is missed (0.02): each object is written by the operation of the
 * interface that makes it, by some ten statements; beside the time that a remote with limits takes to be read nobody waits for that.
 */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const remote = await openRemote(join(folder, 'remote.sqlite'))
  const first = { ours: [] as number[], theirs: [] as number[] }
  const [again, memory] = [structuredClone(first), structuredClone(first)]
  const blocks: number[] = []
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const here = await open(join(folder, `here${round}.sqlite`))
      try {
        const id = await connect(here, remote)
        await sleep(1_000)
        memory.theirs.push(memoryOf(here.service))
        const { written, writeMs, peak, block } = await pull(here, id)
        blocks.push(block.computing)
        memory.ours.push(peak)
        first.ours.push((1_000 * written) / writeMs)
        first.theirs.push(await appendsPerSecond(join(folder, `events${round}.sqlite`)))
        await change(remote, `Title ${round}`)
        const later = await pull(here, id)
        again.ours.push(later.requests.length)
        again.theirs.push(later.written)
      } finally {
        await stop(here.service)
      }
    }
  } finally {
    await stop(remote.service)
    rmSync(folder, { recursive: true, force: true })
  }
  const yardMs = await yardstickMs()
  return [
    ratioFigure('Pull of an organization, as far as it writes', 'objects/s', first, {
      bound: { least: 0.25 },
      of: `appending events, ${BATCH} in one transaction`,
    }),
    ratioFigure(`Requests of a pull after ${CHANGES} changes`, 'requests', again, {
      bound: { most: 1.2 + 10 / CHANGES },
      of: 'the changed objects',
    }),
    ratioFigure('Memory (resident) during a pull', 'MiB', memory, { bound: { most: 3 }, of: 'idle' }),
    withinFigure({ name: 'Event loop blocked during a pull', ms: median(blocks), yardMs }, BLOCK_MS),
  ]
}
