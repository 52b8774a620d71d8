import type { Component } from 'vue'
import type { OperationId } from '#contract/routes/index.ts'
import type { ReviewStep } from '#ui/api/review-steps.ts'
import { takeBackEach } from '#ui/api/take-back.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'
import type { Entity, Resource } from '../define-resource.ts'

/** What objects are that much is done to at once: their kind, and what they are called. */
export type BulkKind<One extends Entity = Entity> = Pick<Resource<One>, 'kind' | 'one' | 'many' | 'nameOf'>

/** Something done to many objects of a list, each by a request of its own. */
export interface BulkAction<One extends Entity = Entity> {
  key: string
  label: string
  /**
   * What is done to "12 groups", as a title and on the button that does it; the label before them unless said.
   * @param target the name of what they are given, where it is known
   */
  says?: (many: string, target?: string | null) => string
  /** After "12 groups": what was done. */
  done: string
  danger?: boolean
  /** What does it: who may not call it is not offered this. */
  needs?: OperationId | undefined
  /** What else happens to them, in a sentence. */
  note?: string
  /** Whether policies can name them, so that those that do are looked for before a danger; unless said, they can. */
  namable?: false
  /** Which of the chosen ones it can be done to; all unless said. */
  applies?: (object: One) => boolean
  /** What else has to be chosen, whose id `run` gets: an object of a kind, or one of a list. */
  target?: BulkTarget
  /** Shows what it would do to the chosen ones, while that is asked and its target is chosen; with at most so many of them. */
  preview?: BulkPreview
  /** Of what decides sign-ins: its part of the change that is reviewed first, once its target is chosen. */
  steps?: (object: One, target: string) => readonly ReviewStep[] | null
  /**
   * Does it to one of them; absent where the service does it to all (`BulkService`).
   * @param reason why; empty where nothing is said
   * @returns false where it was so already: there is nothing to take back
   * @throws ApiError
   */
  run?: (object: One, target: string, reason: string) => Promise<unknown>
  /** Takes it back from all to which it was done, in their order, where versions do not. @throws ApiError */
  undo?: (objects: readonly One[], target: string) => Promise<unknown>
  /** The ids of what it changed that has versions, where that is not the objects themselves. @throws ApiError */
  versioned?: (objects: readonly One[], target: string) => Promise<readonly string[]>
}

/** What a preview has come to: one that failed says nothing about what would happen; `loss`: people lose access by it. */
export type PreviewState = 'waiting' | 'failed' | 'ready' | 'loss'

/** What the component of a preview gets, which says with `update:state` what it has come to. */
export interface PreviewProps<One extends Entity = Entity> {
  objects: readonly One[]
  /** What they are given, once that is chosen. */
  target?: string | null
  whole?: WholeSearch | null
}

export interface BulkPreview {
  component: Component
  most: number
  /** Whether it names all objects by itself. */
  namesAll?: true
  /** Whether a loss of access has to be confirmed in words, as it cannot be taken back as it was. */
  confirmsLoss?: true
}

/** What many objects are given. `choices` is read when the dialog opens. */
export type BulkTarget = { label: string } & ({ kind: EntityKind } | { choices: () => Promise<BulkChoice[]> })

type BulkChoice = { value: string; label: string }

/** All that a search finds, in place of chosen ones. */
export interface WholeSearch {
  /** In the grammar of the list. */
  search: string
  /** How many it found. */
  count: number
}

/** Whom something is done to: named by their ids, or all that a search finds, of which so many were shown. */
type BulkWhom = { ids: string[] } | { search: string; expected: number }

/** A kind of which the service does something to many by itself, in place of a request for each. */
export interface BulkService {
  /** How many a search finds. @throws ApiError */
  count: (search: string) => Promise<number>
  /** Asks for it; how far it is, what failed and the way back are shown by who gave this. @throws ApiError */
  begin: (action: Pick<BulkAction, 'key' | 'label' | 'done'>, whom: BulkWhom, target: string) => Promise<unknown>
}

/** What a list lets one do to many at once, beside what its kind allows. */
export interface BulkOptions<One extends Entity> {
  /** Which can be switched off and on, and which deleted; all unless said. */
  canSwitch?: (object: One) => boolean
  canDelete?: (object: One) => boolean
  /** Whether switching is taken back by switching again: of a kind without versions, where that is all that it does. */
  switchesBack?: boolean
  more?: readonly BulkAction<One>[]
  /** Of an action that its kind allows, by its key. */
  previews?: Readonly<Record<string, BulkPreview>>
  /** Where the service does it to many by itself. */
  service?: BulkService
}

const isActive = ({ status }: Entity) => status === 'ACTIVE'

/** Switching many on or off. */
function switching<One extends Entity>(
  resource: Resource<One>,
  active: boolean,
  { canSwitch = () => true, switchesBack }: BulkOptions<One>,
): BulkAction<One> {
  const verb = active ? 'activate' : 'deactivate'
  const action: BulkAction<One> = {
    ...{ key: verb, label: active ? 'Activate' : 'Deactivate', done: `${verb}d`, danger: !active },
    needs: resource.operations[verb],
    applies: (one) => canSwitch(one) && isActive(one) !== active,
    steps: ({ id }) => resource.stepsOf(verb, id),
    run: ({ id }, _, reason) => resource.setActive(id, active, reason),
  }
  if (!switchesBack) return action
  return {
    ...action,
    async run({ id }, _, reason) {
      if (isActive(await resource.read(id)) === active) return false
      return resource.setActive(id, active, reason)
    },
    undo: (objects) => takeBackEach(objects, ({ id }) => resource.setActive(id, !active), resource.nameOf),
  }
}

/** Deleting many, by the kind's own word for it. */
function deleting<One extends Entity>(
  resource: Resource<One>,
  { canDelete = () => true }: BulkOptions<One>,
): BulkAction<One> {
  const { verb, done } = resource.removal
  return {
    ...{ key: 'delete', label: verb, done, danger: true },
    needs: resource.operations.remove,
    ...(!resource.namable && { namable: false }),
    applies: (one) => canDelete(one) && !(resource.lifecycle && isActive(one)),
    steps: ({ id }) => resource.stepsOf('remove', id),
    run: ({ id }, _, reason) => resource.remove(id, reason),
  }
}

/** What can be done to many objects of a kind, by its operations; what has a life is deleted only when inactive. */
export function bulkActionsOf<One extends Entity>(
  resource: Resource<One>,
  options: BulkOptions<One>,
): BulkAction<One>[] {
  const { more = [], previews = {} } = options
  const own = [
    ...(resource.lifecycle ? [true, false].map((active) => switching(resource, active, options)) : []),
    ...(resource.removable ? [deleting(resource, options)] : []),
  ]
  return [
    ...more,
    ...own.map((action) => ({ ...action, ...(previews[action.key] && { preview: previews[action.key]! }) })),
  ]
}
