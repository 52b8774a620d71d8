import pMap from 'p-map'
import { LIMITS } from '#contract/interface/limits.ts'
import { textAt, valueAt, withValue } from '#contract/sync/definition.ts'
import type { ObjectStep, PlanStep } from '#contract/sync/plan-step.ts'
import type { TargetReader } from '../apply/target-reader.ts'
import { SAME_TERMS, valueDifferences } from '../compare/compare-values.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import type { PlanRefusal } from '../plan/plan-sides.ts'
import { withoutSecrets } from '../plan/without-state.ts'
import { nameOf, type SyncObject } from '../snapshot.ts'
import { changeOf, changesByObject, idOf, joined } from './given-back.ts'
import type { Lost } from './inverse-steps.ts'

/** An object that has lost values with attributes of its schema: with these alone, and as the target has it now; null: it is gone. */
export interface LostValues extends Lost {
  readonly now: SyncObject | null
}

/** Reads what has lost values, as it is now. */
export function readValues(losses: readonly Lost[], reader: TargetReader): Promise<LostValues[]> {
  const read = async (lost: Lost) => ({ ...lost, now: await reader.one(lost.object, lost.object) })
  return pMap(losses, read, { concurrency: LIMITS.remoteConcurrency })
}

interface Parts {
  /** What takes back the steps themselves. */
  readonly steps: readonly PlanStep[]
  /** By kind and key: what is made again, with its values. */
  readonly again: ReadonlySet<string>
}

/** What gives values back. */
interface ValuesBack {
  /** Those that take back the steps, with what is given back of the same objects. */
  readonly steps: readonly PlanStep[]
  /** Changes of what the plan itself has not changed, once the attributes are there again. */
  readonly changes: readonly ObjectStep[]
  readonly refused: readonly PlanRefusal[]
}

/** Gives values back to who has lost them with the attributes of a schema, unless others have set them since. Pure. */
export function valuesBack(values: readonly LostValues[], { steps, again }: Parts): ValuesBack {
  const own = changesByObject(steps)
  const instead = new Map<PlanStep, ObjectStep>()
  const changes: ObjectStep[] = []
  const refused: PlanRefusal[] = []
  for (const { now, ...lost } of values) {
    const { object } = lost
    if (again.has(idOf(object))) continue
    const change = own.get(idOf(object))
    const refuse = (reason: string) =>
      refused.push({ kind: object.kind, name: nameOf(now ?? object) || object.key, reason })
    const paths = pathsIn(object).filter((path) => !change?.paths.includes(path))
    const lack = lackOf(object, now)
    if (lack !== null) refuse(`${paths.join(', ')} cannot be given back: ${lack}`)
    if (lack !== null || !now) continue
    const [set, open] = [paths.filter((path) => isSet(now, path)), paths.filter((path) => !isSet(now, path))]
    const since = set.filter((path) => differsAt(path, object, now))
    if (since.length > 0) refuse(`${since.join(', ')} was changed by others since, and stays as it is`)
    if (open.length === 0) continue
    if (change) instead.set(change, withValues(joined(change, now, open), object, open))
    else changes.push(changeOf(lost, withoutSecrets(now), open))
  }
  return { steps: steps.map((step) => instead.get(step) ?? step), changes, refused }
}

/** Where the values are that an object has lost: all of its profile but what it is known by. */
const pathsIn = ({ body, kind }: SyncObject): string[] =>
  Object.keys((valueAt(body, 'profile') ?? {}) as object)
    .filter((name) => !(kind === 'user' && name === 'login') && !(kind === 'group' && name === 'name'))
    .map((name) => `profile.${name}`)

const isSet = ({ body }: SyncObject, path: string) => (valueAt(body, path) ?? null) !== null

const differsAt = (path: string, { kind, body }: SyncObject, now: SyncObject) =>
  valueDifferences(FIELD_RULES[kind], withValue(now.body, path.split('.'), valueAt(body, path)), now.body, SAME_TERMS)
    .length > 0

function lackOf({ kind, body }: SyncObject, now: SyncObject | null): string | null {
  if (!now) return 'it is gone'
  return kind === 'user' && textAt(now.body, 'type.id') !== textAt(body, 'type.id') ? 'it is of another type' : null
}

const withValues = (step: ObjectStep, { body }: SyncObject, paths: readonly string[]): ObjectStep =>
  step.source
    ? {
        ...step,
        source: {
          ...step.source,
          body: paths.reduce((all, path) => withValue(all, path.split('.'), valueAt(body, path)), step.source.body),
        },
      }
    : step
