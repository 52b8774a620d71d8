import { computed, ref, shallowRef, watch } from 'vue'
import type { ApiError } from '#ui/api/api-error.ts'
import type { Page } from '#ui/api/client.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { useEach } from '#ui/composables/useEach.ts'
import { usePages } from '#ui/composables/usePages.ts'
import { useToasts } from '#ui/composables/useToasts.ts'
import { findByWords } from '#ui/domain/find-by-words.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'
import { count } from '#ui/lib/numbers.ts'
import { useNamesStore } from '#ui/stores/names.ts'

/** Fewer are seen at a glance. */
const SEARCHABLE = 8
/** A search reads so many at the most. */
const MOST_LOADED = 5_000

interface MembershipOptions<Member> {
  /** A page of those who belong; a list that is read whole gives one page. */
  read: (after: string | null, signal?: AbortSignal) => Promise<Page<Member>>
  /** The order in which they are shown, where the service's is not it. */
  order?: (a: Member, b: Member) => number
  /** Absent: nothing can be added here. @returns false for one that belonged already @throws ApiError */
  add?: (id: string) => Promise<unknown>
  /** @throws ApiError */
  remove?: (id: string) => Promise<unknown>
  /** Adds one again that was removed, with what it had there; as `add` unless said. @throws ApiError */
  restore?: (member: Member) => Promise<unknown>
  /** What a search in them looks through; absent: their names, of this kind. */
  textOf?: ((member: Member) => string) | undefined
  kind?: EntityKind
  /** What a toast says once some were added, or one was removed. */
  addedText?: (amount: number) => string
  removedText?: (member: Member) => string
}

/** The objects that belong to another one: read, counted, added to and taken from. */
export function useMembership<Member extends { id: string }>(options: MembershipOptions<Member>) {
  const notes = useToasts()
  const pages = usePages(options.read)
  const names = useNamesStore()
  const find = ref('')
  const textOf = options.textOf ?? (({ id }: Member) => names.nameOf(id))
  const members = computed(() => {
    const all = pages.items.value
    return all && options.order ? [...all].sort(options.order) : all
  })
  const shown = computed(() => members.value && findByWords(find.value, members.value, textOf).found)
  watch(find, async (text) => {
    if (!text) return
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
    if (find.value) return `${count(shown.value?.length ?? 0)} of ${count(seen)}`
    return `${count(seen)}${pages.hasMore.value ? ' and more' : ''}`
  })
  const refused = shallowRef<ApiError | null>(null)
  /** Of those that were added last: who did not belong before. */
  let fresh: string[] = []
  const adding = useEach(async (id: string) => {
    if ((await options.add?.(id)) !== false) fresh.push(id)
  })

  /** What was added at once is taken back at once. */
  function offerRemoval(added: readonly string[]) {
    const { remove, addedText } = options
    if (!remove || !addedText || !added.length) return
    notes.undoable(addedText(added.length), async () => {
      for (const id of added.toReversed()) await remove(id)
    })
  }

  /** @returns those that could not be added */
  async function add(ids: readonly string[]): Promise<string[]> {
    refused.value = null
    fresh = []
    const outcomes = await adding.run(ids)
    const failures = outcomes.filter(({ error }) => error)
    refused.value = failures[0]?.error ?? null
    offerRemoval(fresh)
    await pages.reload()
    return failures.map(({ item }) => item)
  }
  const removing = useAction(async (member: Member) => {
    await options.remove?.(member.id)
    const { add: addAgain, restore = ({ id }: Member) => addAgain?.(id) ?? Promise.resolve() } = options
    if (options.removedText) notes.undoable(options.removedText(member), () => restore(member))
    await pages.reload()
  })
  return {
    /** The text that is looked for among them; they are all read first. */
    find: computed(() => find.value),
    look: (text: string) => (find.value = text),
    searchable: computed(() => Boolean(find.value) || pages.hasMore.value || (members.value?.length ?? 0) > SEARCHABLE),
    shown,
    listed: { data: members, error: pages.error, loading: pages.loading, reload: pages.reload },
    amount,
    hasMore: pages.hasMore,
    more: pages.more,
    loadingMore: pages.loadingMore,
    reload: pages.reload,
    add,
    remove: (member: Member) => removing.run(member),
    addable: options.add !== undefined,
    adding: adding.busy,
    removing: removing.busy,
    failed: computed(() => refused.value ?? removing.error.value),
  }
}

export type Membership<Member extends { id: string }> = ReturnType<typeof useMembership<Member>>

/** A list that is read whole, as the one page that it is. */
export async function wholePage<Member>(list: Promise<Member[]>): Promise<Page<Member>> {
  return { items: await list, next: null }
}
