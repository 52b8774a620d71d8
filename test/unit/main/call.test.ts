import { describe, expect, it, vi } from 'vitest'
import { answer, isTrusted, UserFacingError } from '#ipc/call.ts'
import type { Handlers, Sender } from '#ipc/call.ts'
import { CHANNELS } from '#ipc/channels.ts'
import { contract } from '#ipc/contract.ts'

const page: Sender = { ownWindow: true, mainFrame: true, origin: 'app://gatehouse' }
const info = { file: '/w/a.sqlite', folder: '/w', url: 'http://127.0.0.1:7480', port: 7480, tokenFile: null }

function handlers(changes: Partial<Handlers> = {}): Handlers {
  return {
    'app:info': () => ({ version: '1', platform: 'linux', electron: '45' }),
    'app:openLogs': () => undefined,
    'app:diagnostics': () => {
      throw new Error('not asked for here')
    },
    'menu:pages': () => undefined,
    'workspace:info': () => info,
    'workspace:open': () => null,
    'workspace:create': () => info,
    'workspace:recent': () => [],
    'workspace:openRecent': () => null,
    'workspace:clearRecent': () => undefined,
    'workspace:backup': () => ({ file: '/w/b.sqlite' }),
    'workspace:restore': () => true,
    'workspace:reveal': () => undefined,
    'service:port': () => info,
    'drafts:read': () => [],
    'drafts:write': () => undefined,
    'editors:unsaved': () => undefined,
    'editors:left': () => undefined,
    'shell:openExternal': () => undefined,
    'window:theme': () => undefined,
    'window:savePdf': () => null,
    'updates:state': () => ({ state: 'idle' }),
    'updates:check': () => ({ state: 'idle' }),
    'updates:download': () => ({ state: 'idle' }),
    'updates:install': () => undefined,
    ...changes,
  }
}

describe('the gate', () => {
  it('answers its own page', async () => {
    expect(await answer(handlers(), 'workspace:info', page, undefined, vi.fn())).toEqual({ ok: true, value: info })
  })

  it.each<[string, Sender]>([
    ['another window', { ...page, ownWindow: false }],
    ['a frame inside the page', { ...page, mainFrame: false }],
    ['the window after it went elsewhere', { ...page, origin: 'https://example.org' }],
    ['a look-alike host', { ...page, origin: 'app://gatehouse.example.org' }],
    ['a frame that is gone', { ...page, origin: null }],
  ])('refuses %s, without running anything', async (_who, sender) => {
    const open = vi.fn(() => null)
    const reply = await answer(handlers({ 'workspace:open': open }), 'workspace:open', sender, undefined, vi.fn())
    expect(isTrusted(sender)).toBe(false)
    expect(reply).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } })
    expect(open).not.toHaveBeenCalled()
  })

  it.each<[string, string, unknown]>([
    ['a missing field', 'workspace:create', {}],
    ['an unknown engine', 'workspace:create', { engine: 'other' }],
    ['a field that no one asked for', 'workspace:create', { engine: 'classic', file: '/etc/passwd' }],
    ['a path where nothing is taken', 'workspace:reveal', '/etc/passwd'],
    ['a number for an address', 'shell:openExternal', { url: 5 }],
    ['an endless address', 'shell:openExternal', { url: `https://example.org/${'a'.repeat(4000)}` }],
    ['an unknown theme', 'window:theme', { theme: 'sepia' }],
  ])('refuses %s', async (_what, channel, input) => {
    const never = vi.fn()
    const all = handlers({ 'workspace:create': never, 'workspace:reveal': never, 'shell:openExternal': never })
    expect(await answer(all, channel, page, input, vi.fn())).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    })
    expect(never).not.toHaveBeenCalled()
  })

  it.each(['workspace:delete', '__proto__', 'constructor', ''])('knows no channel named "%s"', async (channel) => {
    expect(await answer(handlers(), channel, page, undefined, vi.fn())).toMatchObject({ error: { code: 'FORBIDDEN' } })
  })

  it('hands on a sentence that is meant for the person', async () => {
    const open = (): never => {
      throw new UserFacingError('FILE_NEWER', 'The file was written by a newer Gatehouse.')
    }
    const report = vi.fn()
    expect(await answer(handlers({ 'workspace:open': open }), 'workspace:open', page, undefined, report)).toEqual({
      ok: false,
      error: { code: 'FILE_NEWER', message: 'The file was written by a newer Gatehouse.' },
    })
    expect(report).not.toHaveBeenCalled()
  })

  it('keeps any other failure for the log', async () => {
    const failure = new Error('ENOENT /home/ada/secret')
    const report = vi.fn()
    const reply = await answer(
      handlers({ 'workspace:backup': () => Promise.reject(failure) }),
      'workspace:backup',
      page,
      undefined,
      report,
    )
    expect(reply).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
    expect(JSON.stringify(reply)).not.toContain('ada')
    expect(report).toHaveBeenCalledWith(failure)
  })

  it('lets nothing out that the contract does not declare', async () => {
    const leaky = handlers({ 'workspace:info': () => ({ ...info, token: 'secret' }) })
    const reply = await answer(leaky, 'workspace:info', page, undefined, vi.fn())
    expect(reply).toEqual({ ok: true, value: info })
  })

  it('has a contract for each channel and no other', () => {
    expect(Object.keys(contract).sort()).toEqual([...CHANNELS].sort())
  })
})
