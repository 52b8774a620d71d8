import { isObject } from '#contract/interface/schema-tree.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { valueAt } from '#contract/sync/definition.ts'
import type { ObjectStep, PlanStep } from '#contract/sync/plan-step.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { SyncObject } from '../snapshot.ts'

const CUSTOM = 'definitions.custom.properties'

/** Whose profiles have what a schema says. */
const HOLDERS: Readonly<Partial<Record<SyncKind, readonly SyncKind[]>>> = {
  userSchema: ['user'],
  groupSchema: ['group'],
  appSchema: ['appUser', 'appGroup'],
}

/** The kinds of objects that have values for the attributes of a schema; none of any other kind. */
export const holdersOf = (schema: SyncKind): readonly SyncKind[] => HOLDERS[schema] ?? []

const namesIn = (object: SyncObject | null): string[] => {
  const properties = valueAt(object?.body, CUSTOM)
  return isObject(properties) ? Object.keys(properties) : []
}

/** The custom attributes that a step takes from a schema, and with them all values that there are. */
export const removedAttributes = (step: PlanStep): string[] => missingOf(step, 'before', 'source')

/** Whether a step adds custom attributes to a schema, of which objects can have values afterwards. */
export const addsAttributes = (step: PlanStep): boolean => missingOf(step, 'source', 'before').length > 0

type Side = 'source' | 'before'

/** The attributes that one side of a change has and the other one has not, as far as that is taken over. */
function missingOf(step: PlanStep, one: Side, other: Side): string[] {
  if (step.act !== 'change' || holdersOf(step.kind).length === 0 || !step.before) return []
  const known = new Set(namesIn(step[other]))
  const isTaken = (name: string) => step.paths.some((path) => isWithin(`${CUSTOM}.${name}`, path))
  return namesIn(step[one]).filter((name) => !known.has(name) && isTaken(name))
}

const isWithin = (path: string, taken: string) => path === taken || path.startsWith(`${taken}.`)

/** A step that says which values go along with what it removes. */
export function withLostValues(step: ObjectStep): ObjectStep {
  const names = removedAttributes(step)
  if (names.length === 0) return step
  const most = LIMITS.planLostValues.toLocaleString('en')
  const note = `All values of ${names.join(', ')} go along. Where this is taken back, those of up to ${most} are given back.`
  return { ...step, notes: [...step.notes, note] }
}
