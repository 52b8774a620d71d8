import { describe, expect, it } from 'vitest'
import { makeGate, shut, throughGate } from '#workers/termination-gate.ts'

describe('a thread', () => {
  it('is not terminated while it loads its driver, which would end the whole process', async () => {
    const gate = makeGate()
    const { promise, resolve } = Promise.withResolvers<string>()
    const loading = throughGate(gate, () => promise)
    expect(shut(gate)).toBe(false)
    resolve('driver')
    expect(await loading).toBe('driver')
    expect(shut(gate)).toBe(true)
  })

  it('is terminated where its driver cannot be loaded', async () => {
    const gate = makeGate()
    await expect(throughGate(gate, () => Promise.reject(new Error('no such file')))).rejects.toThrow('no such file')
    expect(shut(gate)).toBe(true)
  })
})
