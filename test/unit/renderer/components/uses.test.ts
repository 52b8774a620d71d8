import { expect, it } from 'vitest'
import type { Use } from '../../../../src-server/contract/workspace.ts'
import { BELONGS, lossWords, useCount, useWords } from '../../../../src-renderer/components/uses.ts'

const use = (policyId: string, ruleId: string | null, path: string): Use => ({
  policyId,
  policyName: policyId,
  policyType: 'SVC_SIGN_ON',
  ruleId,
  ruleName: ruleId,
  path,
  status: 'ACTIVE',
})

it('uses are counted by policy and by rule, each once', () => {
  const uses = [
    use('p1', null, 'conditions.people.groups.include'),
    use('p1', 'r1', 'conditions.people.groups.include'),
    use('p1', 'r1', 'conditions.people.groups.exclude'),
    use('p2', 'r2', 'conditions.people.groups.exclude'),
  ]
  expect(useCount(uses)).toBe('1 policy and 2 rules')
  expect(useCount(uses.slice(1))).toBe('2 rules')
  expect(useCount([])).toBeNull()
})

it('what a place does with an object is said in words, an unknown place by its path', () => {
  expect(useWords('conditions.people.groups.exclude')).toBe('spares its members')
  expect(useWords('actions.idp.providers[0].id')).toBe('sends people there')
  expect(useWords('mapping')).toBe('decides for it')
  expect(useWords('conditions.unheard.of')).toBe('conditions.unheard.of')
})

it('the loss is told by how many lose, each once, and by whether they are lost themselves', () => {
  const twice = [
    use('p1', 'r1', 'conditions.people.groups.include'),
    use('p1', 'r1', 'conditions.people.groups.exclude'),
  ]
  expect(lossWords(twice)).toMatch(/^names it\. It stays/)
  expect(lossWords([...twice, use('p2', null, 'conditions.people.groups.include')])).toMatch(/^name it\. They stay/)
  expect(lossWords([use('p1', null, BELONGS)])).toBe('belongs to it and is deleted with it:')
})
