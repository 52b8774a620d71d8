import { expect } from 'vitest'
import { gatehouse, type Ended } from '../gatehouse.ts'
import { startServer, type TestServer } from '../server.ts'
import { connect } from './connections.ts'

/** A closed workspace that is connected to a running instance. */
interface Stage {
  remote: TestServer
  dataFile: string
  sync: (step: string, ...more: string[]) => Promise<Ended>
  /** Opens the workspace for a while. */
  here: <T>(work: (server: TestServer) => Promise<T>) => Promise<T>
}

/** Sets one whose remote has two groups. @param over of the connection */
export async function setStage(over: object = {}): Promise<Stage> {
  const [remote, first] = await Promise.all([startServer(), startServer()])
  for (const name of ['Sales', 'Finance']) await remote.make.aGroup(name)
  const { dataFile } = first
  await connect(first, remote, { name: 'Production', ...over })
  await first.stop()
  return {
    ...{ remote, dataFile },
    sync: (step, ...more) => gatehouse('sync', step, '--data', dataFile, '--remote', 'Production', ...more),
    here: async (work) => {
      const { token } = first
      const server = await startServer({ dataFile, ...(token === null ? {} : { token }) })
      return work(server).finally(() => server.stop())
    },
  }
}

/** The group of a name. */
export const groupOf = async ({ client }: TestServer, name: string) => {
  const found = (await client.call('listGroups', { query: { q: name } })).body
  return found.find(({ profile }) => profile.name === name) ?? expect.unreachable(`there is no group ${name}`)
}

/** Replaces the profile of the group of a name. */
export async function describeGroup(server: TestServer, name: string, profile: object): Promise<void> {
  const { id: groupId } = await groupOf(server, name)
  await server.client.call('replaceGroup', { params: { groupId }, body: { profile: { name, ...profile } } })
}
