import { setTimeout as sleep } from 'node:timers/promises'
import type { PeopleChange, PeopleChangeWrite } from '#contract/directory/people-change.ts'
import type { TestServer } from './server.ts'

type Server = Pick<TestServer, 'client'>

export const getChange = async ({ client }: Server, peopleChangeId: string) =>
  (await client.call('getPeopleChange', { params: { peopleChangeId } })).body

const AT_REST: readonly PeopleChange['state'][] = ['ENDED', 'REVERTED']

/** Waits until no job works at a change. */
export async function settledChange(server: Server, id: string): Promise<PeopleChange> {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    const view = await getChange(server, id)
    if (AT_REST.includes(view.state)) return view
    await sleep(20)
  }
  throw new Error('it did not end in time')
}

/** Does something to many people, to its end. */
export async function changedPeople(server: Server, body: PeopleChangeWrite): Promise<PeopleChange> {
  const { id } = (await server.client.call('createPeopleChange', { body })).body
  return settledChange(server, id)
}

export async function undoneChange(server: Server, id: string): Promise<PeopleChange> {
  await server.client.call('undoPeopleChange', { params: { peopleChangeId: id } })
  return settledChange(server, id)
}
