import type { SyncKind } from './kind-names.ts'
import type { SyncObject } from './sync-object.ts'

/** What both sides had agreed on about an object: as the target had it, and the key of the source. */
export interface AgreedRow extends Omit<SyncObject, 'kind'> {
  readonly kind: string
  readonly ourKey: string
}

/** A place in a list that both sides had agreed on. */
export interface AgreedPlace {
  readonly key: string
  readonly priority: unknown
}

/** An item of a list: its key and its name. */
export interface Listed {
  readonly key: string
  readonly name: string
}

/** What is new in a list, and all that is to be in it in the order of the source; by the keys of that. */
export interface Placed {
  readonly made: readonly string[]
  readonly order: readonly string[]
}

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
  /** Of one that is removed from a list with an order: what stands in it, in its order, by the keys of the target. */
  readonly among?: readonly Listed[]
  /** Of one that is removed: an id that it names and that the target does not have, so that it cannot be made again. */
  readonly lacks?: string
  /** Ids of what a later step removes: until then the target may name them in lists of this object, whatever was written. */
  readonly going?: readonly string[]
  /** Of a limit: what it limits has none before it is made, or is to have none once it is removed; absent: it has others. */
  readonly unlimited?: true
  /** The paths of secrets that it needs and its source brings along, as a draft does; absent: none. */
  readonly brings?: readonly string[]
  /** The values of the headers of a hook that it brings, encrypted; absent: none, or an earlier version has kept them in the source. */
  readonly sealedHeaders?: string
  /** Of one that takes back another: what both sides had agreed on before that; absent: they agree on what the step does. */
  readonly agreed?: { readonly row: AgreedRow | null }
}

/** A list that gets another order. */
export interface OrderStep extends AnyStep {
  readonly act: 'order'
  /** The key at the source of what the list belongs to; null: it is one of the organization. */
  readonly above: string | null
  /** Which list, such as the type of policies. */
  readonly list: string
  /** What the source has in it, in its order: keys and names. What only the target has keeps its place. */
  readonly wanted: readonly Listed[]
  /** Where only what is new gets a place, behind what it stands behind at the source, and what was there stays in the order of the target. */
  readonly placed?: Placed
  /** As the target had it, by its keys; what comes with the plan is not in it. */
  readonly before: readonly Listed[]
  /** As of {@link ObjectStep.agreed}. */
  readonly agreed?: { readonly places: readonly AgreedPlace[] }
}

export type PlanStep = ObjectStep | OrderStep

/** What a step has done to the target, in the words of that. */
export interface StepJournal {
  /** False where all was already as it was to be, and no step before has made it so. */
  readonly isWritten: boolean
  /** As it was before; null: it was not there, or the step is an order. */
  readonly former: SyncObject | null
  /** As it was afterwards; null: it is gone, or the step is an order. */
  readonly after: SyncObject | null
  /** Of an order: the key of what the list belongs to, and what stood in it before and afterwards. */
  readonly list: {
    readonly above: string | null
    readonly former: readonly Listed[]
    readonly after: readonly Listed[]
  } | null
  /** The paths of the secrets that were given for it; absent: none. */
  readonly secrets?: readonly string[]
  /** What both sides had agreed on before: about the object, and about the places of a list. */
  readonly agreed: { readonly row: AgreedRow | null; readonly places: readonly AgreedPlace[] }
}

/** What the target calls what the source has, as far as steps name it; what is not named is called the same, or is made by the plan. */
export interface PlanTerms {
  /** Keys of the target by kind and those of the source. */
  readonly keys: Readonly<Partial<Record<SyncKind, Readonly<Record<string, string>>>>>
  /** Ids of the target by kind and those of the source. */
  readonly ids: Readonly<Partial<Record<SyncKind, Readonly<Record<string, string>>>>>
  /** The names of applications of the target that limits of roles name, by id. */
  readonly appNames: Readonly<Record<string, string>>
}
