import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GROUP_ACTS, PEOPLE_ACTS } from '#contract/directory/people-change.ts'
import type { User } from '#contract/directory/user.ts'
import { bulkActions } from '#ui/features/directory/people-changes/bulk-actions.ts'
import { people } from '#ui/features/directory/people.ts'

let calls: string[] = []
let status = 'DEPROVISIONED'
const answer = (path: string, { method }: RequestInit = {}) => {
  calls.push(`${method} ${path}`)
  return Promise.resolve(
    method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json({ id: '00u1', status }),
  )
}
beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', answer)
  vi.stubGlobal('sessionStorage', { getItem: () => null })
})
afterEach(() => void vi.unstubAllGlobals())

describe('people', () => {
  it('deletes for good only who is deactivated still: of all others the request would only deactivate', async () => {
    status = 'DEPROVISIONED'
    await people.remove('00u1')
    expect(calls).toEqual(['GET /api/v1/users/00u1', 'DELETE /api/v1/users/00u1'])
    status = 'ACTIVE'
    calls = []
    await expect(people.remove('00u1')).rejects.toThrow('activated meanwhile')
    expect(calls).toEqual(['GET /api/v1/users/00u1'])
  })

  it.each([
    [true, 'true'],
    [undefined, 'false'],
  ])('says in the address whether a new one is activated: %s', async (activate, said) => {
    await people.create({ profile: {}, activate })
    expect(calls).toEqual([`POST /api/v1/users?activate=${said}`])
  })
})

describe('a step for many people', () => {
  it('is taken with those whose status allows it', () => {
    const allowed = (of: User['status']) =>
      bulkActions.filter(({ applies }) => applies?.({ status: of } as User)).map(({ key }) => key)
    expect(allowed('ACTIVE')).toEqual(['expire_password', 'reset_factors', 'suspend', 'deactivate'])
    expect(allowed('SUSPENDED')).toEqual(['unsuspend', 'deactivate'])
    expect(allowed('DEPROVISIONED')).toEqual(['activate'])
  })
})

it('the list offers every change of many people that the service knows, under its name', () => {
  const offered = bulkActions.map(({ key, label }) => [key, label])
  const known = Object.entries(PEOPLE_ACTS).map(([act, { label }]) => [act, label])
  expect([...offered, ['delete', 'Delete']].toSorted()).toEqual(known.toSorted())
  expect([...GROUP_ACTS]).toEqual(['add_to_group', 'remove_from_group'])
  expect(bulkActions.filter(({ target }) => target).map(({ key }) => key)).toEqual([...GROUP_ACTS])
})
