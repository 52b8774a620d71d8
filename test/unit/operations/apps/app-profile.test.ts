import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { changedProfile, mergedProfile, shownProfile } from '#operations/apps/app-profile.ts'
import { runs } from '../../../helpers/runs.ts'
import { startServer } from '../../../helpers/server.ts'

const NAMES = ['a', 'b', 'list', 'tags'] as const
const attribute = (type: SchemaAttribute['type'], union?: 'ENABLE'): SchemaAttribute => ({
  ...{ title: 'T', type, scope: 'NONE' },
  ...(union ? { union } : {}),
})
const ATTRIBUTES = new Map<string, SchemaAttribute>([
  ['a', attribute('string')],
  ['b', attribute('integer')],
  ['list', attribute('array')],
  ['tags', attribute('array', 'ENABLE')],
])

const words = fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 })
const profile = fc.record(
  { a: fc.string({ maxLength: 2 }), b: fc.integer({ min: 0, max: 3 }), list: words, tags: words },
  { requiredKeys: [] },
)

describe('what groups give a person in an application', () => {
  it('is of each attribute what the first group says, or what all say', () => {
    fc.assert(
      fc.property(fc.array(profile, { maxLength: 5 }), (profiles) => {
        const merged = mergedProfile(ATTRIBUTES, profiles)
        for (const name of NAMES) {
          const said = profiles.flatMap((one) => (one[name] === undefined ? [] : [one[name]]))
          const all = said.length ? said.flat().filter((value, at, whole) => whole.indexOf(value) === at) : undefined
          expect(merged[name]).toEqual(name === 'tags' ? all : said[0])
        }
      }),
    )
  })

  it('of one group is what that says, and a group that says nothing changes nothing', () => {
    fc.assert(
      fc.property(fc.array(profile, { maxLength: 4 }), fc.nat(4), (profiles, at) => {
        const [first] = profiles
        if (first) expect(mergedProfile(ATTRIBUTES, [first])).toEqual(first)
        const merged = mergedProfile(ATTRIBUTES, profiles)
        expect(mergedProfile(ATTRIBUTES, profiles.toSpliced(at, 0, {}))).toEqual(merged)
      }),
    )
  })
})

describe('the profile of a person in an application', () => {
  it('shows every attribute in the order of the schema, and of each the first value', () => {
    fc.assert(
      fc.property(fc.array(profile, { maxLength: 3 }), (layers) => {
        const shown = shownProfile(ATTRIBUTES, ...layers)
        expect(Object.keys(shown)).toEqual([...NAMES])
        for (const name of NAMES)
          expect(shown[name]).toEqual(layers.find((one) => one[name] !== undefined)?.[name] ?? null)
      }),
    )
  })

  it('pins nothing down when it is sent back as it was read', () => {
    fc.assert(
      fc.property(profile, profile, (own, mapped) => {
        const stored = changedProfile({}, own, mapped)
        const read = shownProfile(ATTRIBUTES, stored, mapped)
        expect(changedProfile(stored, read, mapped)).toEqual(stored)
        expect(shownProfile(ATTRIBUTES, stored, mapped)).toEqual(shownProfile(ATTRIBUTES, own, mapped))
      }),
    )
  })
})

it('groups stand where a naive list has them, whatever is assigned, moved and removed', async () => {
  const { client, make } = await startServer()
  const ids = await Promise.all(Array.from({ length: 4 }, async () => (await make.aGroup()).id))
  const step = fc.record({
    group: fc.constantFrom(...ids),
    act: fc.oneof(fc.constant('remove' as const), fc.option(fc.nat(5), { nil: undefined })),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const { id: appId } = await make.anApp()
      const model = new Map<string, number>()
      for (const { group: groupId, act } of steps) {
        const params = { appId, groupId }
        if (act === 'remove') {
          if (model.delete(groupId)) await client.call('removeAppGroup', { params })
          else expect((await client.refused('removeAppGroup', { params })).code).toBe('E0000007')
          continue
        }
        const priority = act ?? model.get(groupId) ?? Math.max(-1, ...model.values()) + 1
        model.set(groupId, priority)
        const reply = await client.call('assignAppGroup', { params, body: act === undefined ? {} : { priority: act } })
        expect(reply.body.priority).toBe(priority)
      }
      const listed = (await client.call('listAppGroups', { params: { appId } })).body
      const expected = [...model].toSorted(([x, p], [y, q]) => p - q || (x < y ? -1 : 1))
      expect(listed.map(({ id, priority }) => [id, priority])).toEqual(expected)
    }),
    { numRuns: runs(0.05) },
  )
}, 60_000)
