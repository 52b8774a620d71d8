import { computed, ref, shallowRef } from 'vue'
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

/**
 * The saved searches of a list by name, and what can be done with them; `<SavedSearches>` shows them.
 * @param current the body that saves the query of the page under a name
 */
export function useSavedSearches<Search extends Named, Write>(
  calls: SearchCalls<Search, Write>,
  current: (name: string) => Write,
) {
  const resource = useResource(calls.list)
  const byName = new Intl.Collator(undefined, { numeric: true })
  const searches = computed(() => (resource.data.value ?? []).toSorted((a, b) => byName.compare(a.name, b.name)))
  /** Whether the panel is open. */
  const show = ref(false)
  /** The id of the search that was opened or saved last: it stays open while the query is changed. */
  const lastOpened = ref<string | null>(null)
  /** The last deleted search, for undo. */
  const deleted = shallowRef<Search | null>(null)

  async function create(body: Write): Promise<Search> {
    const made = await calls.create(body)
    await resource.reload()
    return made
  }
  async function write({ id }: Search, body: Write): Promise<void> {
    await calls.replace(id, body)
    await resource.reload()
  }

  /** The search that the name dialog renames; null to save a new one. */
  const naming = shallowRef<Search | null>(null)
  const asking = ref(false)
  function askName(search: Search | null) {
    naming.value = search
    show.value = false
    asking.value = true
  }
  /** What the name dialog does. @throws ApiError */
  async function save(name: string) {
    if (naming.value) await write(naming.value, { ...calls.writeOf(naming.value), name })
    else lastOpened.value = (await create(current(name))).id
  }
  const replacing = useAction(async (search: Search) => {
    await write(search, current(search.name))
    lastOpened.value = search.id
  })
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
  const problem = computed(() => replacing.error.value ?? removing.error.value ?? restoring.error.value)

  return {
    ...{ resource, searches, show, lastOpened, deleted, naming, asking, problem },
    ...{ askName, save, replacing, removing, restoring },
  }
}

/** The state of the saved searches of one list. */
export type SavedSearchesState<Search extends Named, Write> = ReturnType<typeof useSavedSearches<Search, Write>>
