import { describe, expect, it } from 'vitest'
import type { Context } from 'koa'
import { preferences } from '#http/middleware/preferences.ts'

async function ask(header: string) {
  const set: Record<string, string> = {}
  const ctx = { state: {}, get: () => header, set: (name: string, value: string) => (set[name] = value) }
  await preferences(ctx as unknown as Context, async () => {})
  return { strict: (ctx.state as { strictHandling: boolean }).strictHandling, set }
}

describe('Prefer', () => {
  it.each([
    'handling=strict',
    'Handling = "strict"',
    'respond-async, wait=10, handling=strict; foo="bar"',
    'handling=STRICT, handling=lenient',
  ])('%s asks for strict handling, and is told that it is applied', async (header) => {
    expect(await ask(header)).toEqual({ strict: true, set: { 'Preference-Applied': 'handling=strict' } })
  })

  it.each([
    '',
    'handling',
    'handling=lenient',
    'handling=lenient, handling=strict',
    'strict',
    'x-handling=strict',
    '=,;,=',
  ])('%j does not', async (header) => {
    expect(await ask(header)).toEqual({ strict: false, set: {} })
  })

  it('is read in no time however long it is', async () => {
    const before = performance.now()
    for (const part of [' ', ',', '=', ';', '"', ' ,=']) await ask(`handling${part.repeat(60_000)}x`)
    expect(performance.now() - before).toBeLessThan(1_000)
  })
})
