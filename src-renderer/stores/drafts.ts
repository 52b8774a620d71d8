import { defineStore } from 'pinia'
import { watch } from 'vue'
import { DRAFT_LIMITS, openDraftPlace, type Draft, type DraftPlace } from '#ui/api/drafts.ts'
import { DAY_MS } from '#ui/lib/time.ts'
import { withoutSecrets } from '#ui/lib/without-secrets.ts'
import { useWorkspaceStore } from './workspace.ts'

/** The drafts of one workspace. */
export interface DraftBook {
  find(key: string): Draft | undefined
  /**
   * Keeps what an editor holds, but for its secrets; in place of its former draft.
   * @returns false when it is too long: the former draft stays
   */
  keep(key: string, content: unknown): boolean
  /** Puts a draft back as it was. */
  put(draft: Draft): void
  drop(key: string): void
  /** Resolves once all of it is where it outlives the page. */
  written(): Promise<void>
}

/** The newest that have not expired, up to the limit. Oldest first. */
function bounded(drafts: readonly Draft[], now: number): Draft[] {
  return drafts
    .filter(({ savedAt }) => now - Date.parse(savedAt) < DRAFT_LIMITS.days * DAY_MS)
    .slice(-DRAFT_LIMITS.count)
}

async function openBook(place: DraftPlace): Promise<DraftBook> {
  let list = bounded(await place.read(), Date.now())
  let writing: Promise<void> = Promise.resolve()

  function write(next: readonly Draft[]) {
    list = bounded(next, Date.now())
    const whole = [...list]
    // A draft that cannot be kept is no reason to disturb who writes it.
    writing = writing.then(() => place.write(whole)).catch(() => undefined)
  }
  const others = (key: string) => list.filter((draft) => draft.key !== key)
  const put = (draft: Draft) => write([...others(draft.key), draft])

  return {
    find: (key) => list.find((draft) => draft.key === key),
    keep(key, content) {
      const text = JSON.stringify(withoutSecrets(content))
      const fits = text.length <= DRAFT_LIMITS.characters
      if (fits) put({ key, savedAt: new Date().toISOString(), content: text })
      return fits
    },
    put,
    drop(key) {
      if (list.some((draft) => draft.key === key)) write(others(key))
    },
    written: () => writing,
  }
}

/** What editors held when it was not saved: it survives a crash of the page, and in the desktop the end of the program. */
export const useDraftsStore = defineStore('drafts', () => {
  const workspace = useWorkspaceStore()
  let book: Promise<DraftBook> | null = null
  watch(
    () => workspace.info?.file,
    () => (book = null),
    { flush: 'sync' },
  )

  /** The drafts of the open workspace. An editor goes on with the ones that it began with. */
  function open(): Promise<DraftBook> {
    const file = workspace.info?.file ?? ''
    book ??= openDraftPlace(file).then(openBook)
    return book
  }
  return { open }
})
