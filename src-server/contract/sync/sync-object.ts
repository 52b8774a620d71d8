import type { Body } from './definition.ts'
import type { SyncKind } from './kind-names.ts'

/** One object of a side. */
export interface SyncObject {
  readonly kind: SyncKind
  /** Unique among the objects of its kind and side: its id, below the key of its parent where it has one. */
  readonly key: string
  /** As the interface calls it in paths and references; empty for what there is one of. */
  readonly id: string
  /** The key of the object that it belongs to; null: to none. */
  readonly parent: string | null
  /** Which call of its source answered it, such as the type of a policy; empty where there is one. */
  readonly call: string
  readonly body: Body
}
