import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type RunningServer, type ServerOptions } from '#server/index.ts'
import { atFileEnd } from './at-file-end.ts'
import { makeClient, type Client } from './client.ts'
import { makeFactories, type Factories } from './factories.ts'
import { newWorkspace } from './new-workspace.ts'

/** The moment at which every test service starts, unless a test brings its own clock. */
export const START = Date.parse('2026-03-02T09:00:00.000Z')

/** A clock that a test moves. */
export class TestClock {
  now: number
  /** What a clock shows that is never set. */
  steady = 0

  constructor(now = START) {
    this.now = now
  }

  /** Time passes, and the clock shows it. */
  advance(ms: number): void {
    this.now += ms
    this.steady += ms
  }

  /** It is set, and no time passes. */
  jump(ms: number): void {
    this.now += ms
  }
}

export interface TestServer extends RunningServer {
  dataFile: string
  clock: TestClock
  client: Client
  make: Factories
}

const folders: string[] = []
const running: RunningServer[] = []

atFileEnd(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
})

/** A folder of this test file, removed at its end. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  folders.push(folder)
  return folder
}

type Started = Partial<Omit<ServerOptions, 'clock'>> & {
  clock?: TestClock
  /**
   * For a test of what the first start does, or of two workspaces that share nothing. Others open a copy of one that was made once in this
   * worker (`new-workspace.ts`), since making one takes four times as long as opening it.
   */
  isFirstStart?: boolean
  /** A workspace that shares nothing with those that are not, made once in this worker as well. */
  other?: true
}

/** What a first start does with what it is given, and a later one otherwise. */
const decidesFirstStart = ({ owner, token, secretKey, sealRecord }: Started) =>
  [owner, token, secretKey, sealRecord].some((given) => given !== undefined)

/** A real service on a free port with a workspace of its own; stopped and removed at the end of the test file. */
export async function startServer(options: Started = {}): Promise<TestServer> {
  const clock = options.clock ?? new TestClock()
  const { isFirstStart = decidesFirstStart(options), engine, sample, other, ...given } = options
  const making = { ...(engine && { engine }), ...(sample && { sample }) }
  const isNew = isFirstStart || options.dataFile !== undefined
  const dataFile =
    options.dataFile ??
    (isNew
      ? join(await aFolder(), 'org.sqlite')
      : await newWorkspace(await aFolder(), { now: clock.now, ...making, ...(other && { other }) }))
  const server = await createServer({
    strict: true,
    calmAfterMs: 0,
    ...making,
    ...given,
    dataFile,
    clock: () => clock.now,
    steadyClock: () => clock.steady,
  })
  running.push(server)
  const client = makeClient(server)
  return { ...server, dataFile, clock, client, make: makeFactories(client) }
}
