import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { drainOnQuit, within } from '#main/lifecycle/quit.ts'

/** An application that ends when it is told to, unless a listener holds it. */
class PretendApp extends EventEmitter {
  ended = false
  quit(): void {
    let held = false
    this.emit('will-quit', { preventDefault: () => (held = true) })
    this.ended = !held
  }
}

function app(drain: () => Promise<void>, report = vi.fn()): PretendApp {
  const pretend = new PretendApp()
  // Of Electron's application only `on` and `quit` are used here.
  drainOnQuit(pretend as unknown as App, drain, report)
  return pretend
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the way out', () => {
  it('waits for the service and takes it once', async () => {
    let finish = (): void => undefined
    const drain = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const pretend = app(drain)
    pretend.quit()
    pretend.quit()
    expect(pretend.ended).toBe(false)
    finish()
    await settled()
    expect(pretend.ended).toBe(true)
    expect(drain).toHaveBeenCalledOnce()
  })

  it('is taken when the last window closes', async () => {
    const pretend = app(async () => undefined)
    pretend.emit('window-all-closed')
    await settled()
    expect(pretend.ended).toBe(true)
  })

  it('ends the program even when the service does not stop cleanly', async () => {
    const report = vi.fn()
    const pretend = app(() => Promise.reject(new Error('stuck')), report)
    pretend.quit()
    await settled()
    expect(pretend.ended).toBe(true)
    expect(report).toHaveBeenCalledOnce()
  })
})

it('waits for a task, but not for ever', async () => {
  expect(await within(1000, Promise.resolve('done'))).toBe('done')
  await expect(within(5, new Promise(() => undefined))).rejects.toThrow('not done within 5 ms')
})
