import { startServer, type TestServer } from './server.ts'
import { aPerson, aWebClient, type TestPerson, type WebClient } from './sign-in.ts'

/** A server that signs people in. */
export async function startSignIn(options?: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const server = await startServer(options)
  await server.client.call('replaceSignInSettings', { body: { enabled: true } })
  return server
}

/** A server that signs people in to a client, and Ada, to whom the client is assigned. */
export async function startWithAda(
  client?: Parameters<typeof aWebClient>[1],
): Promise<{ server: TestServer; app: WebClient; ada: TestPerson }> {
  const server = await startSignIn()
  const app = await aWebClient(server, client)
  return { server, app, ada: await aPerson(server, 'ada@example.com', [app]) }
}
