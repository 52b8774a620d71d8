import { describe, expect, it } from 'vitest'
import {
  AUTHENTICATOR_KEYS,
  AUTHENTICATOR_TABLE,
  authenticatorLabel,
  CHARACTERISTICS,
} from '#contract/policy/authenticator-table.ts'
import { NAIVE_METHODS } from '../../helpers/naive-assurance.ts'

const MARK = { yes: 'y', configurable: '*', no: '-' } as const

describe('the table of authenticators', () => {
  it.each(NAIVE_METHODS)('has $key $method as the documents print it', (printed) => {
    const entry = AUTHENTICATOR_TABLE.find(({ key, method }) => key === printed.key && method === printed.method)
    expect(entry).toBeDefined()
    const marks = CHARACTERISTICS.map((name) => [name, MARK[entry!.characteristics[name]]])
    expect({ type: entry!.type, classes: entry!.classes, marks: Object.fromEntries(marks) as object }).toEqual({
      type: printed.type,
      classes: printed.classes,
      marks: printed.marks,
    })
  })

  it('has nothing that the documents do not have', () => {
    expect(AUTHENTICATOR_TABLE).toHaveLength(NAIVE_METHODS.length)
    expect([...AUTHENTICATOR_KEYS].sort()).toEqual([...new Set(NAIVE_METHODS.map(({ key }) => key))].sort())
  })

  it('calls every method by a name of its own', () => {
    expect(new Set(AUTHENTICATOR_TABLE.map(({ label }) => label)).size).toBe(AUTHENTICATOR_TABLE.length)
  })

  it('cannot be changed', () => {
    expect(() => (AUTHENTICATOR_TABLE as unknown[]).push(1)).toThrow(TypeError)
    expect(Object.isFrozen(AUTHENTICATOR_TABLE[0]?.characteristics)).toBe(true)
  })

  it.each([
    ['svc_verify', undefined, 'Verify app'],
    ['svc_verify', 'push', 'Verify app (push)'],
    ['svc_verify', 'SMS', 'Verify app · SMS'],
    ['svc_email', 'EMAIL', 'Email'],
    ['own', undefined, 'own'],
    ['own', 'push', 'own · push'],
  ])('%s with %s is called %s', (key, method, label) => {
    expect(authenticatorLabel(key, method)).toBe(label)
  })
})
