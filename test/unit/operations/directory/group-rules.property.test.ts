import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { startServer } from '../../../helpers/server.ts'

const GROUPS = 4
const PEOPLE = 3
const CITIES = ['Oslo', 'Rome']
const index = (max: number) => fc.nat({ max: max - 1 })

/** A condition on the city, or on being in (or out of) a group; and the group that the rule fills. */
const anyRule = fc.record({
  city: fc.option(fc.constantFrom(...CITIES)),
  source: index(GROUPS),
  isNegated: fc.boolean(),
  target: index(GROUPS),
})
type Rule = typeof anyRule extends fc.Arbitrary<infer R> ? R : never

const anyStep = fc.oneof(
  fc.record({ do: fc.constant('move' as const), person: index(PEOPLE), city: fc.constantFrom(...CITIES) }),
  fc.record({ do: fc.constant('add' as const), person: index(PEOPLE), group: index(GROUPS) }),
)

/** Groups of one person: all rules asked as of the round before, from what was done by hand, until nothing changes. */
function naive(rules: readonly Rule[], city: string, byHand: ReadonlySet<number>): number[] {
  let held = [...byHand]
  const plain = rules.filter((rule) => rule.city === city).map(({ target }) => target)
  held = [...new Set([...byHand, ...plain])]
  for (let round = 0; round < LIMITS.groupRuleRounds; round++) {
    const more = rules.filter((rule) => rule.city === null && held.includes(rule.source) !== rule.isNegated)
    const next = [...new Set([...byHand, ...plain, ...more.map(({ target }) => target)])]
    if (next.toSorted().join() === held.toSorted().join()) break
    held = next
  }
  return held.toSorted()
}

it('memberships at rest are those of a recomputation from nothing, whatever happened', async () => {
  const { client, make } = await startServer()
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRule, { minLength: 1, maxLength: 4 }),
      fc.array(anyStep, { maxLength: 8 }),
      async (rules, steps) => {
        const groups = await Promise.all(Array.from({ length: GROUPS }, () => make.aGroup()))
        const people = await Promise.all(Array.from({ length: PEOPLE }, () => make.aUser({ city: 'Oslo' })))
        const ids: string[] = []
        const model = people.map(() => ({ city: 'Oslo', byHand: new Set<number>() }))
        for (const { city, source, isNegated, target } of rules) {
          const value =
            city === null ? `${isNegated ? '!' : ''}isMemberOfGroup("${groups[source]?.id}")` : `user.city == "${city}"`
          const body = {
            type: 'group_rule' as const,
            name: `Rule ${groups[0]?.id} ${ids.length}`,
            conditions: { expression: { type: 'urn:svc:expression:1.0' as const, value } },
            actions: { assignUserToGroups: { groupIds: [groups[target]?.id ?? ''] } },
          }
          const { id } = (await client.call('createGroupRule', { body })).body
          ids.push(id)
          await client.call('activateGroupRule', { params: { groupRuleId: id } })
        }
        for (const step of steps) {
          const [mine, userId] = [model[step.person], people[step.person]?.id ?? '']
          if (step.do === 'move') {
            await client.call('updateUser', { params: { userId }, body: { profile: { city: step.city } } })
            if (mine) mine.city = step.city
          } else {
            await client.call('addGroupMember', { params: { groupId: groups[step.group]?.id ?? '', userId } })
            mine?.byHand.add(step.group)
          }
        }
        while ((await client.call('listJobs')).body.some(({ state }) => ['QUEUED', 'RUNNING'].includes(state)))
          await new Promise((resolve) => setTimeout(resolve, 3))
        for (const [number, { id: userId }] of people.entries()) {
          const listed = (await client.call('listUserGroups', { params: { userId } })).body.map(({ id }) => id)
          const held = groups.flatMap(({ id }, at) => (listed.includes(id) ? [at] : []))
          const { city, byHand } = model[number] ?? { city: '', byHand: new Set<number>() }
          expect(held).toEqual(naive(rules, city, byHand))
        }
        for (const groupRuleId of ids) await client.call('deleteGroupRule', { params: { groupRuleId } })
      },
    ),
    { numRuns: 25 },
  )
}, 60_000)
