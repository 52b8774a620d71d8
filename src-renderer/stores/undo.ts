import { defineStore } from 'pinia'
import { computed, shallowReactive } from 'vue'
import { asApiError } from '#ui/api/api-error.ts'
import { undone } from '#ui/lib/undo-signal.ts'

/** A change that can be taken back. */
export interface UndoEntry {
  /** What was done, as the toast says it, such as "Contractors was deleted". */
  readonly label: string
  /** Takes it back by a change of its own. @throws ApiError where others have changed the same since, and as any call */
  readonly undo: () => Promise<unknown>
}

/** More is never taken back one by one. */
const MAX_ENTRIES = 50

/** The changes of this session that can be taken back, the newest last. */
export const useUndoStore = defineStore('undo', () => {
  const entries = shallowReactive<UndoEntry[]>([])
  let tail: Promise<unknown> = Promise.resolve()
  /** Ways back that are being read. */
  let awaited: Promise<unknown> = Promise.resolve()

  function push(entry: UndoEntry): void {
    entries.push(entry)
    if (entries.length > MAX_ENTRIES) entries.shift()
  }

  /**
   * Adds a change that is done, whose way back is still being read; {@link newest} waits for it.
   * @param reading null: there is none
   */
  function pushWhenRead(label: string, reading: Promise<UndoEntry['undo'] | null>): Promise<UndoEntry | null> {
    const pushed = reading.then((undo) => {
      const entry = undo && { label, undo }
      if (entry) push(entry)
      return entry
    })
    awaited = Promise.allSettled([awaited, pushed])
    return pushed
  }

  /** The last change, even one whose way back is still being read. */
  async function newest(): Promise<UndoEntry | undefined> {
    await awaited
    return entries.at(-1)
  }

  /** @returns whether it was there still; what was refused is dropped, what never reached the service stays */
  async function take(entry: UndoEntry): Promise<boolean> {
    const at = entries.indexOf(entry)
    if (at < 0) return false
    entries.splice(at, 1)
    try {
      await entry.undo()
    } catch (thrown) {
      if (asApiError(thrown).status === 0) entries.splice(at, 0, entry)
      throw thrown
    } finally {
      undone.value += 1
    }
    return true
  }

  /** Takes a change back, once those asked for before are done. @throws ApiError */
  function undo(entry: UndoEntry): Promise<boolean> {
    const result = tail.then(() => take(entry))
    tail = result.catch(() => {})
    return result
  }

  return { entries, last: computed(() => entries.at(-1)), push, pushWhenRead, newest, undo }
})
