import type { ObjectStep, PlanStep } from '#contract/sync/plan-step.ts'
import { isPlatformApp } from '#contract/apps/platform-apps.ts'
import { textAt, valueAt, withValue } from '#contract/sync/definition.ts'
import { notesOf } from '#contract/sync/needed-secrets.ts'
import { differenceId } from '../compare/difference-id.ts'
import type { PlanRefusal } from '../plan/plan-sides.ts'
import { nameOf, type SyncObject } from '../snapshot.ts'
import { changedPaths, type Gone } from './changed-paths.ts'
import type { Lost } from './inverse-steps.ts'

/** What stayed and named something that was removed: as it was, and as the target has it now. */
export interface Along extends Lost {
  readonly now: SyncObject
}

interface Parts extends Gone {
  /** What takes back the steps themselves. */
  readonly steps: readonly PlanStep[]
}

/** What gives back what was changed along. */
interface GivenBack {
  /** Those that take back the steps, with what is given back of the same objects. */
  readonly steps: readonly PlanStep[]
  /** What can only be made again, and has to go before it is. */
  readonly removals: readonly ObjectStep[]
  readonly lost: readonly Lost[]
  /** Changes of what the plan itself has not changed, once all is made again. */
  readonly changes: readonly ObjectStep[]
  readonly refused: readonly PlanRefusal[]
}

/**
 * Gives back what removals have changed along: the fields that name what was removed, so far as no one has changed them since. An object that the plan
 * has changed itself is changed back once, in all of it. Pure.
 */
export function givenBack(along: readonly Along[], { steps, ...gone }: Parts): GivenBack {
  const back = { removals: [] as ObjectStep[], lost: [] as Lost[], changes: [] as ObjectStep[] }
  const refused: PlanRefusal[] = []
  const changes = changesByObject(steps)
  const instead = new Map<PlanStep, ObjectStep | null>()
  for (const { now, ...former } of along) {
    const own = changes.get(idOf(now)) ?? null
    const { paths, since, lost, fixed } = changedPaths({ former: former.object, now, taken: own?.paths ?? [] }, gone)
    const refuse = (reason: string) => refused.push({ kind: now.kind, name: nameOf(now), reason })
    if (since.length > 0) refuse(`${since.join(', ')} was changed by others since, and stays as it is`)
    if (lost.length > 0) refuse(`${lost.join(', ')} cannot be given back: it names what cannot be made again`)
    if (paths.length === 0) continue
    const reason = reasonOf(former, fixed)
    if (reason !== null) refuse(`${paths.join(', ')} cannot be given back: ${reason}`)
    else if (fixed) {
      back.removals.push(removalOf(former, now))
      back.lost.push(own ? { ...former, object: own.source, agreed: own.agreed?.row ?? null } : former)
      if (own) instead.set(own, null)
    } else if (own) instead.set(own, joined(own, now, paths))
    else back.changes.push(changeOf(former, now, paths))
  }
  const kept = steps.map((step) => (instead.has(step) ? instead.get(step) : step))
  return { ...back, steps: kept.filter((step) => step !== null && step !== undefined), refused }
}

type Change = ObjectStep & { readonly source: SyncObject }

const isChange = (step: PlanStep): step is Change => step.act === 'change' && step.source !== null

/** An object among others of its side. */
export const idOf = ({ kind, key }: Pick<SyncObject, 'kind' | 'key'>) => `${kind} ${key}`

/** The changes among steps that take others back, by {@link idOf} the object. */
export const changesByObject = (steps: readonly PlanStep[]): ReadonlyMap<string, Change> =>
  new Map(steps.flatMap((step) => (isChange(step) ? [[idOf(step.source), step] as const] : [])))

function reasonOf({ object: { kind, body }, lacks }: Lost, fixed: boolean): string | null {
  if (kind === 'app' && isPlatformApp(textAt(body, 'name'))) return 'it is an application of the platform'
  return fixed && lacks !== null ? `it names ${lacks}, which is not there any more` : null
}

/** Gives an object back some of what it had. */
export const changeOf = ({ object, parent, agreed }: Lost, now: SyncObject, paths: readonly string[]): ObjectStep => {
  const { kind } = object
  const step = { act: 'change', kind, source: object, before: now, paths, isGiven: false } as const
  const about = { name: nameOf(now), parent, difference: differenceId(kind, now, object), left: [] }
  return { ...step, ...about, notes: notesOf(step), agreed: { row: agreed } }
}

const removalOf = ({ object, parent }: Lost, now: SyncObject): ObjectStep => ({
  ...{ act: 'remove', kind: object.kind, source: null, before: now, paths: [], isGiven: false, notes: [], left: [] },
  ...{ name: nameOf(now), parent, difference: differenceId(object.kind, now, null), agreed: { row: null } },
})

/** A change of the plan that is taken back, with what was changed along: what others have changed of the rest since is found still. */
export function joined(change: Change, now: SyncObject, paths: readonly string[]): ObjectStep {
  const before = change.before ?? now
  const body = paths.reduce((body, path) => withValue(body, path.split('.'), valueAt(now.body, path)), before.body)
  return { ...change, before: { ...before, body }, paths: [...new Set([...change.paths, ...paths])] }
}
