import type { PlanStep } from '#contract/sync/plan-step.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { StepResult } from './apply-parts.ts'
import { StepStopped } from './step-stopped.ts'
import type { Place, TargetReader } from './target-reader.ts'

interface Written {
  readonly key: string
  readonly name: string
  readonly isThere: boolean
}

/**
 * Reads again what relates objects, such as memberships, and can only be read with all of its list: once, when all that is written to a list in a row
 * was.
 */
export class RelationCheck {
  readonly #reader: TargetReader
  readonly #target: string
  #place: Place | null = null
  #written = new Map<string, Written>()

  constructor(reader: TargetReader, target: string) {
    this.#reader = reader
    this.#target = target
  }

  note(step: PlanStep, { after, isWritten }: StepResult): void {
    if (step.act === 'order' || SYNC_WRITES[step.kind].get || !isWritten) return
    const object = after ?? step.before
    if (!object || SYNC_WRITES[step.kind].create === null) return
    const { kind, parent, call, key } = object
    this.#place ??= { kind, parent, call }
    this.#written.set(key, { key, name: step.name, isThere: after !== null })
  }

  /** Reads again what was written, if the next step is about something else. */
  async before({ kind }: PlanStep): Promise<void> {
    const { size } = this.#written
    if (this.#place && (this.#place.kind !== kind || size >= MOST_AT_ONCE)) await this.check()
  }

  /** @throws StepStopped where something is not as it was written */
  async check(): Promise<void> {
    const place = this.#place
    if (!place) return
    const written = this.#written
    this.#place = null
    this.#written = new Map()
    this.#reader.forget()
    for (const [parent, some] of Map.groupBy(written.values(), ({ key }) => parentOf(key))) {
      const list = await this.#reader.list({ ...place, parent })
      const there = new Set(list.map(({ key }) => key))
      const other = some.find(({ key, isThere }) => there.has(key) !== isThere)
      if (other) throw this.#stopped(place, other)
    }
  }

  #stopped({ kind }: Place, { name, isThere }: Written): StepStopped {
    const what = isThere ? 'was added, and is not there' : 'was removed, and is still there'
    return new StepStopped(`The ${SYNCED_KINDS[kind].singular} “${name}” of ${this.#target}`, what)
  }
}

/** So many are written at the most before they are read again. */
const MOST_AT_ONCE = 1_000

/** The key of what an object belongs to. */
const parentOf = (key: string) => key.slice(0, key.lastIndexOf('/'))
