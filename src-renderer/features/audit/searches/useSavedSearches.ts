import { computed, ref } from 'vue'
import type { SavedSearch, SavedSearchWrite } from '#contract/log/log-browse.ts'
import { api } from '#ui/api/client.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { writeOf } from './saved-searches.ts'

/** The saved searches of the workspace by name, and what can be done with them. */
export function useSavedSearches() {
  const resource = useResource((signal) => api.call('listSavedSearches', { signal }))
  const byName = new Intl.Collator(undefined, { numeric: true })
  const searches = computed(() => (resource.data.value ?? []).toSorted((a, b) => byName.compare(a.name, b.name)))
  /** The last deleted search, for undo. */
  const deleted = ref<SavedSearch | null>(null)

  async function create(body: SavedSearchWrite): Promise<SavedSearch> {
    const made = await api.call('createSavedSearch', { body })
    await resource.reload()
    return made
  }
  async function replace({ id }: SavedSearch, body: SavedSearchWrite): Promise<SavedSearch> {
    const written = await api.call('replaceSavedSearch', { params: { searchId: id }, body })
    await resource.reload()
    return written
  }
  const removing = useAction(async (search: SavedSearch) => {
    await api.call('deleteSavedSearch', { params: { searchId: search.id } })
    deleted.value = search
    await resource.reload()
  })
  /** Saves it again; it has another id from then on. */
  const restoring = useAction(async () => {
    if (!deleted.value) return
    await create(writeOf(deleted.value))
    deleted.value = null
  })
  return { resource, searches, deleted, create, replace, removing, restoring }
}
