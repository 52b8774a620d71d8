import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rotationState, type RotatedSecret } from '#contract/apps/secret-rotation.ts'

const START = Date.parse('2026-03-02T09:00:00.000Z')
const at = (hours: number) => new Date(START + hours * 3_600_000).toISOString()
const secret = (
  id: string,
  status: 'ACTIVE' | 'INACTIVE',
  since = 0,
  lastUsed: string | null = null,
): RotatedSecret => ({ id, status, created: at(since), lastUpdated: at(since), lastUsed })
const allowed = (secrets: RotatedSecret[], hours = 100) =>
  rotationState(secrets, at(hours)).steps.flatMap(({ step, allowed: is, secretId, needsConfirmation }) =>
    is ? [[step, secretId, needsConfirmation]] : [],
  )

describe('where a rotation is', () => {
  it.each([
    ['NONE', 'begin', [], [['begin', null, false]]],
    [
      ...['NONE', 'restore', [secret('a', 'INACTIVE')]],
      [
        ['begin', null, false],
        ['restore', 'a', false],
      ],
    ],
    ['SINGLE', 'begin', [secret('a', 'ACTIVE')], [['begin', null, false]]],
    [
      ...['OVERLAP', 'finish', [secret('a', 'ACTIVE'), secret('b', 'ACTIVE')]],
      [
        ['finish', 'a', false],
        ['cancel', 'b', true],
      ],
    ],
    [
      ...['RETIRED', 'remove', [secret('a', 'INACTIVE'), secret('b', 'ACTIVE')]],
      [
        ['remove', 'a', false],
        ['restore', 'a', false],
      ],
    ],
  ] as [string, string, RotatedSecret[], unknown[]][])('%s: next is %s', (state, next, secrets, steps) => {
    const found = rotationState(secrets, at(100))
    expect([found.state, found.next]).toEqual([state, next])
    expect(allowed(secrets)).toEqual(steps)
    for (const { reason } of found.steps) expect(reason).toMatch(/^[A-Z].*\.$/)
  })

  it('has to be confirmed before clients had a day, counted from when the second became active', () => {
    const secrets = [secret('a', 'ACTIVE'), secret('b', 'ACTIVE', 10)]
    expect(rotationState(secrets, at(33)).next).toBeNull()
    expect(allowed(secrets, 33)[0]).toEqual(['finish', 'a', true])
    expect(allowed(secrets, 34)[0]).toEqual(['finish', 'a', false])
    expect(rotationState(secrets, at(34))).toMatchObject({ next: 'finish', overlap: { since: at(10), until: at(34) } })
    expect(rotationState(secrets, at(12)).steps.find(({ step }) => step === 'finish')?.reason).toContain('2 hours')
  })

  it('has to be confirmed while a client still uses the older secret, whose use the reason tells', () => {
    const used = (hours: number) => [secret('a', 'ACTIVE', 0, at(hours)), secret('b', 'ACTIVE', 10)]
    const finish = (hours: number) => rotationState(used(hours), at(100)).steps.find(({ step }) => step === 'finish')
    expect(finish(75)).toMatchObject({ allowed: true, needsConfirmation: false })
    expect(finish(97)).toMatchObject({ allowed: true, needsConfirmation: true })
    expect(finish(97)?.reason).toContain('was used 3 hours ago')
    const back = (lastUsed: string | null) =>
      rotationState([secret('a', 'ACTIVE'), secret('b', 'ACTIVE', 10, lastUsed)], at(100)).steps.find(
        ({ step }) => step === 'cancel',
      )?.reason
    expect(back(null)).toContain('No use of it was noted.')
    expect(back(at(99))).toContain('It was used 1 hour ago.')
  })

  it('never lets a step that needs no confirmation make the last active secret, or one that was used alone, inactive', () => {
    const anySecret = fc.record({ status: fc.constantFrom('ACTIVE' as const, 'INACTIVE' as const), since: fc.nat(50) })
    fc.assert(
      fc.property(fc.array(anySecret, { maxLength: 2 }), fc.nat(100), (given, hours) => {
        const secrets = given.map(({ status, since }, index) => secret(`s${index}`, status, since))
        const active = secrets.filter(({ status }) => status === 'ACTIVE')
        for (const { step, secretId, needsConfirmation } of rotationState(secrets, at(hours)).steps.filter(
          (one) => one.allowed,
        )) {
          const left = active.filter(({ id }) => step === 'begin' || step === 'restore' || id !== secretId)
          if (active.length > 0) expect(left.length).toBeGreaterThan(0)
          const youngest = Math.max(...active.map(({ lastUpdated }) => Date.parse(lastUpdated)))
          if (left.length < active.length && !needsConfirmation)
            expect(Date.parse(at(hours)) - youngest).toBeGreaterThanOrEqual(24 * 3_600_000)
        }
      }),
    )
  })
})
