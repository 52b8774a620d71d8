import { describe, expect, it } from 'vitest'
import { simulationRequestSchema } from '../../../../src-server/contract/simulation.ts'
import { apiRequest } from '../../../../src-renderer/features/simulate/api-request.ts'
import { NOTHING } from '../../../../src-renderer/features/simulate/context.ts'
import { sentenceOf } from '../../../../src-renderer/features/simulate/sentence.ts'

const NAMES: Record<string, string> = { u1: 'Ada Quill', g1: 'Interns', g2: 'Board', a1: 'Payroll', z1: 'HQ' }
const nameOf = (id: string) => NAMES[id] ?? id

describe('a sign-in as a sentence', () => {
  it.each([
    [{ user: 'u1' }, 'Ada Quill signs in'],
    [{ user: 'u1', app: 'a1', ip: '203.0.113.7' }, 'Ada Quill opens Payroll from 203.0.113.7'],
    [{ groups: ['g1', 'g2'], zones: ['z1'] }, 'Somebody in Interns and Board signs in from HQ'],
    [
      { user: 'u1', managed: false, registered: true, platform: 'IOS' as const, risk: 'HIGH' as const },
      'Ada Quill signs in on an unmanaged, registered, iOS device at high risk',
    ],
  ])('%j', (given, words) => {
    expect(sentenceOf({ ...NOTHING, ...given }, nameOf)).toBe(words)
  })
})

describe('a sign-in as API request', () => {
  const base = 'http://127.0.0.1:7480'

  it('is a request that the interface accepts, with both expansions', () => {
    const text = apiRequest({ ...NOTHING, user: 'u1', app: 'a1', risk: 'LOW' }, 'identity', base)
    expect(text).toContain('/api/v1/policies/simulate?expand=EVALUATED%2CRULE')
    const body: unknown = JSON.parse(/-d '(.*)'$/s.exec(text ?? '')?.[1] ?? 'null')
    expect(simulationRequestSchema.safeParse(body).success).toBe(true)
  })

  it('does not exist without an application, without anybody, or on the classic engine', () => {
    expect(apiRequest({ ...NOTHING, user: 'u1' }, 'identity', base)).toBeNull()
    expect(apiRequest({ ...NOTHING, app: 'a1' }, 'identity', base)).toBeNull()
    expect(apiRequest({ ...NOTHING, user: 'u1', app: 'a1' }, 'classic', base)).toBeNull()
  })
})
