import { ID_LENGTH, ID_PREFIX, type IdKind } from '#contract/interface/ids.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { createRandom, type Random } from '#sample/random.ts'
import type { WorkspaceSizes } from './sizes.ts'

/** What a new organization holds that the rest refers to. */
export interface Defaults {
  engine: Engine
  administratorId: string
  everyoneGroupId: string
  userTypeId: string
  /** The default policies of types that are found through applications; null on Classic. */
  accessPolicyId: string | null
  profileEnrollmentId: string | null
}

/** Rows for one table of the file. */
export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: Iterable<Row>
}
export type Row = readonly (string | number | null)[]

/** What all parts of a workspace are made from: the sizes, and the ids that the parts name. */
export interface Plan {
  readonly seed: string
  readonly sizes: WorkspaceSizes
  readonly defaults: Defaults
  readonly userTypeIds: readonly string[]
  readonly userIds: readonly string[]
  readonly groupIds: readonly string[]
  readonly zoneIds: readonly string[]
  readonly appIds: readonly string[]
}

/** Everything in the workspace was made in the years before this moment. */
export const END = Date.parse('2026-03-01T00:00:00.000Z')
const DAY_MS = 86_400_000

export const iso = (ms: number) => new Date(ms).toISOString()
export const daysBeforeEnd = (days: number) => END - Math.round(days * DAY_MS)

/** Ids of a kind in ascending order, so that rows go into the file one after the other. */
export function idsOf(seed: string, kind: IdKind, count: number): string[] {
  const prefix = ID_PREFIX[kind]
  const random = createRandom(`${seed}/ids/${kind}`)
  return Array.from({ length: count }, () => prefix + random.text(ID_LENGTH - prefix.length)).sort()
}

export function planOf(seed: string, sizes: WorkspaceSizes, defaults: Defaults, userTypes: number): Plan {
  return {
    seed,
    sizes,
    defaults,
    userTypeIds: idsOf(seed, 'userType', userTypes),
    userIds: idsOf(seed, 'user', sizes.people),
    groupIds: idsOf(seed, 'group', sizes.groups),
    zoneIds: idsOf(seed, 'zone', sizes.zones),
    appIds: idsOf(seed, 'app', sizes.apps),
  }
}

/** Different items of a list in its order, `least` to `most` of them; fewer where the list is short. */
export function some<T>(random: Random, items: readonly T[], least: number, most: number): T[] {
  const count = Math.min(items.length, least + random.int(most - least + 1))
  const picked = new Set<number>()
  while (picked.size < count) picked.add(random.int(items.length))
  return [...picked].sort((a, b) => a - b).map((index) => items[index] as T)
}
