import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appGroupPatchSchema, type AppGroupPatchOperation } from '#contract/apps/app-group-patch.ts'
import { patchedAssignment } from '#operations/apps/patch-assignment.ts'
import { runs } from '../../../helpers/runs.ts'

const NAMES = ['team', 'teams', 'a/b', '~', '~1', '__proto__', 'constructor', '0']
const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

const text = fc.constantFrom('x', 'y', '', null, 3)
const value = fc.oneof(text, fc.array(text, { maxLength: 3 }))
const place = fc.record({ name: fc.constantFrom(...NAMES), item: fc.constantFrom(undefined, '-', '0', '1', '7') })
const op = fc.constantFrom('add' as const, 'replace' as const, 'remove' as const, 'test' as const)

interface Step {
  op: AppGroupPatchOperation['op']
  name: string
  item: string | undefined
  value: unknown
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ op, place, value }).map(({ place: at, ...rest }) => ({ ...rest, ...at })),
  { maxLength: 8 },
)

const operationOf = ({ op: verb, name, item, value: given }: Step) => ({
  ...{ op: verb, path: `/profile/${escaped(name)}${item === undefined ? '' : `/${item}`}` },
  ...(verb === 'remove' ? {} : { value: given }),
})

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The same by changing a map in place. @returns the number of the first step that cannot be done, or the profile */
function naive(before: ReadonlyMap<string, unknown>, patch: readonly Step[]): number | Map<string, unknown> {
  const profile = new Map(before)
  for (const [number, { op: verb, name, item, value: given }] of patch.entries()) {
    const held = profile.get(name) ?? null
    if (item === undefined) {
      if (verb === 'test' && !isSame(held, given)) return number
      if (verb === 'remove') profile.delete(name)
      else if (verb !== 'test') profile.set(name, given)
      continue
    }
    if (!Array.isArray(held)) return number
    const list = [...(held as unknown[])]
    const at = item === '-' ? list.length : Number(item)
    if (verb === 'add' ? at > list.length : at >= list.length) return number
    if (verb === 'test' && !isSame(list[at], given)) return number
    if (verb === 'add') list.splice(at, 0, given)
    if (verb === 'replace') list[at] = given
    if (verb === 'remove') list.splice(at, 1)
    profile.set(name, list)
  }
  return profile
}

/** By name. The schema of bodies drops `__proto__`, wherever it is sent. */
const sorted = (entries: Iterable<[string, unknown]>) =>
  [...entries].filter(([name]) => name !== '__proto__').sort(([a], [b]) => (a < b ? -1 : 1))

describe('a patch of an assignment', () => {
  it('changes a profile as changing it by hand does, or names the step that cannot be done', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...NAMES), value)), steps, (entries, patch) => {
        const before = new Map(entries)
        const profile = Object.fromEntries(before) as Record<string, unknown>
        const operations = appGroupPatchSchema.parse(patch.map(operationOf))
        const untouched = structuredClone(profile)
        const expected = naive(before, patch)
        const run = () => patchedAssignment({ priority: 4, profile }, operations)
        if (typeof expected === 'number') {
          expect(run).toThrow(`[${expected}].`)
        } else expect(sorted(Object.entries(run().profile ?? {}))).toEqual(sorted(expected))
        expect(profile).toEqual(untouched)
        expect(Object.prototype).not.toHaveProperty('team')
      }),
      { numRuns: runs(3) },
    )
  })
})
