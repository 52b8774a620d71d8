import { computed, shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import { useRouter } from 'vue-router'
import type { Dialect } from '#filter/index.ts'
import { count } from '#ui/lib/numbers.ts'
import { findByWords } from '#ui/domain/find-by-words.ts'
import { pathOf } from '#ui/domain/paths.ts'
import { usePages } from '#ui/composables/usePages.ts'
import { useQueryState } from '#ui/composables/useQueryState.ts'
import { useRightsStore } from '#ui/stores/rights.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import type { Entity, Resource } from '../define-resource.ts'
import { findObjects } from './find-objects.ts'
import { readFind } from './list-expression.ts'
import { sortQueryOf, type ServiceOrder } from './service-order.ts'

/** A filter that the page has controls of its own for. */
interface Narrowing {
  /** In the list's own grammar; empty: none. */
  filter: () => string
  clear: () => void
}

interface ListOptions<One> {
  /** The list is read so many at a time, and the service searches it; absent: it is read whole, and searched here. */
  pageSize?: number
  /** False keeps the service's order. Names sort the list as soon as all of it is here. */
  sorted?: boolean
  /** Expressions that the service's list takes as its `search`, in place of words; with `pageSize`. */
  grammar?: MaybeRefOrGetter<Dialect>
  /** Columns that the service sorts by, with `grammar`. */
  order?: ServiceOrder
  /** What narrows the service's list beside its search, as its `filter`; with `pageSize`. */
  narrow?: Narrowing
  /** What every request of the list carries, such as what is to stand beside each object; with `grammar`, whose `search` takes ids. */
  query?: object
  /** What a search here looks through; the name unless said. */
  textOf?: (object: One) => string
  /** How many there are in all, in words, such as "12 groups". */
  total?: () => string
  /** Where a row leads: to the object's page, or to a drawer beside the list. Default `page`. */
  opens?: 'page' | 'drawer'
}

/** A list whole lists need no search below. */
const SEARCHABLE = 15
/** A list longer than this is sorted and filtered as far as it was read, and says so. */
const MOST_LOADED = 5_000

/** The state of a list page: its rows, its search, which is in the address, and the object that is open beside it. */
export function useListPage<One extends Entity>(resource: Resource<One>, options: ListOptions<One> = {}) {
  const { pageSize, order, narrow, sorted = true, textOf = resource.nameOf } = options
  const grammar = computed(() => toValue(options.grammar))
  const router = useRouter()
  const workspace = useWorkspaceStore()
  const rights = useRightsStore()
  const find = useQueryState<string>('q', '')
  const sort = useQueryState<string>('sort', '')
  const openId = useQueryState<string>('open', '')
  const reading = computed(() => readFind(find.value, grammar.value))
  /** The last search that could be read: the list stays as it is while an expression is being written. */
  const asked = shallowRef('')
  watch(
    reading,
    ({ kind }) => {
      if (kind !== 'wrong') asked.value = find.value
      // Another grammar: what was asked before the attributes were known has none of them.
      else if (asked.value === find.value) asked.value = ''
    },
    { immediate: true },
  )
  /** Of what the service found, the ids that have the words but for one letter. */
  const similarIds = shallowRef<ReadonlySet<string>>(new Set())

  const filter = computed(() => narrow?.filter() ?? '')
  /** WHY searched here: the service's search over names takes no filter. */
  async function findNarrowed(signal: AbortSignal) {
    const all = await resource.readAll(signal, { filter: filter.value })
    similarIds.value = new Set()
    return { items: findByWords(asked.value, all, textOf).found, next: null }
  }

  async function readPart(after: string | null, signal: AbortSignal) {
    if (!pageSize) return { items: await resource.readAll(signal), next: null }
    if (filter.value && asked.value) return findNarrowed(signal)
    const isExpression = readFind(asked.value, grammar.value).kind === 'expression'
    if (!asked.value || isExpression) {
      const sorting = sortQueryOf(sort.value, order)
      const search = asked.value || (sorting && order?.all)
      const narrowed = { ...(search ? { search } : {}), ...(filter.value ? { filter: filter.value } : {}) }
      const asking = { ...options.query, ...narrowed, ...sorting, limit: pageSize }
      return resource.readPage({ ...asking, ...(after ? { after } : {}) }, signal)
    }
    const { items, next, similar } = await findObjects(resource, asked.value, after, signal, options.query)
    similarIds.value = new Set([...(after ? similarIds.value : []), ...similar])
    return { items, next }
  }

  /** What the service is asked to find, and what it last answered; a list that is read whole is searched here. */
  const searched = computed(() => (pageSize ? JSON.stringify([asked.value, filter.value]) : ''))
  const answered = shallowRef<string | null>(null)
  const pages = usePages<One>(
    async (after, signal) => {
      const search = searched.value
      const page = await readPart(after, signal)
      if (!signal.aborted) answered.value = search
      return page
    },
    pageSize ? { watch: [asked, filter, () => JSON.stringify(sortQueryOf(sort.value, order))] } : {},
  )
  /** Whether the rows are those of an earlier search: the one in the field cannot be read, or the service refused it. */
  const outdated = computed(
    () =>
      reading.value.kind === 'wrong' ||
      (pages.error.value !== null && answered.value !== null && answered.value !== searched.value),
  )

  const ordered = computed(() => {
    const all = pages.items.value ?? []
    // The service lists by id; once all are here, names are of more use. What it found comes best first.
    if (!sorted || pages.hasMore.value || (pageSize && asked.value)) return all
    return [...all].sort((a, b) => resource.nameOf(a).localeCompare(resource.nameOf(b), 'en'))
  })
  const matched = computed(() => {
    if (!pageSize) return findByWords(asked.value, ordered.value, textOf)
    const isByWords = asked.value && readFind(asked.value, grammar.value).kind === 'words'
    const similar = isByWords ? ordered.value.filter(({ id }) => similarIds.value.has(id)).length : 0
    return { found: ordered.value, similar }
  })
  const rows = computed(() => matched.value.found)
  const note = computed(() => {
    if (outdated.value) return 'Not the result of this search'
    const { found, similar } = matched.value
    const total = options.total?.() ?? ''
    if (!asked.value && !filter.value)
      return pages.hasMore.value ? `${count(found.length)} loaded${total && ` of ${total}`}` : total
    if (pages.hasMore.value) return `The first ${count(found.length)} found`
    const exact = `${count(found.length - similar)} found`
    return similar ? `${exact}, ${count(similar)} with similar spelling` : exact
  })

  async function opened(one: One) {
    if (options.opens === 'drawer') openId.value = one.id
    else await router.push(pathOf(resource.kind, one.id))
  }
  /** After one was made: its page opens before the dialog closes, its drawer once the dialog is gone and the list has it. */
  async function made(one: One) {
    void workspace.refresh()
    if (options.opens === 'drawer') void pages.reload().then(() => opened(one))
    else await opened(one)
  }

  return {
    resource,
    /** Whether the caller may create one. */
    mayCreate: computed(() => !resource.operations.create || rights.can(resource.operations.create)),
    find,
    /** Whether a filter of the page's own narrows the list, and the way to take it away. */
    narrowed: computed(() => filter.value !== ''),
    clearNarrowing: () => narrow?.clear(),
    grammar,
    /** How the search field is read. */
    kind: computed(() => reading.value.kind),
    /** What is wrong with the expression in the field. */
    findings: computed(() => (reading.value.kind === 'wrong' ? reading.value.findings : [])),
    outdated,
    searchable: computed(() => Boolean(pageSize || find.value) || ordered.value.length > SEARCHABLE),
    /** For `DataState`. */
    listed: { data: pages.items, error: pages.error, loading: pages.loading, reload: pages.reload },
    /** The expression that finds all of the list; null where words found it, or the service takes none. */
    wholeSearch: computed(() => {
      if (!asked.value) return order?.all ?? null
      return readFind(asked.value, grammar.value).kind === 'expression' ? asked.value : null
    }),
    /** All that was read, in order. */
    all: ordered,
    rows,
    note,
    more: pages.more,
    hasMore: pages.hasMore,
    /** Whether the rows come in the order of a column, so that they need no sorting here; what words found comes best first. */
    isSortedBy: (column: string) =>
      order?.attributeOf(column) !== undefined &&
      (!asked.value || readFind(asked.value, grammar.value).kind !== 'words'),
    /** Reads on to the end, or to so many that sorting them here is still quick. */
    loadAll: () => pages.loadAll(MOST_LOADED),
    /** Whether so many were read that no more are read at once. */
    isFull: computed(() => (pages.items.value?.length ?? 0) >= MOST_LOADED),
    loadingMore: pages.loadingMore,
    reload: pages.reload,
    openId,
    /** The object whose drawer is open. */
    opened: computed(() => ordered.value.find((one) => one.id === openId.value)),
    open: opened,
    close: () => (openId.value = ''),
    made,
  }
}

export type ListState<One extends Entity> = ReturnType<typeof useListPage<One>>
