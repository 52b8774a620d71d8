import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NaiveMemberships, type NaiveRule } from '../../../../helpers/naive-memberships.ts'
import { atRest, ruleBody } from '../../../../helpers/group-rules.ts'
import { runs } from '../../../../helpers/runs.ts'
import { startServer } from '../../../../helpers/server.ts'

const GROUPS = 4
const PEOPLE = 3
const CITIES = ['Oslo', 'Rome']
const MAX_RULES = 4
const index = (max: number) => fc.nat({ max: max - 1 })

/** A condition on the city, or on being in (or out of) a group; who is excepted; and the group that the rule fills. */
const anyRule: fc.Arbitrary<NaiveRule> = fc.record({
  city: fc.option(fc.constantFrom(...CITIES)),
  source: index(GROUPS),
  isNegated: fc.boolean(),
  target: index(GROUPS),
  exceptGroup: fc.option(index(GROUPS), { freq: 4 }),
})

const person = index(PEOPLE)
const group = index(GROUPS)
const rule = index(MAX_RULES)
const anyStep = fc.oneof(
  fc.record({ do: fc.constant('move' as const), person, city: fc.constantFrom(...CITIES) }),
  fc.record({ do: fc.constant('add' as const), person, group }),
  fc.record({ do: fc.constant('remove' as const), person, group }),
  fc.record({ do: fc.constantFrom('activate' as const, 'deactivate' as const), rule }),
  fc.record({ do: fc.constant('deleteRule' as const), rule, removeUsers: fc.boolean() }),
  fc.record({ do: fc.constant('deleteGroup' as const), group }),
)

it('memberships at rest are those of a recomputation from nothing, and a preview says what activating does', async () => {
  const { client, make } = await startServer()
  const tries = runs(0.125)
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRule, { minLength: 1, maxLength: MAX_RULES }),
      fc.array(anyStep, { maxLength: 10 }),
      async (rules, steps) => {
        const groups = await Promise.all(Array.from({ length: GROUPS }, () => make.aGroup()))
        const people = await Promise.all(Array.from({ length: PEOPLE }, () => make.aUser({ city: 'Oslo' })))
        const idOf = (at: number) => groups[at]?.id ?? ''
        const userOf = (at: number) => people[at]?.id ?? ''
        const model = new NaiveMemberships(rules, people.length, 'Oslo')
        const ids: string[] = []
        for (const one of rules) {
          const member = `${one.isNegated ? '!' : ''}isMemberOfGroup("${idOf(one.source)}")`
          const logins = people.map(({ profile }) => `user.login == "${profile.login}"`).join(' || ')
          const value = one.city === null ? `${member} && (${logins})` : `user.city == "${one.city}" && (${logins})`
          const except = one.exceptGroup === null ? {} : { groups: [idOf(one.exceptGroup)] }
          const body = ruleBody(value, [idOf(one.target)], except)
          ids.push((await client.call('createGroupRule', { body })).body.id)
        }

        const heldBy = async (at: number) => {
          const listed = (await client.call('listUserGroups', { params: { userId: userOf(at) } })).body
          return groups.flatMap(({ id }, number) => (listed.some((one) => one.id === id) ? [number] : []))
        }
        const allHeld = () => Promise.all(people.map((_, at) => heldBy(at)))
        const activate = async (at: number) => {
          const groupRuleId = ids[at]
          if (groupRuleId === undefined || !model.canActivate(at)) return
          const before = await allHeld()
          const preview = (await client.call('previewGroupRule', { body: { ruleId: groupRuleId } })).body
          await client.call('activateGroupRule', { params: { groupRuleId } })
          await atRest(client)
          model.activate(at)
          const after = await allHeld()
          const changed = (from: number[][], to: number[][]) =>
            to.filter((held, number) => held.some((one) => !from[number]?.includes(one))).length
          if (people.some((_, number) => model.isUnsettled(number))) return
          expect([preview.joins.people, preview.leaves.people]).toEqual([
            changed(before, after),
            changed(after, before),
          ])
        }
        const STEPS = {
          move: async ({ person: at, city }: { person: number; city: string }) => {
            await client.call('updateUser', { params: { userId: userOf(at) }, body: { profile: { city } } })
            model.move(at, city)
          },
          add: async ({ person: at, group: to }: { person: number; group: number }) => {
            if (model.isGone(to)) return
            await client.call('addGroupMember', { params: { groupId: idOf(to), userId: userOf(at) } })
            model.add(at, to)
          },
          remove: async ({ person: at, group: from }: { person: number; group: number }) => {
            if (model.isGone(from)) return
            await client.call('removeGroupMember', { params: { groupId: idOf(from), userId: userOf(at) } })
            model.remove(at, from)
          },
          activate: ({ rule: at }: { rule: number }) => activate(at),
          deactivate: async ({ rule: at }: { rule: number }) => {
            const groupRuleId = ids[at]
            if (groupRuleId === undefined || !model.isActive(at)) return
            await client.call('deactivateGroupRule', { params: { groupRuleId } })
            model.deactivate(at)
          },
          deleteRule: async ({ rule: at, removeUsers }: { rule: number; removeUsers: boolean }) => {
            const groupRuleId = ids[at]
            if (groupRuleId === undefined || !model.isThere(at)) return
            const query = { removeUsers: removeUsers ? ('true' as const) : ('false' as const) }
            await client.call('deleteGroupRule', { params: { groupRuleId }, query })
            await atRest(client)
            model.deleteRule(at, removeUsers)
          },
          deleteGroup: async ({ group: at }: { group: number }) => {
            if (model.isGone(at)) return
            await client.call('deleteGroup', { params: { groupId: idOf(at) } })
            await atRest(client)
            model.deleteGroup(at)
          },
        }

        for (const at of ids.keys()) await activate(at)
        for (const step of steps) await (STEPS[step.do] as (one: typeof step) => Promise<void>)(step)
        await atRest(client)
        for (const at of people.keys()) {
          if (model.isUnsettled(at)) continue
          compared += 1
          expect(await heldBy(at), `person ${at}`).toEqual(model.heldBy(at))
        }
        for (const [at, groupRuleId] of ids.entries())
          if (model.isThere(at)) await client.call('deleteGroupRule', { params: { groupRuleId } })
      },
    ),
    { numRuns: tries },
  )
  expect(compared).toBeGreaterThan(tries)
}, 240_000)
