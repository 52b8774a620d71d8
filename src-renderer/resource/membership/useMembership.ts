import { useMessage } from 'naive-ui'
import { computed } from 'vue'
import type { Page } from '#ui/api/client.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { usePages } from '#ui/composables/usePages.ts'
import { count } from '#ui/lib/numbers.ts'

interface MembershipOptions<Member> {
  /** A page of those who belong; a list that is read whole gives one page. */
  read: (after: string | null, signal?: AbortSignal) => Promise<Page<Member>>
  /** The order in which they are shown, where the service's is not it. */
  order?: (a: Member, b: Member) => number
  /** Absent: nothing can be added here. @throws ApiError */
  add?: (id: string) => Promise<unknown>
  /** @throws ApiError */
  remove?: (id: string) => Promise<unknown>
  /** What a toast says once one was removed. */
  removedText?: (member: Member) => string
}

/** The objects that belong to another one: read, counted, added to and taken from. */
export function useMembership<Member extends { id: string }>(options: MembershipOptions<Member>) {
  const message = useMessage()
  const pages = usePages(options.read)
  const members = computed(() => {
    const all = pages.items.value
    return all && options.order ? [...all].sort(options.order) : all
  })
  const amount = computed(() => {
    const seen = pages.items.value?.length
    return seen === undefined ? '' : `${count(seen)}${pages.hasMore.value ? ' and more' : ''}`
  })
  const adding = useAction(async (id: string) => {
    await options.add?.(id)
    await pages.reload()
    return true
  })
  const removing = useAction(async (member: Member) => {
    await options.remove?.(member.id)
    if (options.removedText) message.success(options.removedText(member))
    await pages.reload()
  })
  return {
    listed: { data: members, error: pages.error, loading: pages.loading, reload: pages.reload },
    amount,
    hasMore: pages.hasMore,
    more: pages.more,
    loadingMore: pages.loadingMore,
    add: async (id: string) => (await adding.run(id)) ?? false,
    remove: (member: Member) => removing.run(member),
    addable: options.add !== undefined,
    adding: adding.busy,
    removing: removing.busy,
    failed: computed(() => adding.error.value ?? removing.error.value),
  }
}

export type Membership<Member extends { id: string }> = ReturnType<typeof useMembership<Member>>

/** A list that is read whole, as the one page that it is. */
export async function wholePage<Member>(list: Promise<Member[]>): Promise<Page<Member>> {
  return { items: await list, next: null }
}
