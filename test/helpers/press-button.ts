import { flushPromises } from '@vue/test-utils'
import { expect, vi } from 'vitest'

/** A bound on hanging, not on speed. */
const PATIENCE = { timeout: 20_000 }

const nameOf = (button: HTMLButtonElement) => button.getAttribute('aria-label') ?? button.textContent.trim()

/** The last button of this name in the document, such as that of a dialog before that of its page; none while it is disabled. */
function readyButton(name: string | RegExp) {
  const matches = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  const last = [...document.querySelectorAll('button')].findLast((one) => matches(nameOf(one)))
  return last?.disabled ? undefined : last
}

/** Waits until a button can be pressed. @returns the last of this name in the document */
export const buttonReady = (name: string | RegExp): Promise<HTMLButtonElement> =>
  vi.waitFor(() => readyButton(name) ?? expect.unreachable(`no button ${name} can be pressed`), PATIENCE)

/**
 * Presses a button once it is not disabled: one that starts a request is disabled until the request has ended, and a press before
 * that does nothing.
 */
export async function pressButton(name: string | RegExp): Promise<void> {
  const button = await buttonReady(name)
  button.click()
  await flushPromises()
}
