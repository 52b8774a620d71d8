import { beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const written = (name: string, search = 'profile.city eq "Bern"', words = '') => ({ name, search, words })
const named = async () => (await server.client.call('listPeopleSearches')).body.map(({ name }) => name)
const refusal = async (body: ReturnType<typeof written>) =>
  (await server.client.refused('createPeopleSearch', { body })).body.errorCauses[0]?.errorSummary

it('searches of people are saved by name, renamed and deleted, each with its event', async () => {
  const { body: bern } = await server.client.call('createPeopleSearch', { body: written('In Bern') })
  await server.client.call('createPeopleSearch', { body: written('All Jos', '', 'jo') })
  const params = { peopleSearchId: bern.id }
  const { body: renamed } = await server.client.call('replacePeopleSearch', { params, body: written('At home') })
  expect(renamed).toMatchObject({ id: bern.id, name: 'At home', search: 'profile.city eq "Bern"' })
  expect(await named()).toEqual(['All Jos', 'At home'])
  await server.client.call('deletePeopleSearch', { params })
  expect(await named()).toEqual(['All Jos'])
  const query = { filter: `target.id eq "${bern.id}"`, sortOrder: 'ASCENDING' as const }
  const { body: events } = await server.client.call('listLogEvents', { query })
  expect(events.map(({ eventType, target }) => [eventType, target?.[0]?.changeDetails])).toEqual([
    ['gatehouse.saved_search.create', undefined],
    ['gatehouse.saved_search.update', { from: { name: 'In Bern' }, to: { name: 'At home' } }],
    ['gatehouse.saved_search.delete', expect.objectContaining({ from: expect.objectContaining({ name: 'At home' }) })],
  ])
})

it('are apart from those of the audit log, also by name and id', async () => {
  const range = { name: 'week', since: '', until: '' }
  const body = { name: 'Both', filter: 'actor.id pr', q: '', range }
  const { body: log } = await server.client.call('createSavedSearch', { body })
  await server.client.call('createPeopleSearch', { body: written('Both') })
  const { status } = await server.client.refused('deletePeopleSearch', { params: { peopleSearchId: log.id } })
  expect(status).toBe(404)
  expect((await server.client.call('listSavedSearches')).body.map(({ id }) => id)).toEqual([log.id])
})

it.each([
  [written('Bad', 'profile.city eq'), /^search: /],
  [written('Empty', '', ''), 'search: must be given, or words in its place'],
  [written('Two', 'id pr', 'jo'), 'search: must be given, or words in its place'],
])('%j is not saved', async (body, problem) => {
  const said = await refusal(body)
  if (typeof problem === 'string') expect(said).toBe(problem)
  else expect(said).toMatch(problem)
})

it('a name is taken once', async () => {
  await server.client.call('createPeopleSearch', { body: written('Once') })
  expect(await refusal(written('ONCE'))).toBe('name: another saved search is named ONCE')
})
