import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import type { Profile } from '#contract/directory/user.ts'
import { openStore } from '#db/store.ts'
import { users } from '#db/tables/users.ts'
import { createGroup } from '#operations/directory/groups.ts'
import { createGroupRule, setGroupRuleStatus } from '#operations/directory/group-rules/group-rules.ts'
import { ownerOfType, requireTypeOfSchema, updateSchema } from '#operations/directory/profile-schemas.ts'
import { changeProfiles } from '#operations/directory/update-user.ts'
import { createUsers } from '#operations/directory/users.ts'
import { initializeWorkspace } from '#operations/workspace/initialize-workspace.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { ruleBody } from '../../../helpers/group-rules.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-many-'))
const begin = { activate: true }

let service: Service
let groupId: string
beforeAll(async () => {
  const store = await openStore(join(folder, 'many.sqlite'), new Date().toISOString())
  await initializeWorkspace(store, { engine: 'identity' }, Date.now)
  service = createService({ store, version: 'test', engine: 'identity', clock: Date.now, url: () => '' })
  groupId = await service.write(systemContext(), async (tx) => {
    const type = await requireTypeOfSchema(tx, 'default')
    const badge = { title: 'Badge', type: 'string', unique: 'UNIQUE_VALIDATED' } as const
    await updateSchema(tx, ownerOfType(type), { definitions: { custom: { properties: { badge } } } })
    const group = await createGroup(tx, { name: 'Paper', description: null })
    await setGroupRuleStatus(tx, await createGroupRule(tx, ruleBody('user.department == "Paper"', [group])), 'ACTIVE')
    return group
  })
})
afterAll(async () => {
  await service.workers.close()
  await service.store.close()
  rmSync(folder, { recursive: true, force: true })
})

const profileOf = (name: string, more: object = {}) =>
  ({ login: `${name}@example.com`, email: `${name}@example.com`, firstName: name, lastName: 'Doe', ...more }) as Profile

/** What refuses says which one it was. */
const placed = (error: unknown, at: number) => new Error(`${at}: ${(error as Error).message}`)

const create = (profiles: readonly Profile[]) => {
  const people = profiles.map((profile) => ({ profile }))
  return service.write(systemContext(), (tx) => createUsers(tx, people, begin, placed))
}

const change = (changes: readonly (readonly [id: string, profile: Partial<Profile>])[]) =>
  service.write(systemContext(), async (tx) => {
    const found = []
    for (const [id, profile] of changes) found.push({ user: await users.require(tx, id), profile })
    await changeProfiles(tx, found, placed)
  })

const countUsers = () => users.count(service.reader)
const membersOf = async () =>
  (
    await service.reader.all<{ id: string }>('SELECT user_id AS id FROM group_members WHERE group_id = ?', [groupId])
  ).map(({ id }) => id)
const eventsOf = async (id: string) =>
  service.reader.all<{ type: string; changes: string | null }>(
    `SELECT event_type AS type, payload ->> '$.target[0].changeDetails.to.department' AS changes FROM log_events
     JOIN log_targets USING (sequence) WHERE target_id = ? ORDER BY sequence`,
    [id],
  )

describe('people who are written together', () => {
  it('are each what they would be alone: row, events, search and group rules', async () => {
    const ids = await create([
      profileOf('ada', { department: 'Paper' }),
      profileOf('bea', { department: 'Tin' }),
      profileOf('cay', { department: 'Paper', badge: '7' }),
    ])
    const found = await Promise.all(ids.map((id) => users.require(service.reader, id)))
    expect(found.map(({ login, status, profile }) => [login, status, profile.email])).toEqual(
      ['ada', 'bea', 'cay'].map((name) => [`${name}@example.com`, 'PROVISIONED', `${name}@example.com`]),
    )
    expect((await membersOf()).toSorted()).toEqual([ids[0], ids[2]].toSorted())
    expect((await eventsOf(ids[1] as string)).map(({ type }) => type)).toEqual([
      'user.lifecycle.create',
      'user.lifecycle.activate',
    ])

    await change([
      [ids[0] as string, { department: 'Tin' }],
      [ids[1] as string, { department: 'Paper' }],
      [ids[2] as string, { department: 'Paper' }],
    ])
    expect((await membersOf()).toSorted()).toEqual([ids[1], ids[2]].toSorted())
    const changed = (await eventsOf(ids[1] as string)).find(({ type }) => type === 'user.account.update_profile')
    expect(changed?.changes).toBe('Paper')
    // Who has it already is not changed.
    expect((await eventsOf(ids[2] as string)).map(({ type }) => type)).not.toContain('user.account.update_profile')
    const values = await service.reader.all(
      `SELECT value FROM user_values WHERE attribute = 'department' AND user_id = ?`,
      [ids[0] as string],
    )
    expect(values).toEqual([{ value: 'tin' }])
  })

  it.each([
    ['the same login twice', [profileOf('dan'), profileOf('Dán')], '1: '],
    ['a login that is taken', [profileOf('eva'), profileOf('ADA')], '1: '],
    ['a unique value twice', [profileOf('fay', { badge: 'x' }), profileOf('gil', { badge: 'X' })], '1: '],
    ['a unique value that is taken', [profileOf('hal', { badge: '7' }), profileOf('ivy')], '0: '],
    ['a value that the schema refuses', [profileOf('jon'), profileOf('kim', { badge: 8 })], '1: '],
  ])('are all refused for %s, which is named by its place', async (_, profiles, place) => {
    const before = await countUsers()
    await expect(create(profiles)).rejects.toThrow(place)
    expect(await countUsers()).toBe(before)
  })

  it('keep their own logins and unique values when they change, and take none of each other', async () => {
    const [one = '', other = ''] = await create([profileOf('lea', { badge: 'l' }), profileOf('max', { badge: 'm' })])
    await change([
      [one, { login: 'LEA@example.com', badge: 'L' }],
      [other, { title: 'Clerk' }],
    ])
    expect((await users.require(service.reader, one)).profile).toMatchObject({ login: 'LEA@example.com', badge: 'L' })
    await expect(
      change([
        [one, { title: 'Clerk' }],
        [other, { badge: 'l' }],
      ]),
    ).rejects.toThrow('1: ')
    expect((await users.require(service.reader, one)).profile).not.toHaveProperty('title')
  })
})
