import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entriesOf, findPerson } from '#ui/features/directory/members/pasted-people.ts'

const ADA = { id: '00u1', profile: { login: 'ada', email: 'ada@example.test' } }
const TWIN = { id: '00u2', profile: { login: 'twin.one', email: 'twin@example.test' } }
const OTHER = { id: '00u3', profile: { login: 'twin.two', email: 'TWIN@example.test' } }
const LONGER = { id: '00u4', profile: { login: 'x', email: 'ada@example.test.org' } }
const PEOPLE = [ADA, TWIN, OTHER, LONGER]

/** The service's side, in memory: a read by login, a search by the beginning of the address. */
function answer(address: string): Promise<Response> {
  const url = new URL(address, 'http://x')
  const q = url.searchParams.get('q')?.toLowerCase()
  if (q)
    return Promise.resolve(Response.json(PEOPLE.filter(({ profile }) => profile.email.toLowerCase().startsWith(q))))
  const login = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
  const found = PEOPLE.find(({ profile }) => profile.login === login)
  if (found) return Promise.resolve(Response.json(found))
  const status = login === 'broken' ? 500 : 404
  return Promise.resolve(
    Response.json({ errorCode: 'X', errorSummary: `status ${status}`, errorCauses: [] }, { status }),
  )
}
beforeEach(() => {
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('sessionStorage', { getItem: () => null })
})
afterEach(() => void vi.unstubAllGlobals())

describe('a pasted list', () => {
  it.each([
    ['ada\nbob\r\ncy', ['ada', 'bob', 'cy']],
    ['ada@example.test, bob@example.test;cy', ['ada@example.test', 'bob@example.test', 'cy']],
    [' Ada Low <ada@example.test> ;\n\n,', ['ada@example.test']],
    ['ada\nADA\nada', ['ada']],
    ['', []],
  ])('%j is taken apart into its entries, each once', (text, entries) => {
    expect(entriesOf(text).map((entry) => entry.toLowerCase())).toEqual(entries)
  })
})

describe('an entry', () => {
  it('finds a person by login, else by the whole email address', async () => {
    expect((await findPerson('ada')).id).toBe('00u1')
    expect((await findPerson('Ada@Example.test')).id).toBe('00u1')
  })

  it.each([
    ['twin@example.test', 'Several people have this address.'],
    ['ada@exam', 'No person has this login or email address.'],
    ['nobody', 'No person has this login or email address.'],
    ['broken', 'status 500'],
  ])('%s is refused with the reason: %s', async (entry, reason) => {
    await expect(findPerson(entry)).rejects.toThrow(reason)
  })
})
