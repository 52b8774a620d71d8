import { computed, shallowRef } from 'vue'
import { useAction } from './useAction.ts'
import { useResource } from './useResource.ts'

interface Named {
  id: string
  name: string
}

/** How the saved searches of one list are read and written. @throws ApiError, each of them */
interface SearchCalls<Search extends Named, Write> {
  list: (signal: AbortSignal) => Promise<Search[]>
  create: (body: Write) => Promise<Search>
  replace: (id: string, body: Write) => Promise<Search>
  remove: (id: string) => Promise<unknown>
  /** The body that a search is written with. */
  writeOf: (search: Search) => Write
}

/** The saved searches of a list by name, and what can be done with them. */
export function useSavedSearches<Search extends Named, Write>(calls: SearchCalls<Search, Write>) {
  const resource = useResource(calls.list)
  const byName = new Intl.Collator(undefined, { numeric: true })
  const searches = computed(() => (resource.data.value ?? []).toSorted((a, b) => byName.compare(a.name, b.name)))
  /** The last deleted search, for undo. */
  const deleted = shallowRef<Search | null>(null)

  async function create(body: Write): Promise<Search> {
    const made = await calls.create(body)
    await resource.reload()
    return made
  }
  async function replace({ id }: Search, body: Write): Promise<Search> {
    const written = await calls.replace(id, body)
    await resource.reload()
    return written
  }
  const removing = useAction(async (search: Search) => {
    await calls.remove(search.id)
    deleted.value = search
    await resource.reload()
  })
  /** Saves it again; it has another id from then on. */
  const restoring = useAction(async () => {
    if (!deleted.value) return
    await create(calls.writeOf(deleted.value))
    deleted.value = null
  })
  return { resource, searches, deleted, create, replace, removing, restoring }
}
