import { LIMITS } from '#contract/interface/limits.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { SyncObject } from '../snapshot.ts'
import type { Step } from './steps.ts'

/**
 * Whether so much of a kind is gone at the remote that this is rather a fault there, or of its token, than a decision: what a remote does not list
 * must not empty the workspace unasked.
 * @param known how many of the kind both sides have agreed on
 */
export const areTooMany = (removals: number, known: number): boolean =>
  removals > LIMITS.pullRemovals && removals * 2 > known

/** What is taken away at the end of a round of a pull. */
export class Removals {
  readonly #steps: Step[] = []
  /** By kind and our key, with what goes along. */
  readonly #going = new Set<string>()

  add(steps: readonly Step[]): void {
    this.#steps.push(...steps)
    for (const { kind, target } of steps) this.#going.add(`${kind} ${[...target.above, target.id].join('/')}`)
  }

  /** Whether what an object belongs to is taken away; then it is gone with that. */
  goesAlong({ kind, key, parent }: SyncObject): boolean {
    const isGoing = this.#going.has(`${SYNCED_KINDS[kind].source.within?.kind} ${parent}`)
    if (isGoing) this.#going.add(`${kind} ${key}`)
    return isGoing
  }

  /** By kind: what names something, or belongs to it, goes before it. */
  inOrder(): [SyncKind, Step[]][] {
    return [...Map.groupBy(this.#steps, ({ kind }) => kind)].reverse()
  }
}
