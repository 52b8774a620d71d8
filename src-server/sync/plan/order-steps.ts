import type { ObjectStep, OrderStep, PlanStep } from '#contract/sync/plan-step.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { natureInOurs, ownNature } from '../compare/pair-objects.ts'
import type { SyncObject } from '../snapshot.ts'
import { needsOf } from './dangling.ts'
import type { PlanSides } from './plan-sides.ts'
import { referencesOf } from './references.ts'

/**
 * Steps in an order in which each finds what it needs: kinds by their dependencies, what is named before what names it, a name free before it is taken;
 * the order of a list once all is in it; removals at the end, what names something before it. Where two need each other, one is made without what it
 * names, which a second change adds.
 */
export function inOrder(
  steps: readonly ObjectStep[],
  lists: readonly OrderStep[],
  sides: Pick<PlanSides, 'pairing'>,
): PlanStep[] {
  const sorting = new Sorting(steps, sides)
  const sorted: PlanStep[] = []
  const ofKind = Map.groupBy(byName(steps), ({ kind }) => kind)
  const isRemoval = ({ act }: ObjectStep) => act === 'remove'
  for (const kind of SYNC_KINDS) {
    for (const step of ofKind.get(kind) ?? []) if (!isRemoval(step)) sorted.push(...sorting.upTo(step))
    sorted.push(...lists.filter((list) => list.kind === kind))
  }
  for (const kind of SYNC_KINDS.toReversed()) sorted.push(...(ofKind.get(kind) ?? []).filter(isRemoval))
  return withListsLast(sorted)
}

const { compare } = new Intl.Collator('en', { numeric: true })

/** As a reader looks for them. */
const byName = (steps: readonly ObjectStep[]) =>
  steps.toSorted((a, b) => compare(a.parent ?? '', b.parent ?? '') || compare(a.name, b.name))

/** A list is put into order once all that is to be in it was made, wherever that has come to stand. */
function withListsLast(steps: readonly PlanStep[]): PlanStep[] {
  const last = new Map<SyncKind, number>()
  for (const [at, { kind, act }] of steps.entries()) if (act === 'create') last.set(kind, at)
  const later = (at: number, { kind, act }: PlanStep) => act === 'order' && (last.get(kind) ?? -1) > at
  const moved = steps.filter((step, at) => later(at, step))
  if (moved.length === 0) return [...steps]
  const sorted: PlanStep[] = []
  for (const [at, step] of steps.entries()) {
    if (later(at, step)) continue
    sorted.push(step)
    if (last.get(step.kind) === at) sorted.push(...moved.filter(({ kind }) => kind === step.kind))
  }
  return sorted
}

class Sorting {
  readonly #sides: Pick<PlanSides, 'pairing'>
  readonly #made = new Map<string, ObjectStep>()
  /** What frees a name of the target, by that. */
  readonly #frees = new Map<string, ObjectStep>()
  readonly #done = new Set<ObjectStep>()
  readonly #open = new Set<ObjectStep>()
  /** Changes of what was made without what it names, by what they wait for. */
  readonly #waiting = new Map<ObjectStep, ObjectStep[]>()

  constructor(steps: readonly ObjectStep[], sides: Pick<PlanSides, 'pairing'>) {
    this.#sides = sides
    for (const step of steps) {
      if (step.act === 'create' && step.source) {
        this.#made.set(`${step.kind} ${step.source.key}`, step)
        this.#made.set(`${step.kind}#${step.source.id}`, step)
      }
      const was = step.before && this.#natureOfTarget(step.before)
      if (was && step.source && was !== this.#natureOfSource(step.source)) this.#frees.set(was, step)
    }
  }

  /** A step with what has to come before it, without what has come already, and with what has waited for it. */
  upTo(step: ObjectStep): ObjectStep[] {
    if (this.#done.has(step)) return []
    this.#open.add(step)
    const cut: { needed: ObjectStep; field: string }[] = []
    const before = this.#needs(step).flatMap(({ needed, field }) => {
      if (!this.#open.has(needed)) return this.upTo(needed)
      if (field !== null && needed !== step) cut.push({ needed, field })
      return []
    })
    this.#open.delete(step)
    this.#done.add(step)
    return [...before, this.#withoutCut(step, cut), ...(this.#waiting.get(step) ?? [])]
  }

  /** Makes an object without the fields that name what waits for it; they are set once that is there. */
  #withoutCut(step: ObjectStep, cut: readonly { needed: ObjectStep; field: string }[]): ObjectStep {
    const { source, act } = step
    if (!source || act !== 'create' || cut.length === 0) return step
    const fields = new Set(cut.map(({ field }) => field))
    for (const { needed, field } of cut) {
      const set: ObjectStep = { ...step, act: 'change', paths: [field], before: null, notes: [], isGiven: false }
      this.#waiting.set(needed, [...(this.#waiting.get(needed) ?? []), set])
    }
    const kept = Object.entries(source.body).filter(([key]) => !fields.has(key))
    return { ...step, source: { ...source, body: Object.fromEntries(kept) } }
  }

  #needs(step: ObjectStep): { needed: ObjectStep; field: string | null }[] {
    const { source, kind, act } = step
    if (!source) return []
    const within = SYNCED_KINDS[kind].source.within?.kind
    const parent = within && source.parent !== null ? this.#made.get(`${within} ${source.parent}`) : undefined
    const wanted = this.#natureOfSource(source)
    const frees =
      wanted !== null && (act === 'create' || wanted !== this.#natureOfTarget(step.before))
        ? this.#frees.get(wanted)
        : undefined
    const whole = [parent, frees, ...needsOf({ kind, source: { ...source, body: {} } }).map((one) => this.#makes(one))]
    const named = Object.entries(source.body).flatMap(([field, value]) =>
      referencesOf(kind, { [field]: value }).map((one) => ({ needed: this.#makes(one), field })),
    )
    const all = [...whole.map((needed) => ({ needed, field: null })), ...named]
    return all.filter((one): one is { needed: ObjectStep; field: string | null } => one.needed !== undefined)
  }

  #makes({ id, kinds }: { id: string; kinds: readonly SyncKind[] }): ObjectStep | undefined {
    return kinds.map((kind) => this.#made.get(`${kind}#${id}`)).find((step) => step !== undefined)
  }

  #natureOfTarget(object: SyncObject | null): string | null {
    return object && `${object.kind} ${ownNature(object)}`
  }

  #natureOfSource(object: SyncObject | null): string | null {
    if (!object) return null
    const { kind, parent } = object
    const { pairing } = this.#sides
    const within = SYNCED_KINDS[kind].source.within?.kind
    const above = parent === null || !within ? null : (pairing.ours.get(within)?.get(parent) ?? `source ${parent}`)
    return `${kind} ${natureInOurs(object, above, pairing)}`
  }
}
