import { useDebounceFn } from '@vueuse/core'
import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue'
import { ID_LENGTH } from '#contract/interface/ids.ts'
import { ENTITIES, type Named } from '#ui/api/entities.ts'
import { pathOf } from '#ui/domain/paths.ts'
import { ENTITY_KINDS, entityKindsOfId, type EntityKind } from '#ui/domain/kinds.ts'

/** An object that the palette found. */
interface Found extends Named {
  kind: EntityKind
  to: string
}

const PER_KIND = 5
const WAIT_MS = 120

function located(kind: EntityKind, item: Named): Found {
  return { ...item, kind, to: pathOf(kind, item.id) }
}

const isWholeId = (text: string) => text.length === ID_LENGTH && /^\w+$/.test(text)

/** Rules are not found so: nothing reads one without its policy. */
async function byId(text: string): Promise<Found[]> {
  const kinds = isWholeId(text) ? entityKindsOfId(text) : []
  const answers = await Promise.allSettled(kinds.map(async (kind) => located(kind, await ENTITIES[kind].get(text))))
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
}

async function byName(kind: EntityKind, text: string, signal: AbortSignal): Promise<Found[]> {
  const items = await ENTITIES[kind].search(text, signal)
  return items.slice(0, PER_KIND).map((item) => located(kind, item))
}

/** Objects by name or id, from two letters on; kinds that fail are left out. */
export function useObjectSearch(query: Ref<string>) {
  const found = shallowRef<Found[]>([])
  const searching = ref(false)
  let current: AbortController | null = null

  async function search(text: string) {
    current?.abort()
    const mine = new AbortController()
    current = mine
    const answers = await Promise.allSettled([
      byId(text),
      ...ENTITY_KINDS.map((kind) => byName(kind, text, mine.signal)),
    ])
    if (current !== mine) return
    found.value = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    searching.value = false
  }
  const soon = useDebounceFn(search, WAIT_MS)

  watch(query, (now) => {
    const text = now.trim()
    searching.value = text.length >= 2
    if (searching.value) return void soon(text)
    current?.abort()
    current = null
    found.value = []
  })
  onScopeDispose(() => current?.abort())
  return { found, searching }
}
