import type { Component } from 'vue'
import type { Engine, ObjectReference } from '#contract/gatehouse/workspace.ts'
import type { Item, ListOperation } from '#contract/routes/lists.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'
import { defineResource, type Entity, type Resource, type ResourceSpec } from '../define-resource.ts'
import type { ObjectForm } from '../form/field-specs.ts'

/** How a collection is shown, beside what it is. */
interface CollectionView<One extends Entity> {
  lead: string
  /** The only engine that has it; absent: both. */
  engine?: Engine
  /** What the list says of an object beside its name, and the title of that column. */
  about(object: One): string
  aboutTitle: string
  changedAt(object: One): string
  isDefault?(object: One): boolean
  /** Why an object cannot be deleted; null for all others. */
  builtIn?(object: One): string | null
  /** Whether it can be deleted now; what is built in never can. */
  canDelete?(object: One): boolean
  /** Whether it can be switched off and on; all of a kind that has a life unless said. */
  canSwitch?(object: One): boolean
  /** The policies and rules that name it; by its id unless said. */
  referencesOf?(object: One, signal?: AbortSignal): Promise<ObjectReference[]>
  /** What those are called above their list in the drawer, and what it means when there are none. */
  referencesTitle?: string
  unused?: string
  form: ObjectForm<One>
  /** What the drawer shows below the form: gets the `object`, and emits `changed`. */
  parts?: Component
}

/** A small collection that has a list, and a drawer with a form for each object: all of it is this table. */
export interface Collection<One extends Entity = Entity> extends CollectionView<One> {
  resource: Resource<One>
}

/** Declares a collection: what it is (see `defineResource`) and how it is shown. */
export function defineCollection<const Kind extends EntityKind, const List extends ListOperation>(
  resource: ResourceSpec<Kind, List>,
  view: CollectionView<Item<List> & Entity>,
): Collection<Item<List> & Entity> {
  return { ...view, resource: defineResource(resource) }
}

/** For collections whose objects policies name. */
export const NAMED_BY_POLICIES = {
  referencesTitle: 'Policies and rules that use it',
  unused: 'Changing or deleting it affects no one.',
} as const
