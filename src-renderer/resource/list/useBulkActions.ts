import { computed, type ComputedRef } from 'vue'
import { useRightsStore } from '#ui/stores/rights.ts'
import type { Entity, Resource } from '../define-resource.ts'
import { bulkActionsOf, type BulkAction, type BulkOptions } from './bulk.ts'

/** What the caller may do to many objects of a kind. */
export function useBulkActions<One extends Entity>(
  resource: Resource<One>,
  options: () => BulkOptions<One> | undefined,
): ComputedRef<BulkAction<One>[]> {
  const { can } = useRightsStore()
  return computed(() => bulkActionsOf(resource, options() ?? {}).filter(({ needs }) => !needs || can(needs)))
}
