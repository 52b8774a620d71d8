import { describe, expect, it } from 'vitest'
import { isAllowedDownload } from '#main/security/downloads.ts'
import { isSafeExternalUrl } from '#main/security/external-url.ts'
import { pageHeaders } from '#main/security/page-headers.ts'
import { isPermitted, PERMISSIONS } from '#main/security/permissions.ts'
import { isAllowedRequest } from '#main/security/request-filter.ts'
import type { PageRequest } from '#main/security/request-filter.ts'

describe('the door to the system’s browser', () => {
  it.each(['https://example.org/a?b#c', 'http://127.0.0.1:7480/docs', 'http://127.0.0.1:7480/docs/index.html'])(
    'opens %s',
    (url) => expect(isSafeExternalUrl(url, 7480)).toBe(true),
  )

  it.each([
    'http://example.org/',
    'http://127.0.0.1:7481/docs',
    'http://127.0.0.1:7480/api/v1/policies',
    'http://127.0.0.1:7480/docsecret',
    'http://127.0.0.1:7480/docs/../api/v1/logs',
    'http://localhost:7480/docs',
    'http://127.0.0.1:7480@example.org/docs',
    'https://ada:secret@example.org/',
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    'smb://host/share',
    'javascript:alert(1)',
    'data:text/html,x',
    'app://gatehouse/',
    'ms-settings:',
    '\\\\host\\share',
    '/etc/passwd',
    '',
  ])('stays shut for %s', (url) => expect(isSafeExternalUrl(url, 7480)).toBe(false))

  it('knows no documentation while no service runs', () => {
    expect(isSafeExternalUrl('http://127.0.0.1:7480/docs', null)).toBe(false)
  })
})

describe('downloads', () => {
  it.each([
    'app://gatehouse/gatehouse/v1/logs/exports/lexAbc123/file?downloadToken=Zm9v_-1',
    'app://gatehouse/gatehouse/v1/logs/verifier',
    'blob:app://gatehouse/2f0a-11',
  ])('go on for %s', (url) => expect(isAllowedDownload(url)).toBe(true))

  it.each([
    'app://gatehouse/api/v1/logs',
    'app://gatehouse/gatehouse/v1/logs/exports/lexAbc123/file',
    'app://gatehouse/gatehouse/v1/logs/exports/a%2f..%2fb/file?downloadToken=x',
    'app://gatehouse/index.html',
    'app://elsewhere/gatehouse/v1/logs/verifier',
    'blob:https://example.org/2f0a-11',
    'https://example.org/gatehouse/v1/logs/verifier',
    'data:text/plain,x',
    '',
  ])('end for %s', (url) => expect(isAllowedDownload(url)).toBe(false))
})

describe('permissions', () => {
  it('grant the copy button and nothing else', () => {
    const granted = Object.entries(PERMISSIONS).filter(([, decision]) => decision.allow)
    expect(granted.map(([name]) => name)).toEqual(['clipboard-sanitized-write'])
  })

  it('give a reason each', () => {
    for (const { reason } of Object.values(PERMISSIONS)) expect(reason.length).toBeGreaterThan(5)
  })

  it('deny what is not listed, inherited names too', () => {
    for (const name of ['brand-new', 'constructor', '__proto__', '']) expect(isPermitted(name, true)).toBe(false)
  })

  it('are for our own page only', () => {
    expect(isPermitted('clipboard-sanitized-write', true)).toBe(true)
    expect(isPermitted('clipboard-sanitized-write', false)).toBe(false)
  })
})

describe('a request of the page', () => {
  const api: PageRequest = {
    url: 'app://gatehouse/api/v1/policies',
    resourceType: 'xhr',
    ownWindow: true,
    frameOrigin: 'app://gatehouse',
  }

  it('may go to its own origin', () => {
    expect(isAllowedRequest(api)).toBe(true)
    expect(isAllowedRequest({ ...api, url: 'app://gatehouse/', resourceType: 'mainFrame', frameOrigin: null })).toBe(
      true,
    )
  })

  it.each<[string, Partial<PageRequest>]>([
    ['from another window', { ownWindow: false }],
    ['from a frame of another origin', { frameOrigin: 'null' }],
    ['from a frame that is gone', { frameOrigin: null }],
    ['to the service past the page’s origin', { url: 'http://127.0.0.1:7480/api/v1/policies' }],
    ['to the network', { url: 'https://example.org/' }],
    ['to a socket', { url: 'wss://example.org/', resourceType: 'webSocket' }],
    ['to the disk', { url: 'file:///etc/passwd' }],
    ['to a written page', { url: 'data:text/html,x', resourceType: 'mainFrame' }],
  ])('goes nowhere %s', (_how, change) => {
    expect(isAllowedRequest({ ...api, ...change })).toBe(false)
  })

  it('reaches the development server in development only', () => {
    const module = { ...api, url: 'ws://127.0.0.1:5173/?token=x', resourceType: 'webSocket' }
    expect(isAllowedRequest(module, 'http://127.0.0.1:5173')).toBe(true)
    expect(isAllowedRequest(module)).toBe(false)
  })
})

describe('the headers of the page', () => {
  it('let no script run that is not a file of the page', () => {
    const policy = pageHeaders()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self';")
    expect(policy).not.toContain('unsafe-eval')
    expect(policy.match(/'unsafe-inline'/g)).toHaveLength(1)
  })
})
