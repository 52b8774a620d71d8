import type { SyncKind } from './kind-names.ts'
import type { SyncObject } from './sync-object.ts'

interface AnyStep {
  readonly kind: SyncKind
  /** What an administrator knows the object by; of an order what the list belongs to, or what stands in it. */
  readonly name: string
  /** The name of what it belongs to. */
  readonly parent: string | null
  /** What a person has to see to, each a sentence. */
  readonly notes: readonly string[]
}

/** One object that is made, changed or taken away. */
export interface ObjectStep extends AnyStep {
  readonly act: 'create' | 'change' | 'remove'
  /** The difference that it ends. */
  readonly difference: string
  /** As the source has it, in the words of the source; null: it is to be gone. */
  readonly source: SyncObject | null
  /** As the target had it; null: it is to be made. */
  readonly before: SyncObject | null
  /** The fields that are taken over from the source, of one that is changed. */
  readonly paths: readonly string[]
  /** The fields that differ and stay as they are. */
  readonly left: readonly string[]
  /** Whether it comes with what it belongs to, such as the default rule of a policy, so that it is only changed. */
  readonly isGiven: boolean
}

/** A list that gets another order. */
export interface OrderStep extends AnyStep {
  readonly act: 'order'
  /** The key at the source of what the list belongs to; null: it is one of the organization. */
  readonly above: string | null
  /** Which list, such as the type of policies. */
  readonly list: string
  /** What the source has in it, in its order: keys and names. What only the target has keeps its place. */
  readonly wanted: readonly { readonly key: string; readonly name: string }[]
  /** As the target had it, by its keys; what comes with the plan is not in it. */
  readonly before: readonly { readonly key: string; readonly name: string }[]
}

export type PlanStep = ObjectStep | OrderStep

/** What the target calls what the source has, as far as steps name it; what is not named is called the same, or is made by the plan. */
export interface PlanTerms {
  /** Keys of the target by kind and those of the source. */
  readonly keys: Readonly<Partial<Record<SyncKind, Readonly<Record<string, string>>>>>
  /** Ids of the target by kind and those of the source. */
  readonly ids: Readonly<Partial<Record<SyncKind, Readonly<Record<string, string>>>>>
  /** The names of applications of the target that limits of roles name, by id. */
  readonly appNames: Readonly<Record<string, string>>
}
