// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import { onSaveKey } from '#ui/lib/save-key.ts'

/** An editor around a picker that takes Enter, as an open list does. */
function editor() {
  const save = vi.fn()
  const pick = vi.fn()
  const frame = document.createElement('div')
  const picker = document.createElement('input')
  frame.append(picker)
  frame.addEventListener('keydown', (event) => onSaveKey(event, save), { capture: true })
  picker.addEventListener('keydown', pick)
  const press = (init: KeyboardEventInit) =>
    picker.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
  return { save, pick, press }
}

describe('Ctrl+Enter', () => {
  it.each([{ ctrlKey: true }, { metaKey: true }])('saves without reaching an open list (%o)', (held) => {
    const { save, pick, press } = editor()
    press({ key: 'Enter', ...held })
    expect(save).toHaveBeenCalledOnce()
    expect(pick).not.toHaveBeenCalled()
  })

  it('leaves every other key to what has the focus', () => {
    const { save, pick, press } = editor()
    press({ key: 'Enter' })
    press({ key: 'a', ctrlKey: true })
    expect(save).not.toHaveBeenCalled()
    expect(pick).toHaveBeenCalledTimes(2)
  })
})
