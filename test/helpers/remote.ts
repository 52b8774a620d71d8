import { createServer, type RequestListener } from 'node:http'
import type { ConnectionAuthentication } from '#contract/gatehouse/connection.ts'
import type { ConnectionSecret } from '#operations/connections/secrets.ts'
import type { JournalEntry } from '#operations/connections/write-requests.ts'
import { RequestJournal } from '#sync/remote/journal.ts'
import { RemoteClient, type RemoteOptions } from '#sync/remote/remote-client.ts'
import type { RemoteTime } from '#sync/remote/request-gate.ts'
import { atFileEnd } from './at-file-end.ts'
import { listen } from './endpoint.ts'

/** Time that passes by waiting alone; real time is not waited for. */
export class WaitedTime implements RemoteTime {
  readonly waits: number[] = []
  #now = 0

  steady(): number {
    return this.#now
  }

  wait(ms: number): Promise<void> {
    this.waits.push(ms)
    this.#now += ms
    return Promise.resolve()
  }

  random(): number {
    return 1
  }
}

export interface TestRemote {
  remote: RemoteClient
  time: WaitedTime
  /** What the journal would be told, in order. */
  requests(): Promise<JournalEntry[]>
}

export const TOKEN = 'token-of-the-remote-0123456789-abcdef'
const clients: RemoteClient[] = []
atFileEnd(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

type Over = Partial<Omit<RemoteOptions, 'connection' | 'secret'>> & {
  connection?: Partial<RemoteOptions['connection']>
  secret?: ConnectionSecret | null
  authentication?: ConnectionAuthentication
}

/** A client of an instance. */
export function aRemote(address: string, { connection, secret = { token: TOKEN }, ...over }: Over = {}): TestRemote {
  const entries: JournalEntry[] = []
  const write = (written: readonly JournalEntry[]) => Promise.resolve(void entries.push(...written))
  const journal = new RequestJournal(write, () => {})
  const time = new WaitedTime()
  const remote = new RemoteClient({
    connection: {
      ...{ id: 'rcn1', name: 'Acme', address, authentication: { type: 'API_TOKEN' }, vocabulary: null },
      ...{ budgetPercent: 50, mayWrite: false, ...connection },
    },
    ...{ secret, journal, time, clock: Date.now, version: '0', ...over },
  })
  clients.push(remote)
  return {
    ...{ remote, time },
    requests: async () => {
      await journal.flush()
      return entries
    },
  }
}

/** An instance that answers as it likes. @returns its address */
export async function aBadRemote(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(answer))}`
}
