// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import ImpactView from '#ui/resource/review/ImpactView.vue'
import { mountPage } from '../../../helpers/mount-page.ts'

const headOf = async (notes: string[]) => {
  const review = { id: '', considered: 3, affected: 0, effects: [], notes }
  const { page } = await mountPage(ImpactView, { props: { review } })
  return { isGreen: page.find('.none').exists(), hasCheck: page.find('.head svg').exists(), text: page.text() }
}

it('a change that refuses everyone at some addresses is told without the green of one that does nothing', async () => {
  expect(await headOf([])).toEqual({ isGreen: true, hasCheck: true, text: 'No person is affected.' })
  const note = 'Sign-ins from the addresses in “Blocked” are refused for everyone.'
  const blocked = await headOf([note])
  expect(blocked).toMatchObject({ isGreen: false, hasCheck: false })
  expect(blocked.text).toContain('By policies alone, no person is affected.')
  expect(blocked.text).toContain(note)
})

it('what a change does in situations is told in place of what it may do', async () => {
  const rule = (ruleName: string) => ({ policyId: 'p', policyName: 'Global session', ruleId: ruleName, ruleName })
  const effects = [
    {
      effect: 'ACCESS_LOST' as const,
      people: 2,
      always: 0,
      cells: 2,
      moreCases: 0,
      cases: [
        {
          policyType: 'SVC_SIGN_ON' as const,
          subjects: [],
          moreSubjects: 0,
          situations: ['from outside HQ, at high risk'],
          moreSituations: 0,
          before: 'Allowed with one factor',
          after: 'Denied',
          ruleBefore: rule('Allow'),
          ruleAfter: rule('Deny'),
          people: 2,
        },
      ],
    },
  ]
  const may = { effect: 'MAY_LOSE_ACCESS' as const, people: 2, sample: [], cases: [], moreCases: 0 }
  const situations = { affected: 2, effects, undecided: { people: 1, on: ['a == b'] } }
  const review = { considered: 3, affected: 2, effects: [may], notes: [], situations }
  const { page } = await mountPage(ImpactView, { props: { review } })
  const text = page.text()
  expect(text).not.toContain('may lose access')
  for (const said of [
    '2 people lose access',
    'in some situations',
    'From outside HQ, at high risk',
    'Decided by “Deny” of “Global session”',
    'it depends on what cannot be tried out: a == b',
  ])
    expect(text).toContain(said)
})
