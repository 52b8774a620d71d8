import { useTimeoutFn } from '@vueuse/core'
import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import type { SearchHit } from '#contract/gatehouse/search.ts'
import { asApiError, isAbort } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'
import { pathOf, PATHS } from '#ui/domain/paths.ts'

/** An object that the palette found, and where it is opened. */
interface Found extends SearchHit {
  to: string
}

const MAX_FOUND = 50
const WAIT_MS = 120
const SHORTEST = 2

/** A rule is opened through its policy, and a policy of an authorization server is found at once beside its id. */
function pathOfHit({ kind, id, parent }: SearchHit): string {
  if (kind === 'rule') return parent ? PATHS.rule(parent.id, id) : PATHS.policies()
  return kind === 'policy' ? PATHS.policy(id, parent?.id) : pathOf(kind, id)
}

/** Objects of all kinds by a part of their name or by their whole id, best first; from two letters on. */
export function useObjectSearch(query: Ref<string>) {
  const found = shallowRef<readonly Found[]>([])
  const searching = ref(false)
  /** Why the last search failed, in the service's words. */
  const problem = ref('')
  let current: AbortController | null = null

  async function search() {
    const mine = new AbortController()
    current = mine
    try {
      const q = query.value.trim()
      const hits = await api.call('searchObjects', { query: { q, limit: MAX_FOUND }, signal: mine.signal })
      if (current === mine) found.value = hits.map((hit) => ({ ...hit, to: pathOfHit(hit) }))
    } catch (thrown) {
      if (current !== mine || isAbort(thrown)) return
      const { summary, causes } = asApiError(thrown)
      found.value = []
      problem.value = causes[0]?.summary ?? summary
    } finally {
      if (current === mine) searching.value = false
    }
  }
  const timer = useTimeoutFn(search, WAIT_MS, { immediate: false })

  function stop() {
    timer.stop()
    current?.abort()
    current = null
  }

  watch(query, (now) => {
    stop()
    problem.value = ''
    searching.value = now.trim().length >= SHORTEST
    if (searching.value) timer.start()
    else found.value = []
  })
  onScopeDispose(stop)
  return { found, searching, problem }
}
