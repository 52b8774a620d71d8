import { computed, ref, shallowRef, watch } from 'vue'
import type { ApiError } from '#ui/api/api-error.ts'
import type { OperationId } from '#contract/routes/index.ts'
import type { Page } from '#contract/routes/lists.ts'
import { takeBackEach, unlessGone } from '#ui/api/take-back.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { useEach } from '#ui/composables/useEach.ts'
import { usePages } from '#ui/composables/usePages.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { useToasts } from '#ui/composables/useToasts.ts'
import { useUndoGuard } from '#ui/composables/useUndoGuard.ts'
import { findByWords } from '#ui/domain/find-by-words.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'
import { count } from '#ui/lib/numbers.ts'
import { useRightsStore } from '#ui/stores/rights.ts'
import { useNamesStore } from '#ui/stores/names.ts'
import type { States } from '#ui/stores/left-states.ts'

/** Fewer are seen at a glance. */
const SEARCHABLE = 8
/** A search reads so many at the most. */
const MOST_LOADED = 5_000

interface MembershipOptions<Member, Removed> {
  /** A page of those who belong; a list that is read whole gives one page. */
  read: (after: string | null, signal?: AbortSignal) => Promise<Page<Member>>
  /** A page of those whom the service finds by a text; absent: all are read, and searched here. */
  search?: (text: string, after: string | null, signal?: AbortSignal) => Promise<Page<Member>>
  /** How many belong, where the service knows without a list of them. @throws ApiError */
  total?: (signal: AbortSignal) => Promise<number | undefined>
  /** The order in which they are shown, where the service's is not it. */
  order?: (a: Member, b: Member) => number
  /** The order once all are read; until then the service's holds, so that none moves while more are added. */
  orderOfAll?: (a: Member, b: Member) => number
  /** Absent: nothing can be added here. @returns false for one that belonged already @throws ApiError */
  add?: (id: string) => Promise<unknown>
  /** @returns what `restore` gets @throws ApiError */
  remove?: (id: string) => Promise<Removed>
  /** What adding and removing call: who may not is offered neither. */
  needs?: OperationId
  /** Asked before one is removed; without a yes it stays. @throws ApiError */
  mayRemove?: (member: Member) => Promise<unknown>
  /** Adds one again that was removed, with what it had there; as `add` unless said. @throws ApiError */
  restore?: (member: Member, removed: Removed) => Promise<unknown>
  /** The states of what adding or removing these touches, so that an undo notices what others did since. @throws ApiError */
  statesOf?: (ids: readonly string[]) => Promise<States>
  /** The sentence of an undo that comes after others have changed the same. */
  movedText?: () => string
  /** What a search in them looks through; absent: their names, of this kind. */
  textOf?: ((member: Member) => string) | undefined
  kind?: EntityKind
  /** Called after each change, once for all that were added at once, and so for what takes them back. */
  changed?: () => void
  /** What a toast says once some were added, or one was removed. */
  addedText?: (amount: number) => string
  removedText?: (member: Member) => string
}

type Back = (undo: () => Promise<unknown>) => () => Promise<unknown>

/** The objects that belong to another one: read, counted, added to and taken from. */
export function useMembership<Member extends { id: string }, Removed = unknown>(
  options: MembershipOptions<Member, Removed>,
) {
  const notes = useToasts()
  const { search, needs } = options
  const isOpen = needs === undefined || useRightsStore().can(needs)
  const find = ref('')
  const pages = usePages(
    (after, signal) => (search && find.value ? search(find.value, after, signal) : options.read(after, signal)),
    search ? { watch: find } : {},
  )
  const total = useResource(async (signal) => options.total?.(signal))
  const reload = () => Promise.all([pages.reload(), total.reload()])
  const guard = useUndoGuard(
    options.statesOf ?? (() => Promise.resolve({})),
    options.movedText ?? (() => 'They have changed since: nothing was undone.'),
  )
  const names = useNamesStore()
  const textOf = options.textOf ?? (({ id }: Member) => names.nameOf(id))
  const members = computed(() => {
    const all = pages.items.value
    const order = options.order ?? (pages.hasMore.value ? undefined : options.orderOfAll)
    return all && order ? [...all].sort(order) : all
  })
  const shown = computed(() =>
    search ? members.value : members.value && findByWords(find.value, members.value, textOf).found,
  )
  watch(find, async (text) => {
    if (!text || search) return
    await pages.loadAll(MOST_LOADED)
    if (options.kind && !options.textOf)
      names.want(
        options.kind,
        (members.value ?? []).map(({ id }) => id),
      )
  })
  const amount = computed(() => {
    const seen = pages.items.value?.length
    if (seen === undefined) return ''
    if (find.value && search) return `${pages.hasMore.value ? 'The first ' : ''}${count(seen)} found`
    if (find.value) return `${count(shown.value?.length ?? 0)} of ${count(seen)}`
    if (!pages.hasMore.value) return count(seen)
    return total.data.value === undefined ? `${count(seen)} and more` : count(total.data.value)
  })
  const refused = shallowRef<ApiError | null>(null)
  /** Does a change, and says so once it is over. */
  const notifying = <T>(change: () => Promise<T>) => change().finally(() => options.changed?.())
  /** Of those that were added last: who did not belong before. */
  let fresh: string[] = []
  const adding = useEach(async (id: string) => {
    if ((await options.add?.(id)) !== false) fresh.push(id)
  })

  /** What was added at once is taken back at once. */
  function offerRemoval(added: readonly string[], back: Back) {
    const { remove, addedText } = options
    if (!remove || !addedText || !added.length) return
    const undo = () => takeBackEach(added.toReversed(), (id) => unlessGone(remove(id)), names.nameOf, 1)
    notes.undoable(
      addedText(added.length),
      back(() => notifying(undo)),
    )
  }

  /** @returns those that could not be added */
  async function add(ids: readonly string[]): Promise<string[]> {
    refused.value = null
    fresh = []
    const { result: outcomes, back } = await guard.change(ids, () => notifying(() => adding.run(ids)))
    const failures = outcomes.filter(({ error }) => error)
    refused.value = failures[0]?.error ?? null
    offerRemoval(fresh, back)
    await reload()
    return failures.map(({ item }) => item)
  }
  const removing = useAction(async (member: Member) => {
    const { remove } = options
    if (!remove || (options.mayRemove && !(await options.mayRemove(member)))) return
    const { result, back } = await guard.change([member.id], () => notifying(() => remove(member.id)))
    const { add: addAgain, restore = ({ id }: Member) => addAgain?.(id) ?? Promise.resolve() } = options
    if (options.removedText)
      notes.undoable(
        options.removedText(member),
        back(() => notifying(() => restore(member, result))),
      )
    await reload()
  })
  return {
    /** The text that is looked for among them; they are all read first, unless the service finds them. */
    find: computed(() => find.value),
    setFind: (text: string) => (find.value = text),
    searchable: computed(() => Boolean(find.value) || pages.hasMore.value || (members.value?.length ?? 0) > SEARCHABLE),
    shown,
    /** Whether none belong; what no search finds is no sign of that. */
    none: computed(() => members.value?.length === 0 && !find.value && !pages.loading.value),
    listed: { data: members, error: pages.error, loading: pages.loading, reload: pages.reload },
    amount,
    /** Whether there are more to show; a search here has read them all. */
    hasMore: computed(() => pages.hasMore.value && (!find.value || search !== undefined)),
    more: pages.more,
    loadingMore: pages.loadingMore,
    reload,
    add,
    remove: (member: Member) => removing.run(member),
    addable: options.add !== undefined && isOpen,
    /** Whether the caller may remove any. */
    removable: isOpen,
    adding: adding.busy,
    removing: removing.busy,
    failed: computed(() => refused.value ?? removing.error.value),
  }
}

export type Membership<Member extends { id: string }> = ReturnType<typeof useMembership<Member>>

/**
 * The states of some members of a list, for an undo to compare: when each was last changed, or that it does not belong.
 * @param list names the list among all others
 */
export function statesOf(
  list: string,
  ids: readonly string[],
  members: readonly { id: string; lastUpdated?: string | undefined }[],
): States {
  const byId = new Map(members.map((member) => [member.id, member]))
  return Object.fromEntries(
    ids.map((id) => {
      const member = byId.get(id)
      return [`${list} ${id}`, member ? `since ${member.lastUpdated ?? 'then'}` : 'none']
    }),
  )
}

/** A list that is read whole, as the one page that it is. */
export async function wholePage<Member>(list: Promise<Member[]>): Promise<Page<Member>> {
  return { items: await list, next: null }
}
