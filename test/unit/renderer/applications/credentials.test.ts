import { describe, expect, it } from 'vitest'
import { readPastedKey } from '#ui/features/applications/credentials/pasted-key.ts'
import { stageOf } from '#ui/features/applications/credentials/rotation-steps.ts'
import { rotationState } from '#contract/apps/secret-rotation.ts'
import { PUBLIC_KEY } from '../../../helpers/client-keys.ts'

describe('a key that is pasted', () => {
  it('is nothing while it is empty, and no key while it is typed', () => {
    expect(readPastedKey('  ')).toEqual({})
    for (const text of ['{', '{"kty": "RS', 'a key'])
      expect(readPastedKey(text)).toEqual({ problem: 'This is not JSON yet.' })
    for (const text of ['[]', '3', 'null', '{}']) expect(readPastedKey(text).problem).toBeDefined()
  })

  it('can be sent once it is whole, and says all that is wrong before', () => {
    expect(readPastedKey(JSON.stringify(PUBLIC_KEY))).toEqual({ key: PUBLIC_KEY })
    const { problem } = readPastedKey(JSON.stringify({ ...PUBLIC_KEY, d: 'AQAB', n: '?' }))
    expect(problem).toContain('d: is part of a private key')
    expect(problem).toContain('n: must be base64url')
    expect(readPastedKey(JSON.stringify({ ...PUBLIC_KEY, n: 'AQAB' })).problem).toContain('17 bits')
  })
})

it('the stage of a rotation goes on with each step', () => {
  const secret = (status: 'ACTIVE' | 'INACTIVE', id: string) => ({
    ...{ id, status, created: '2026-03-02T09:00:00.000Z', lastUpdated: '2026-03-02T09:00:00.000Z' },
    lastUsed: null,
  })
  const stage = (now: string, ...secrets: Parameters<typeof rotationState>[0]) => stageOf(rotationState(secrets, now))
  const [soon, later] = ['2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z']
  expect([
    stage(soon, secret('ACTIVE', 'a')),
    stage(soon, secret('ACTIVE', 'a'), secret('ACTIVE', 'b')),
    stage(later, secret('ACTIVE', 'a'), secret('ACTIVE', 'b')),
    stage(later, secret('INACTIVE', 'a'), secret('ACTIVE', 'b')),
  ]).toEqual([0, 1, 2, 3])
})
