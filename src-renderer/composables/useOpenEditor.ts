import { watchDebounced } from '@vueuse/core'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Draft } from '#ui/api/drafts.ts'
import { useDraftsStore, type DraftBook } from '#ui/stores/drafts.ts'
import { useOpenEditorsStore } from '#ui/stores/open-editors.ts'

/** What an editor keeps as a draft. Secrets that are called so are left out anyway; others `content` leaves out. */
export interface DraftSource {
  /** Which editor, such as `rule 0pr…`. */
  key: () => string
  /** JSON. */
  content: () => unknown
  /** Takes what `content` gave, in this or an earlier run of the program: it may be of another version. */
  restore: (content: unknown) => unknown
}

export interface EditorParts {
  /** As a question names it, such as `the rule`. */
  what: string
  dirty: () => boolean
  /** Of dialogs that stay mounted; always, unless said. */
  isOpen?: () => boolean
  /** @returns whether it is saved */
  save: () => Promise<boolean>
  /** What is said where it is left, in place of that unsaved changes will be lost. */
  leaving?: () => { title: string; content: string; leave: string; stay: string } | undefined
  draft?: DraftSource | undefined
}

const AFTER_MS = 300
/** Who types without a pause still loses no more than this. */
const AT_MOST_MS = 2_000

/**
 * Registers an open editor: its changes are asked about before the page or the program goes, kept as a draft while they are
 * not saved, and offered when the same editor opens again.
 */
export function useOpenEditor({ what, dirty, isOpen = () => true, save, draft }: EditorParts) {
  const drafts = useDraftsStore()
  const offered = shallowRef<Draft | null>(null)
  /** What was changed was given up: nothing asks about it any more. */
  const isGivenUp = ref(false)
  /** Whether what was changed last is no part of the draft, because it does not fit. */
  const isTooLong = ref(false)
  let book: DraftBook | null = null
  let key = ''

  const isDirty = () => isOpen() && dirty() && !isGivenUp.value
  function keep() {
    if (draft && book && isDirty()) isTooLong.value = !book.keep(key, draft.content())
  }
  /** An offer that was not answered stays what it was. */
  function drop() {
    isTooLong.value = false
    if (!book) return
    if (offered.value) book.put(offered.value)
    else book.drop(key)
  }
  async function begin(source: DraftSource) {
    const mine = (key = source.key())
    const opened = await drafts.open()
    if (!isOpen() || mine !== key) return
    book = opened
    offered.value = opened.find(mine) ?? null
    isGivenUp.value = false
    // What was typed before the drafts had been read.
    keep()
  }
  function end() {
    drop()
    offered.value = null
    book = null
  }

  if (draft) {
    watch(isOpen, (now) => (now ? void begin(draft).catch(() => undefined) : end()), { immediate: true })
    watchDebounced(() => (isDirty() ? JSON.stringify(draft.content()) : null), keep, {
      debounce: AFTER_MS,
      maxWait: AT_MOST_MS,
    })
    // Saved, or changed back.
    watch(isDirty, (now) => {
      if (!now) drop()
    })
    onScopeDispose(end)
  }

  onScopeDispose(
    useOpenEditorsStore().add({
      what,
      isDirty,
      save,
      discard: async () => {
        isGivenUp.value = true
        drop()
        await book?.written()
      },
      keep: async () => {
        keep()
        await book?.written()
      },
    }),
  )

  /** Puts the offered draft into the editor. One that it cannot read is dropped. */
  async function restore() {
    const { content } = offered.value ?? {}
    offered.value = null
    if (content === undefined || !draft) return
    try {
      await draft.restore(JSON.parse(content))
    } catch {
      drop()
    }
  }
  function discard() {
    offered.value = null
    drop()
    keep()
  }
  return { offered, isTooLong, restore, discard }
}

export type DraftOffer = Pick<ReturnType<typeof useOpenEditor>, 'offered' | 'isTooLong' | 'restore' | 'discard'>
