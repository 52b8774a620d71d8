import type { PlanStep, PlanTerms } from '#contract/sync/plan-step.ts'
import type { Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { isRelation } from '#contract/sync/synced-kinds.ts'
import { termsOf } from '../compare/compare-snapshots.ts'
import type { Terms } from '../compare/compare-values.ts'
import type { Pairing } from '../compare/pair-objects.ts'
import { mapsOf } from '../plan/plan-terms.ts'
import { holdersOf, removedAttributes } from '../plan/removed-attributes.ts'
import { withoutItems } from './without-items.ts'

/** What the target of a plan calls what the source has: as the plan says, and what was made by it since. */
export class TargetNames {
  readonly pairing: Pairing
  readonly #keys: Map<SyncKind, Map<string, string>>
  readonly #ids: Map<SyncKind, Map<string, string>>
  readonly terms: Terms
  readonly #appNames: Map<string, string>
  readonly #touched = new Set<string>()
  readonly #written = new Set<string>()
  readonly #lost = new Set<string>()

  constructor({ keys, ids, appNames }: PlanTerms) {
    this.#keys = mapsOf(keys)
    this.#ids = mapsOf(ids)
    this.pairing = { ours: this.#keys, ids: this.#ids, ambiguous: [] }
    this.terms = termsOf(this.pairing)
    this.#appNames = new Map(Object.entries(appNames))
  }

  /** The key of the target; undefined where the plan does not say it, or has not made it yet. */
  keyOf(kind: SyncKind, sourceKey: string): string | undefined {
    return this.#keys.get(kind)?.get(sourceKey)
  }

  appName(id: string): string {
    return this.#appNames.get(id) ?? ''
  }

  /** Notes what was made of an object of the source. */
  note(kind: SyncKind, source: { key: string; id: string }, made: { key: string; id: string; appName: string }): void {
    this.#keys.get(kind)?.set(source.key, made.key)
    if (source.id) this.#ids.get(kind)?.set(source.id, made.id)
    if (kind === 'app') this.#appNames.set(made.id, made.appName)
    this.touch(kind, made.id)
  }

  /** Notes an object of the target that the plan has written. */
  touch(kind: SyncKind, id: string): void {
    if (!id) return
    this.#touched.add(id)
    if (!isRelation(kind)) this.#written.add(id)
  }

  /** Whether the plan has written the object of an id itself, and not only what relates it to another. */
  isWritten(id: string): boolean {
    return this.#written.has(id)
  }

  /** Notes what objects lose of their profiles with what a step takes from a schema. */
  noteLost(step: PlanStep): void {
    const names = removedAttributes(step)
    for (const kind of holdersOf(step.kind)) for (const name of names) this.#lost.add(`${kind} profile.${name}`)
  }

  /** Whether objects of a kind have lost a field with what the plan has taken from a schema. */
  hasLost(kind: SyncKind, path: string): boolean {
    return this.#lost.has(`${kind} ${path}`)
  }

  /**
   * A body without the items of its lists that name what was written by the plan. WHY: the target adds some itself, such as a new authenticator to the
   * policies of enrolment, which is no change by others.
   */
  withoutTouched(body: Body): Body {
    return withoutItems(body, this.#touched)
  }
}
