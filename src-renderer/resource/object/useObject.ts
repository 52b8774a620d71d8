import type { DropdownOption } from 'naive-ui'
import { computed, ref } from 'vue'
import type { ObjectReference } from '#contract/gatehouse/workspace.ts'
import { findReferences } from '#ui/api/references.ts'
import { hasUndo } from '#ui/api/versions.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { useToasts } from '#ui/composables/useToasts.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { useNamesStore } from '#ui/stores/names.ts'
import { switchQuestion, useReviewStore } from '#ui/stores/review.ts'
import { useRightsStore } from '#ui/stores/rights.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import type { Entity, Resource } from '../define-resource.ts'

interface ObjectOptions<One> {
  /** Reads it again. */
  reload: () => unknown
  /** After it was deleted. */
  gone: () => unknown
  /** Reads the objects that name it; by default those that name its id, where the kind can be named. */
  referencesOf?: (id: string, signal?: AbortSignal) => Promise<ObjectReference[]>
  /** What its menu offers: the label of editing, of deleting, and whether it can be switched off and on. */
  menu?: (object: One) => { edit?: string; remove?: string; lifecycle?: boolean }
}

/** One object that is shown, on a page or in a drawer: what names it, its life, and what was done to it. */
export function useObject<One extends Entity>(
  resource: Resource<One>,
  id: string,
  object: () => One | undefined,
  options: ObjectOptions<One>,
) {
  const names = useNamesStore()
  const workspace = useWorkspaceStore()
  const review = useReviewStore()
  const notes = useToasts()
  const editing = ref(false)
  const deleting = ref(false)
  const { can } = useRightsStore()
  const { replace, remove: removal, activate } = resource.operations
  const may = {
    edit: computed(() => replace === undefined || can(replace)),
    remove: computed(() => removal === undefined || can(removal)),
    /** Whether it may be switched off and on. */
    lifecycle: computed(() => activate === undefined || can(activate)),
    /** Whether what names it may be read. */
    seeReferences: computed(() => can('listReferences')),
  }
  const { referencesOf = resource.namable && may.seeReferences.value ? findReferences : null } = options
  const references = useResource(async (signal) => (await referencesOf?.(id, signal)) ?? [])
  const name = computed(() => {
    const now = object()
    return now ? resource.nameOf(now) : ''
  })
  const active = computed(() => object()?.status === 'ACTIVE')

  /** Says what was done, with a way back where the kind has versions. */
  const say = async (words: string) => (hasUndo(resource.kind) ? notes.changed(words, id) : notes.success(words))

  async function changed() {
    names.forget(id)
    await options.reload()
  }
  async function saved() {
    await changed()
    if (hasUndo(resource.kind)) await say(`${name.value} was saved`)
  }
  async function gone() {
    names.forget(id)
    void workspace.refresh()
    await say(`${name.value} is ${resource.removal.done}`)
    await options.gone()
  }
  const switching = useAction(async () => {
    const on = !active.value
    const steps = resource.stepsOf(on ? 'activate' : 'deactivate', id)
    const going = steps ? await review.ask(switchQuestion(resource.one, name.value, on, steps)) : { reason: '' }
    if (!going) return
    await resource.setActive(id, on, going.reason)
    await changed()
    if (hasUndo(resource.kind)) await say(`${name.value} is ${on ? 'active' : 'inactive'} now`)
  })

  /** The object's own entries of its menu; a way of deleting waits until it is inactive, where it can be. */
  const menu = computed<DropdownOption[]>(() => {
    const now = object()
    const offered = (now && options.menu?.(now)) ?? {}
    const edit = may.edit.value && offered.edit
    const remove = may.remove.value && offered.remove
    const lifecycle = may.lifecycle.value && offered.lifecycle
    const blocked = lifecycle && active.value
    return [
      ...(edit ? [{ key: 'edit', label: edit }] : []),
      ...(lifecycle ? [{ key: 'switch', label: active.value ? 'Deactivate' : 'Activate' }] : []),
      ...(remove
        ? [{ key: 'delete', label: blocked ? `${remove} (deactivate it first)` : remove, disabled: blocked }]
        : []),
    ]
  })
  const ACTIONS: Record<string, () => unknown> = {
    edit: () => (editing.value = true),
    switch: () => switching.run(),
    delete: () => (deleting.value = true),
  }

  return {
    resource,
    id,
    name,
    active,
    may,
    references,
    editing,
    deleting,
    switching,
    menu,
    select: (key: string) => ACTIONS[key]?.(),
    changed,
    saved,
    gone,
    restorable: hasUndo(resource.kind),
    remove: (reason = '') => resource.remove(id, reason),
  }
}

export type ObjectState = Omit<ReturnType<typeof useObject>, 'resource'> & {
  resource: Pick<Resource, 'get' | 'paramsOf' | 'one' | 'stepsOf' | 'removal' | 'namable'>
}
