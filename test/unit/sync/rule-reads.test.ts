import { describe, expect, it } from 'vitest'
import { ruleReads } from '#sync/people/rule-reads.ts'

const only = (kind: 'rule' | 'app' | 'serverClaim' | 'groupRule', body: Record<string, unknown>) => ({
  objects: new Map([[kind, new Map([['1', { kind, key: '1', id: '1', parent: null, call: '', body }]])]]),
})
const el = (condition: string) => only('rule', { name: 'R', conditions: { elCondition: { condition } } })
const claim = (value: string) => only('serverClaim', { name: 'c', valueType: 'EXPRESSION', value })
const keptBy = (snapshot: Parameters<typeof ruleReads>[0]) => [...ruleReads(snapshot).kept]

describe('what rules read of people', () => {
  it.each([
    ['user.profile.costCenter == "1" && user.profile.title != "x"', ['costCenter', 'title']],
    ['login.identifier.contains("@acme.test")', ['login']],
    ['user.getLinkedObject("manager").profile.division == "D"', ['division']],
    ['user.status == "ACTIVE"', []],
    ['"user.profile.title" == "user.email"', []],
  ])('is found in the condition %s', (condition, names) => {
    expect(keptBy(el(condition))).toEqual(names)
  })

  it('is what routing goes by', () => {
    const patterns = [{ matchType: 'SUFFIX', value: '@acme.test' }]
    const routed = (userIdentifier: object) => only('rule', { name: 'R', conditions: { userIdentifier } })
    expect(keptBy(routed({ type: 'IDENTIFIER', patterns }))).toEqual(['login'])
    expect(keptBy(routed({ type: 'ATTRIBUTE', attribute: 'city', patterns }))).toEqual(['city'])
    expect(keptBy(routed({ patterns: [] }))).toEqual([])
  })

  it('is what is handed on, too, unless people are known by it', () => {
    expect(keptBy(claim('user.costCenter'))).toEqual(['costCenter'])
    expect(keptBy(claim('user.email + user.firstName'))).toEqual([])
    expect(keptBy(claim('getManagerUser("directory_service").city'))).toEqual(['city'])
    const app = { label: 'A', credentials: { userNameTemplate: { template: '${source.login}-${user.division}' } } }
    expect(keptBy(only('app', app))).toEqual(['division'])
  })

  it('is told apart from what cannot be read, for which nothing is kept', () => {
    expect(ruleReads(el('user.profile.title =='))).toEqual({
      kept: new Set(),
      unreadable: [{ kind: 'rule', name: 'R', reason: expect.any(String) }],
    })
  })
})
