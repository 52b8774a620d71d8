import { beforeAll, describe, expect, it } from 'vitest'
import type { Profile } from '#contract/directory/user.ts'
import { eventually } from '../../../helpers/endpoint.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const BOUNCED = '2026-03-01T08:00:00.000Z'

/** A workspace whose people have these addresses, from each of which mail came back; more come back from people who are gone. */
async function aBounceList(people: readonly Partial<Profile>[], others: readonly string[] = []): Promise<TestServer> {
  const first = await startServer()
  for (const [index, profile] of people.entries())
    await first.make.aUser({ login: `bounced${index}@example.test`, ...profile })
  await first.stop()
  const addresses = [...people.flatMap(({ email, secondEmail }) => [email, secondEmail]), ...others]
  const rows = addresses.flatMap((address) => (address ? [`('${address}', '550 unknown', '${BOUNCED}', NULL)`] : []))
  await withDatabase(first.dataFile, (file) => file.exec(`INSERT INTO bounced_addresses VALUES ${rows.join(', ')}`))
  return startServer({ dataFile: first.dataFile, clock: first.clock })
}

const remove = async ({ client }: TestServer, ...emailAddresses: string[]) =>
  client.call('removeBounces', { body: { emailAddresses } })
const listed = async ({ client }: TestServer) =>
  (await client.call('listBouncedAddresses')).body.map(({ address }) => address)

describe('removal from the bounce list', () => {
  it('takes each address that is sound, by a job, and tells what is wrong with the others [spec/2 removeList/fields] [spec/2 endpoints/POST remove-list]', async () => {
    const server = await aBounceList(
      [{ email: 'ada@example.test', secondEmail: 'Ada@home.test' }],
      ['gone@example.test'],
    )
    const { status, body } = await remove(
      server,
      'ADA@example.test',
      'ada@home.test',
      'gone@example.test',
      'no address',
    )
    expect(status).toBe(200)
    expect(body.errors).toEqual([
      { emailAddress: 'gone@example.test', reason: 'belongs to no person of this organization' },
      { emailAddress: 'no address', reason: 'is no email address (RFC 3696)' },
    ])
    await eventually(async () => expect(await listed(server)).toEqual(['gone@example.test']))
    const query = { filter: 'eventType eq "gatehouse.bounce_list.remove"' }
    const [event, ...more] = (await server.client.call('listLogEvents', { query })).body
    expect(more).toEqual([])
    expect(event?.actor.type).toBe('User')
    expect(event?.target?.[0]?.changeDetails).toEqual({
      from: { bounced: ['ada@example.test', 'Ada@home.test'] },
      to: { bounced: [] },
    })
    // The last address is gone before the end of the job is written.
    await eventually(async () => {
      const [job] = (await server.client.call('listJobs', { query: { type: 'bounceRemoval' } })).body
      expect(job).toMatchObject({ state: 'COMPLETED', done: 2, facts: { removed: 2 } })
    })
  })

  it('answers 200 also where nothing was accepted, and then there is nothing to do', async () => {
    const server = await aBounceList([], ['gone@example.test'])
    expect((await remove(server, 'x', 'gone@example.test')).body.errors).toHaveLength(2)
    expect((await remove(server)).body.errors).toEqual([])
    expect((await server.client.call('listJobs', { query: { type: 'bounceRemoval' } })).body).toEqual([])
    expect(await listed(server)).toEqual(['gone@example.test'])
  })

  it('removes many, some at a time', async () => {
    const people = Array.from({ length: 205 }, (_, index) => ({ email: `person${index}@example.test` }))
    const server = await aBounceList(people)
    expect((await remove(server, ...people.map(({ email }) => email))).body.errors).toEqual([])
    await eventually(async () => expect(await listed(server)).toEqual([]))
    const query = { filter: 'eventType eq "gatehouse.bounce_list.remove"' }
    await eventually(async () => expect((await server.client.call('listLogEvents', { query })).body).toHaveLength(3))
  })
})

describe('the request', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })

  it('names at most 1,000 addresses [spec/2 errors/bounce remove-list] [spec/2 limits/bounce remove-list size]', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `x${index}@example.test`)
    expect((await remove(server, ...many(1_000))).body.errors).toHaveLength(1_000)
    const refusal = await server.client.refused('removeBounces', { body: { emailAddresses: many(1_001) } })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', ['emailAddresses']])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('emailAddresses: must hold at most 1000')
  })

  it.each([{}, { emailAddresses: null }, { emailAddresses: 'ada@example.test' }, { emailAddresses: [7] }])(
    'is refused as %j',
    async (body) => {
      const refusal = await server.client.refused('removeBounces', { body })
      expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
      expect(refusal.locations[0]).toMatch(/^emailAddresses/)
    },
  )
})

describe('the bounce list', () => {
  it('is read page by page in the order of its addresses, and takes no cursor of another', async () => {
    const addresses = ['b@example.test', 'A@example.test', 'c@example.test']
    const server = await aBounceList([], addresses)
    const seen: string[] = []
    const first = await server.client.call('listBouncedAddresses', { query: { limit: 2 } as never })
    expect(first.body).toMatchObject([{ reason: '550 unknown', bounced: BOUNCED, removalRequested: null }, {}])
    seen.push(...first.body.map(({ address }) => address))
    const query = { after: first.body.at(-1)?.address ?? '' }
    seen.push(...(await server.client.call('listBouncedAddresses', { query })).body.map(({ address }) => address))
    expect(seen).toEqual(['A@example.test', 'b@example.test', 'c@example.test'])
    expect((await server.client.refused('listBouncedAddresses', { query: { after: 'x' } })).code).toBe('E0000029')
  })

  it('has some addresses of people in the sample organization, and contacts are there', async () => {
    const server = await startServer()
    await server.client.call('loadSample')
    const addresses = await listed(server)
    expect(addresses.length).toBeGreaterThan(3)
    expect((await remove(server, ...addresses)).body.errors).toEqual([])
    const contact = await server.client.call('getContact', { params: { contactType: 'TECHNICAL' } })
    expect(contact.body.userId).toMatch(/^00u/)
    expect((await server.client.call('getOrganization')).body).toMatchObject({ subdomain: 'tidewrack-logistics' })
  })
})
