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

/**
 * Whether what an object belongs to, or relates to, is taken away: then it is gone with that, and could not always go before it, as the last limit of a
 * role cannot.
 * @param going by kind and key
 */
export function goesWith(going: ReadonlySet<string>, { kind, parent, id }: SyncObject): boolean {
  const { source, id: where } = SYNCED_KINDS[kind]
  const related = where !== null && typeof where === 'object' ? where.relatesTo : []
  return going.has(`${source.within?.kind} ${parent}`) || related.some((one) => going.has(`${one} ${id}`))
}

/** What is taken away at the end of a round of a pull. */
export class Removals {
  readonly #steps: Step[] = []
  /** By kind and our key, with what goes along. */
  readonly #going = new Set<string>()

  add(steps: readonly Step[]): void {
    this.#steps.push(...steps)
    for (const { kind, target } of steps) this.#going.add(`${kind} ${[...target.above, target.id].join('/')}`)
  }

  /** Whether an object {@link goesWith} what is taken away. */
  goesAlong(object: SyncObject): boolean {
    const isGoing = goesWith(this.#going, object)
    if (isGoing) this.#going.add(`${object.kind} ${object.key}`)
    return isGoing
  }

  /** By kind: what names something, or belongs to it, goes before it. */
  inOrder(): [SyncKind, Step[]][] {
    return [...Map.groupBy(this.#steps, ({ kind }) => kind)].reverse()
  }
}
