import type { LeaveWay } from '../ipc/contract.ts'
import { within } from './quit.ts'

/** What a person chooses for changes that are not saved. */
export type UnsavedChoice = 'save' | 'discard' | 'cancel'

/** What a person chooses while work runs that the end of the service would cut short. */
export type WorkChoice = 'wait' | 'leave' | 'cancel'

/** What ends: the program, or the service of a workspace because another one is opened. */
export type EndOf = 'program' | 'workspace'

/** What leaving needs from around it. */
interface LeaveParts {
  /** Sends the page what its editors are to do. */
  tellPage(turn: number, way: LeaveWay): void
  askUnsaved(what: string): Promise<UnsavedChoice>
  /** What runs, in words such as `an export of the audit log`. */
  work(): Promise<readonly string[]>
  askWork(work: readonly string[], end: EndOf): Promise<WorkChoice>
  /** Hears what is waited for; null once nothing is. */
  onWaiting(work: readonly string[] | null): void
}

/** Whether the page may go, and what becomes of what it holds. */
export interface Leaving {
  /** What the page says of its editors: what has unsaved changes. */
  setUnsaved(what: string | null): void
  /** The page's answer to `tellPage`. */
  answer(turn: number, done: boolean): void
  /** The page is gone: it holds nothing any more, and answers nothing. */
  pageIsGone(): void
  /**
   * Asks what has to be asked before the service ends with its work, and the page with what it holds. False: everything stays
   * as it is. While one question is open, a second call gets false.
   */
  mayLeave(end: EndOf): Promise<boolean>
  /** The same where the service goes on. */
  mayLosePage(): Promise<boolean>
  /** Keeps what is not saved as drafts, for an end that cannot wait for a person. */
  keepDrafts(): Promise<void>
}

/** How long page and service may take for what needs no person, in milliseconds. */
const ANSWER_MS = 2_000

const LOOK_EVERY_MS = 500
/** What is done may lead to the next: a finished export begins to be saved. */
const QUIET_LOOKS = 4

/** Nothing is lost by leaving unless the person says so. */
export function createLeaving(parts: LeaveParts): Leaving {
  let unsaved: string | null = null
  /** Whose question is open; null where none is. */
  let asking: object | null = null
  let turn = 0
  let pending: ((done: boolean) => void) | null = null
  let wait: AbortController | null = null

  /** A page that is asked again has its former question answered with no. */
  function ask(way: LeaveWay): Promise<boolean> {
    pending?.(false)
    return new Promise((resolve) => {
      pending = resolve
      parts.tellPage(++turn, way)
    })
  }

  /** A service that hangs must not keep the window open. */
  const runningWork = (): Promise<readonly string[]> => within(ANSWER_MS, parts.work()).catch(() => [])

  async function loseChanges(me: object): Promise<boolean> {
    if (unsaved === null) return true
    const choice = await parts.askUnsaved(unsaved)
    if (choice === 'cancel') return false
    if (choice === 'discard') return within(ANSWER_MS, ask('discard')).catch(() => true)
    release(me)
    return ask('save')
  }

  /** @returns false when something else was asked for meanwhile */
  async function waitForWork(work: readonly string[]): Promise<boolean> {
    const waiting = (wait = new AbortController())
    parts.onWaiting(work)
    for (let quiet = 0; quiet < QUIET_LOOKS && !waiting.signal.aborted;) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      quiet = (await runningWork()).length === 0 ? quiet + 1 : 0
    }
    if (wait === waiting) parts.onWaiting(null)
    return !waiting.signal.aborted
  }

  async function stopWork(me: object, end: EndOf): Promise<boolean> {
    const work = await runningWork()
    if (work.length === 0) return true
    const choice = await parts.askWork(work, end)
    if (choice !== 'wait') return choice === 'leave'
    release(me)
    if (!(await waitForWork(work))) return false
    asking = me
    return true
  }

  function release(me: object): void {
    if (asking === me) asking = null
  }

  /** Who leaves again is asked again, whatever the first time waits for: work, or a review in the page. */
  async function inTurn(questions: (me: object) => Promise<boolean>): Promise<boolean> {
    if (asking) return false
    const me = (asking = {})
    wait?.abort()
    pending?.(false)
    return questions(me).finally(() => release(me))
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
    mayLeave: (end) => inTurn(async (me) => (await stopWork(me, end)) && (await loseChanges(me))),
    mayLosePage: () => inTurn(loseChanges),
    keepDrafts: async () => {
      if (unsaved !== null) await within(ANSWER_MS, ask('keep')).catch(() => undefined)
    },
  }
}
