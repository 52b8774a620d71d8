import { NButton, useMessage, type MessageReactive } from 'naive-ui'
import { h, nextTick } from 'vue'
import { asApiError, errorText } from '#ui/api/api-error.ts'
import { undoOfNewest } from '#ui/api/versions.ts'
import type { GoingOn } from '#ui/stores/review.ts'
import { useUndoStore, type UndoEntry } from '#ui/stores/undo.ts'

const LONG = { duration: 8_000, closable: true }

/** Of those that stay long: many changes in a row must not hide a dialog that asks about the next one. */
const MOST_LONG = 2
const shown: MessageReactive[] = []

/** Shows a message that stays long; the oldest of them goes when there are too many. */
function keep(note: MessageReactive): MessageReactive {
  shown.push(note)
  const oldest = shown.length > MOST_LONG ? shown.shift() : undefined
  // Only once it is drawn can it be taken away.
  if (oldest) void nextTick(() => oldest.destroy())
  return note
}

/** Messages of things done at once: what was done with a way back, and why something could not be done. */
export function useToasts() {
  const message = useMessage()
  const stack = useUndoStore()

  function complain(thrown: unknown) {
    keep(message.error(errorText(asApiError(thrown)), LONG))
  }

  /** @returns what it gave, or undefined when it failed, which has been said */
  async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act()
    } catch (thrown) {
      complain(thrown)
      return undefined
    }
  }

  /** Takes a change back, the last one unless said, and says so. */
  async function takeBack(chosen?: UndoEntry): Promise<void> {
    const entry = chosen ?? (await stack.newest())
    if (!entry) return void message.info('There is nothing to undo')
    const done = await attempt(() => stack.undo(entry))
    if (done) message.success(`Undone: ${entry.label}`)
  }

  /** Says what was done, offers to take it back, and remembers how. */
  function undoable(words: string, undo: () => Promise<unknown>) {
    const entry: UndoEntry = { label: words, undo }
    stack.push(entry)
    offer(entry)
  }

  function offer(entry: UndoEntry) {
    const click = () => {
      note.destroy()
      void takeBack(entry)
    }
    const note = keep(
      message.success(
        () => [`${entry.label} `, h(NButton, { text: true, type: 'primary', onClick: click }, () => 'Undo')],
        { ...LONG, keepAliveOnHover: true },
      ),
    )
  }

  /** As `undoable`, of objects with versions; without a way back where their versions cannot be read now. */
  async function changed(words: string, ...ids: readonly string[]): Promise<void> {
    const reading = undoOfNewest(ids).catch(() => null)
    const entry = await stack.pushWhenRead(words, reading)
    if (entry) offer(entry)
    else message.success(words)
  }

  /**
   * Switches an object with versions on or off, and offers to take it back.
   * @param mayGoOn asked first; null: it stays as it is
   */
  async function toggle(
    it: { id: string; name: string; status: string },
    switchTo: (active: boolean, reason: string) => Promise<unknown>,
    mayGoOn: (active: boolean) => Promise<GoingOn | null>,
  ): Promise<void> {
    const active = it.status !== 'ACTIVE'
    const done = await attempt(async () => {
      const going = await mayGoOn(active)
      if (going) await switchTo(active, going.reason)
      return going !== null
    })
    if (done) await changed(`${it.name} is ${active ? 'active' : 'inactive'} now`, it.id)
  }

  return {
    success: (words: string) => message.success(words),
    info: (words: string) => message.info(words),
    undoable,
    changed,
    takeBack,
    attempt,
    toggle,
  }
}
