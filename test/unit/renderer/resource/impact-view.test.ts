// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SituationEffect } from '#contract/gatehouse/situation-impact.ts'
import ImpactView from '#ui/resource/review/ImpactView.vue'
import { answerPage } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { pressButton } from '../../../helpers/press-button.ts'

afterEach(() => vi.unstubAllGlobals())

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

describe('the people of an effect with several cases', () => {
  const one = (subject: string, situation: string, people: number) => ({
    ...{ policyType: 'ACCESS_POLICY' as const, subjects: [{ id: subject, name: subject }], moreSubjects: 0 },
    ...{ situations: [situation], moreSituations: 0, before: 'Allowed', after: 'Denied' },
    ...{ ruleBefore: null, ruleAfter: null, people },
  })
  const cases = [one('Payroll', 'at high risk', 2), one('Crew', 'from outside HQ', 1)]
  const group = { effect: 'ACCESS_LOST' as const, people: 2, always: 0, cells: 3, moreCases: 0, cases }
  const review = {
    ...{ id: 'rvw1', considered: 9, affected: 2, effects: [], notes: [] },
    situations: { affected: 2, effects: [group], undecided: { people: 0, on: [] } },
  }
  const ada = { id: 'ada', name: 'Ada', login: 'ada@example.org', cases: [0, 1] }
  const bob = { id: 'bob', name: 'Bob', login: 'bob@example.org', cases: [0] }
  const answer = () =>
    answerPage(({ searchParams }) => {
      const only = searchParams.get('case')
      return Response.json([ada, bob].filter((person) => only === null || person.cases.includes(Number(only))))
    })

  it('are a grid of who is in which case, all of them or those of one', async () => {
    answer()
    const { page } = await mountPage(ImpactView, { props: { review } })
    expect(page.findAll('.cases > li').map((item) => item.find('.letter').text())).toEqual(['A', 'B'])
    await pressButton('Show names')
    const rows = () =>
      page
        .findAll('tbody tr')
        .map((row) => [row.find('a').text(), ...row.findAll('td').map((cell) => cell.find('svg').exists())])
    await expect.poll(rows).toEqual([
      ['Ada', true, true],
      ['Bob', true, false],
    ])
    expect(page.findAll('thead th')[2]?.attributes('title')).toBe('Crew: From outside HQ: Allowed → Denied')
    await page.findAll('input[type=radio]')[2]?.setValue()
    await expect.poll(rows).toEqual([['Ada', true, true]])
  })

  it('are a row of the table for each of their cases', async () => {
    answer()
    let file = new Blob()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => ((file = blob as Blob), 'blob:file'))
    await mountPage(ImpactView, { props: { review } })
    await pressButton('Save people as CSV')
    await expect.poll(() => file.size).toBeGreaterThan(0)
    expect((await file.text()).split('\r\n').slice(1, -1)).toEqual([
      'Ada,ada@example.org,loses access,Payroll,At high risk,Allowed,Denied,',
      'Ada,ada@example.org,loses access,Crew,From outside HQ,Allowed,Denied,',
      'Bob,bob@example.org,loses access,Payroll,At high risk,Allowed,Denied,',
    ])
  })
})

describe('the table of affected people', () => {
  const group = (effect: SituationEffect) => ({ effect, people: 2, always: 0, cells: 2, moreCases: 0, cases: [] })
  const review = {
    ...{ id: 'rvw1', considered: 9, affected: 3, effects: [], notes: [] },
    situations: {
      affected: 3,
      effects: [group('ACCESS_LOST'), group('SIGN_IN_SOONER')],
      undecided: { people: 1, on: ['a == b'] },
    },
  }
  const person = (name: string) => ({ id: name, name, login: `${name.toLowerCase()}@example.org` })

  async function saved() {
    let file = new Blob()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      file = blob as Blob
      return 'blob:file'
    })
    const { page } = await mountPage(ImpactView, { props: { review } })
    await pressButton('Save people as CSV')
    return { page, text: () => file.text() }
  }

  it('has a row for each person and effect, of all pages of the list', async () => {
    const pages: Record<string, string[][]> = {
      ACCESS_LOST: [['Ada'], ['=cmd']],
      SIGN_IN_SOONER: [['Ada']],
      UNDECIDED: [['Grace']],
    }
    answerPage(({ pathname, searchParams }) => {
      const of = pages[searchParams.get('effect') ?? ''] ?? []
      const at = Number(searchParams.get('after') ?? 0)
      const next = at + 1 < of.length ? { Link: `<http://x${pathname}?after=${at + 1}>; rel="next"` } : undefined
      return Response.json((of[at] ?? []).map(person), next && { headers: next })
    })
    const { text } = await saved()
    await expect.poll(text).not.toBe('')
    expect((await text()).split('\r\n')).toEqual([
      '\uFEFFPerson,Login,Effect,Where,Situations,Before,After,Decided by',
      'Ada,ada@example.org,loses access,,,,,',
      "'=cmd,'=cmd@example.org,loses access,,,,,",
      'Ada,ada@example.org,signs in again sooner,,,,,',
      'Grace,grace@example.org,depends on what cannot be tried out,,,,,',
      '',
    ])
  })

  it('is not saved in part: where the list is gone, it says so', async () => {
    const gone = { errorCode: 'E0000007', errorSummary: 'Not found: Resource not found: rvw1 (ChangeReview)' }
    answerPage(() => Response.json(gone, { status: 404 }))
    const { page, text } = await saved()
    await expect.poll(() => page.text()).toContain('Not found: Resource not found: rvw1 (ChangeReview)')
    expect(await text()).toBe('')
  })
})
