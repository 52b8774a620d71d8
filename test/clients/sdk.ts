import okta, { type Client, type RequestExecutor } from '@okta/okta-sdk-nodejs'
import { vi } from 'vitest'
import { readVocabulary } from '#cli/vocabulary-option.ts'
import { startServer, TestClock, type TestServer } from '../helpers/server.ts'

type Settings = ConstructorParameters<typeof Client>[0]

/** The client library of the public interface, unmodified, for a service that speaks its words as `serve --vocabulary okta` does. */
export interface Sdk {
  client: Client
  server: TestServer
  /** Another client of the same service. */
  connect(settings: Settings): Client
}

/** A clock that runs. */
function theTime(): TestClock {
  const clock = new TestClock()
  const running = { now: { get: Date.now }, steady: { get: () => performance.now() } }
  return Object.defineProperties(clock, running)
}

/** Starts a service on a workspace of its own, whose clock shows the time: the library signs by the time of the machine. */
export async function startSdk(): Promise<Sdk> {
  const vocabulary = await readVocabulary('okta')
  const server = await startServer({ vocabulary, clock: theTime() })
  // The library would go through a proxy, also to this machine.
  for (const name of ['https_proxy', 'HTTPS_PROXY']) vi.stubEnv(name, undefined)
  const connect = (settings: Settings) => new okta.Client({ orgUrl: server.url, ...settings })
  return { client: connect({ token: server.token }), server, connect }
}

/** All of a list, page after page, in the way of the library. */
export async function all<T>(collection: Promise<AsyncIterable<T | null>>): Promise<T[]> {
  const items: T[] = []
  for await (const item of await collection) if (item !== null) items.push(item)
  return items
}

/** A body as a script writes it: plain, where the library's types have classes for what it reads. */
export const sent = <T>(body: object): T => body as T

/** Of an object that was read. */
export const idOf = ({ id }: { id?: string }): string => {
  if (id === undefined) throw new Error('it has no id')
  return id
}

/** What the library throws where the service refuses. */
export async function refusalOf(call: Promise<unknown>): Promise<okta.OktaApiError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof okta.OktaApiError) return error
  throw new Error('it was not refused in the form of the interface', { cause: error })
}

type Answer = Awaited<ReturnType<RequestExecutor['fetch']>>

/** Keeps the headers of the latest reply, which the library itself does not show. */
export class HeaderReader extends okta.RequestExecutor {
  headers: Answer['headers'] | undefined

  override async fetch(...request: Parameters<RequestExecutor['fetch']>): Promise<Answer> {
    const answer = await super.fetch(...request)
    this.headers = answer.headers
    return answer
  }
}
