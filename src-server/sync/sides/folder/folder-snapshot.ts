import type { PlanStep } from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { SnapshotBuilder, type SyncObject } from '../../snapshot.ts'
import type { YamlFile } from './yaml-text.ts'

/** A file with its path below the folder. */
export interface ReadFile extends YamlFile {
  path: string
}

/** The path of a value in a file. */
export type InFile = readonly (string | number)[]

/** The organization that a folder holds, and where in it each object is. */
export class FolderSnapshot extends SnapshotBuilder {
  readonly #places = new Map<string, { file: ReadFile; within: InFile }>()
  readonly #orders: ReadFile | null

  /** @param orders the file of orders; null: there is none */
  constructor(orders: ReadFile | null) {
    super()
    this.#orders = orders
  }

  notePlace({ kind, key }: SyncObject, file: ReadFile, within: InFile): void {
    this.#places.set(`${kind} ${key}`, { file, within })
  }

  /** The file and the line of what a step is about, such as `groups/sales.yaml:5`; null: it is in none. @param field of its object, by its path */
  placeOf(step: PlanStep, field: string | null): string | null {
    if (step.act !== 'order') return step.source && this.#placeOf(step.kind, step.source.key, field)
    const above = SYNCED_KINDS[step.kind].source.within?.kind
    if (above && step.above !== null) return this.#placeOf(above, step.above, null)
    return this.#orders && placeIn({ file: this.#orders, within: [step.list] })
  }

  #placeOf(kind: string, key: string, field: string | null): string | null {
    const place = this.#places.get(`${kind} ${key}`)
    return place ? placeIn({ ...place, within: [...place.within, ...partsOf(field)] }) : null
  }
}

const partsOf = (field: string | null) => (field ?? '').split(/[.[\]]+/).filter(Boolean)

const placeIn = ({ file: { path, lineOf }, within }: { file: ReadFile; within: InFile }) => `${path}:${lineOf(within)}`
