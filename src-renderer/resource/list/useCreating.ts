import { computed, type ComputedRef, type Ref } from 'vue'
import { useCreateQuery } from '#ui/composables/useCreateQuery.ts'
import { usePageKeys } from '#ui/stores/page-keys.ts'
import type { Entity } from '../define-resource.ts'
import type { ListState } from './useListPage.ts'

/**
 * The ways to the dialog that creates one, beside the button: the page's key and the palette.
 * @param creatable whether the page has such a dialog @param creating whether it is open
 * @returns whether the caller may create one here
 */
export function useCreating<One extends Entity>(
  { resource, mayCreate }: Pick<ListState<One>, 'resource' | 'mayCreate'>,
  creatable: boolean,
  creating: Ref<boolean>,
): ComputedRef<boolean> {
  const isOffered = computed(() => creatable && mayCreate.value)
  const create = () => isOffered.value && (creating.value = true)
  if (creatable) {
    useCreateQuery(resource.kind, create)
    usePageKeys({ create })
  }
  return isOffered
}
