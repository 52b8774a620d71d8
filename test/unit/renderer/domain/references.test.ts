import { expect, it } from 'vitest'
import type { ObjectReference } from '#contract/gatehouse/workspace.ts'
import { BELONGS, lossText, referencesText, referenceText } from '#ui/domain/references.ts'

const use = (policyId: string, ruleId: string | null, path: string): ObjectReference => ({
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
  expect(referencesText(uses)).toBe('1 policy and 2 rules')
  expect(referencesText(uses.slice(1))).toBe('2 rules')
  expect(referencesText([])).toBeNull()
})

it('what a place does with an object is said in words, an unknown place by its path', () => {
  expect(referenceText('conditions.people.groups.exclude')).toBe('excludes this group')
  expect(referenceText('actions.idp.providers[0].id')).toBe('sends people there')
  expect(referenceText('mapping')).toBe('decides for it')
  expect(referenceText('conditions.unheard.of')).toBe('conditions.unheard.of')
})

it('the loss is told by how many lose, each once, and by whether they are lost themselves', () => {
  const twice = [
    use('p1', 'r1', 'conditions.people.groups.include'),
    use('p1', 'r1', 'conditions.people.groups.exclude'),
  ]
  expect(lossText(twice)).toMatch(/^names it\. It stays/)
  expect(lossText([...twice, use('p2', null, 'conditions.people.groups.include')])).toMatch(/^name it\. They stay/)
  expect(lossText([use('p1', null, BELONGS)])).toBe('belongs to it and is deleted with it:')
})
