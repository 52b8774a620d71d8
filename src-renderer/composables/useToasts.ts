import { NButton, useMessage } from 'naive-ui'
import { h } from 'vue'
import { asApiError } from '#ui/api/api-error.ts'

const LONG = { duration: 8_000, closable: true }

/** Messages of things done at once: what was done with a way back, and why something could not be done. */
export function useToasts() {
  const message = useMessage()

  function undoable(words: string, undo: () => unknown) {
    const takeBack = () => {
      note.destroy()
      void undo()
    }
    const note = message.success(
      () => [`${words} `, h(NButton, { text: true, type: 'primary', onClick: takeBack }, () => 'Undo')],
      { ...LONG, keepAliveOnHover: true },
    )
  }

  function complain(thrown: unknown) {
    const { summary, causes } = asApiError(thrown)
    message.error([summary, ...causes.map((cause) => cause.summary)].join(' '), LONG)
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

  /**
   * Switches something on or off, and offers to take it back.
   * @param mayGoOn asked first
   */
  async function toggle(
    it: { name: string; status: string },
    switchTo: (active: boolean) => Promise<unknown>,
    mayGoOn: (active: boolean) => Promise<boolean>,
  ): Promise<void> {
    const active = it.status !== 'ACTIVE'
    const done = await attempt(async () => {
      if (!(await mayGoOn(active))) return false
      await switchTo(active)
      return true
    })
    if (done) undoable(`${it.name} is ${active ? 'active' : 'inactive'} now`, () => attempt(() => switchTo(!active)))
  }

  return { success: (words: string) => message.success(words), undoable, attempt, toggle }
}
