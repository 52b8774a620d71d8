import type { LeaveWay } from '../ipc/contract.ts'
import { within } from './quit.ts'

/** What a person chooses for changes that are not saved. */
export type UnsavedChoice = 'save' | 'discard' | 'cancel'

/** What leaving needs from around it. */
interface LeaveParts {
  /** Sends the page what its editors are to do. */
  tellPage(turn: number, way: LeaveWay): void
  askUnsaved(what: string): Promise<UnsavedChoice>
}

/** Whether the page may go, and what becomes of what it holds. */
export interface Leaving {
  /** What the page says of its editors: what has unsaved changes. */
  setUnsaved(what: string | null): void
  /** The page's answer to `tellPage`. */
  answer(turn: number, done: boolean): void
  /** The page is gone: it holds nothing any more, and answers nothing. */
  pageIsGone(): void
  /** Asks what has to be asked. False: everything stays as it is. While one question is open, a second call gets false. */
  mayLeave(): Promise<boolean>
  /** Keeps what is not saved as drafts, for an end that cannot wait for a person. */
  keepDrafts(): Promise<void>
}

/** How long a page may take for what needs no person, in milliseconds. */
const PAGE_MS = 2_000

/** Nothing is lost by leaving unless the person says so. */
export function createLeaving({ tellPage, askUnsaved }: LeaveParts): Leaving {
  let unsaved: string | null = null
  let isAsking = false
  let turn = 0
  let pending: ((done: boolean) => void) | null = null

  /** A page that is asked again has its former question answered with no. */
  function ask(way: LeaveWay): Promise<boolean> {
    pending?.(false)
    return new Promise((resolve) => {
      pending = resolve
      tellPage(++turn, way)
    })
  }

  async function mayLosePage(): Promise<boolean> {
    if (unsaved === null) return true
    isAsking = true
    const choice = await askUnsaved(unsaved).finally(() => (isAsking = false))
    if (choice === 'cancel') return false
    if (choice === 'discard') return within(PAGE_MS, ask('discard')).catch(() => true)
    return ask('save')
  }

  return {
    setUnsaved: (what) => void (unsaved = what),
    answer(to, done) {
      if (to === turn) pending?.(done)
    },
    pageIsGone() {
      unsaved = null
      pending?.(false)
    },
    async mayLeave() {
      if (isAsking) return false
      // Saving may wait for a review in the page; who leaves again is asked again.
      pending?.(false)
      return mayLosePage()
    },
    keepDrafts: async () => {
      if (unsaved !== null) await within(PAGE_MS, ask('keep')).catch(() => undefined)
    },
  }
}
