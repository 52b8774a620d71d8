import fc from 'fast-check'
import { expect, it } from 'vitest'
import { atRest, ruleBody } from '../../../../helpers/group-rules.ts'
import { changedPeople, undoneChange } from '../../../../helpers/people-changes.ts'
import { runs } from '../../../../helpers/runs.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

const GROUPS = 3
const PEOPLE = 4
const CITIES = ['Oslo', 'Rome']
const group = fc.nat({ max: GROUPS - 1 })
const somebody = fc.nat({ max: PEOPLE - 1 })
const somePeople = fc.uniqueArray(somebody, { maxLength: PEOPLE })

/** By number: an organization of its own, its rules, who is a member by hand, and who is removed from the first group. */
const anyScene = fc.record({
  cities: fc.array(fc.constantFrom(...CITIES), { minLength: PEOPLE, maxLength: PEOPLE }),
  rules: fc.array(
    fc.record({
      city: fc.option(fc.constantFrom(...CITIES)),
      source: group,
      isNegated: fc.boolean(),
      target: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: group }),
      except: fc.oneof({ weight: 2, arbitrary: fc.constant<number[]>([]) }, { weight: 1, arbitrary: somePeople }),
      isSwitchedOff: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  byHand: fc.array(fc.tuple(somebody, group), { maxLength: 4 }),
  removed: fc.uniqueArray(somebody, { minLength: 1, maxLength: PEOPLE }),
})
type Scene = typeof anyScene extends fc.Arbitrary<infer One> ? One : never

/** Makes what a scene describes, beside all that are there already: ids by number. */
async function stage({ client, make }: TestServer, { cities, rules, byHand }: Scene) {
  const groups: string[] = []
  for (let at = 0; at < GROUPS; at++) groups.push((await make.aGroup()).id)
  const people = await Promise.all(cities.map((city) => make.aUser({ city })))
  const ids = people.map(({ id }) => id)
  const logins = people.map(({ profile }) => `user.login == "${profile.login}"`).join(' || ')
  const ruleIds: string[] = []
  for (const { city, source, isNegated, target, except } of rules) {
    const asked = city === null ? `isMemberOfGroup("${groups[source]}")` : `user.city == "${city}"`
    const users = except.map((at) => ids[at] ?? '')
    const body = ruleBody(`${isNegated ? '!' : ''}(${asked}) && (${logins})`, [groups[target] ?? ''], { users })
    const { id: groupRuleId } = (await client.call('createGroupRule', { body })).body
    await client.call('activateGroupRule', { params: { groupRuleId } })
    // WHY each: rules that wait for the same run are applied together, so that the events differ.
    await atRest(client)
    ruleIds.push(groupRuleId)
  }
  for (const [person, to] of byHand)
    await client.call('addGroupMember', { params: { groupId: groups[to] ?? '', userId: ids[person] ?? '' } })
  for (const [at, groupRuleId] of ruleIds.entries())
    if (rules[at]?.isSwitchedOff) await client.call('deactivateGroupRule', { params: { groupRuleId } })
  return { groups, people: ids, rules: ruleIds }
}
type Stage = Awaited<ReturnType<typeof stage>>

/**
 * Memberships, whom each rule excepts, and what the log says of each person, all by number. WHY sorted: rules are asked in the order of
 * their ids, which differs.
 */
async function seen({ client }: TestServer, { groups, people, rules }: Stage) {
  const nameOf = (id: string) => {
    for (const [kind, ids] of Object.entries({ group: groups, person: people, rule: rules }))
      if (ids.includes(id)) return `${kind} ${ids.indexOf(id)}`
    return id
  }
  const held = async (userId: string) => {
    const { body } = await client.call('listUserGroups', { params: { userId } })
    return groups.map((id) => body.some((one) => one.id === id))
  }
  const excepted = async (groupRuleId: string) => {
    const { conditions } = (await client.call('getGroupRule', { params: { groupRuleId } })).body
    return conditions?.people?.users?.exclude?.map(nameOf)
  }
  const logged = async (userId: string) => {
    const filter = `target.id eq "${userId}" and eventType sw "group.user_membership"`
    const { body } = await client.call('listLogEvents', { query: { filter, limit: 1_000 } })
    const named = (ids: readonly { id: string }[]) => ids.map(({ id }) => nameOf(id)).toSorted()
    return body.map(({ eventType, target }) => [eventType, ...named(target ?? [])].join(' ')).toSorted()
  }
  return {
    held: await Promise.all(people.map(held)),
    excepted: await Promise.all(rules.map(excepted)),
    logged: await Promise.all(people.map(logged)),
  }
}

it('removing many people from a group at once does to each, and to every rule, what removing one after the other does', async () => {
  const server = await startServer()
  const { client } = server
  await fc.assert(
    fc.asyncProperty(anyScene, async (scene) => {
      const [together, singly] = [await stage(server, scene), await stage(server, scene)]
      expect(await seen(server, together)).toEqual(await seen(server, singly))
      const idsIn = ({ people }: Stage) => scene.removed.map((at) => people[at] ?? '')
      const groupId = together.groups[0] ?? ''
      const { counts } = await changedPeople(server, { act: 'remove_from_group', groupId, ids: idsIn(together) })
      expect(counts).toMatchObject({ refused: 0, changed: scene.removed.length - counts.unchanged })
      for (const userId of idsIn(singly))
        await client.call('removeGroupMember', { params: { groupId: singly.groups[0] ?? '', userId } })
      expect(await seen(server, together)).toEqual(await seen(server, singly))
      for (const groupRuleId of [...together.rules, ...singly.rules])
        await client.call('deleteGroupRule', { params: { groupRuleId } })
    }),
    { numRuns: runs(0.06) },
  )
}, 240_000)

it('putting many people back at once does to each, and to every rule, what putting one after the other back does', async () => {
  const server = await startServer()
  const { client } = server
  await fc.assert(
    fc.asyncProperty(anyScene, async (scene) => {
      const [together, singly] = [await stage(server, scene), await stage(server, scene)]
      const removal = ({ groups, people }: Stage, removed: readonly number[]) =>
        changedPeople(server, {
          ...{ act: 'remove_from_group', groupId: groups[0] ?? '', ids: removed.map((at) => people[at] ?? '') },
        })
      const all = await removal(together, scene.removed)
      const each: { id: string; undoable: boolean }[] = []
      for (const at of scene.removed) each.push(await removal(singly, [at]))
      if (all.undoable) await undoneChange(server, all.id)
      for (const { id, undoable } of each.toReversed()) if (undoable) await undoneChange(server, id)
      expect(await seen(server, together)).toEqual(await seen(server, singly))
      for (const groupRuleId of [...together.rules, ...singly.rules])
        await client.call('deleteGroupRule', { params: { groupRuleId } })
    }),
    { numRuns: runs(0.06) },
  )
}, 240_000)
