import { expect, it } from 'vitest'
import type { SignInMatrix } from '#contract/gatehouse/sign-in-matrix.ts'
import type { SignInAnswer } from '#contract/policy/outcome.ts'
import { NOTHING } from '#ui/domain/sign-in.ts'
import { isAnswerable, manyBody, manyFromQuery, manyToQuery } from '#ui/features/simulate/many/many-question.ts'
import { cellText, matrixCsv, matrixSummary, rowsOf } from '#ui/features/simulate/many/matrix-view.ts'

const answer = (over: Partial<SignInAnswer>): SignInAnswer => ({
  ...{ answer: 'YES', text: 'Yes.', details: [], factors: 2, certain: true },
  ...over,
})
const person = (name: string) => ({ id: name, name, login: `${name}@example.com` })
const MATRIX: SignInMatrix = {
  morePeople: 0,
  apps: [
    { id: 'a', name: 'Mail' },
    { id: 'b', name: 'Wiki, old' },
  ],
  answers: [
    answer({ text: 'Yes, with any two factors.', details: ['The session ends.'] }),
    answer({ answer: 'NO', text: 'No: shut.', factors: null }),
    answer({ text: 'Yes, with at least one factor.', factors: 1, certain: false }),
  ],
  rows: [
    { person: person('ada'), cells: [0, 1] },
    { person: person('bob'), cells: [0, null] },
    { person: person('cy'), cells: [2, null] },
  ],
}

it('the address holds the question, and gives the same one again', () => {
  const question = {
    by: 'people' as const,
    people: ['00uA', '00uB'],
    group: null,
    apps: ['0oaC'],
    situation: { ...NOTHING, ip: '192.0.2.1', risk: 'HIGH' as const },
  }
  expect(manyFromQuery(manyToQuery(question))).toEqual(question)
  expect(manyBody(question)).toEqual({
    people: ['00uA', '00uB'],
    apps: ['0oaC'],
    policyContext: { ip: '192.0.2.1', risk: { level: 'HIGH' } },
  })
  const group = manyFromQuery({ group: '00gD', user: '00uX', app: '0oaX' })
  expect(manyBody(group)).toEqual({ groupId: '00gD', apps: [], policyContext: {} })
  expect([isAnswerable(group), isAnswerable(manyFromQuery({}))]).toEqual([true, false])
})

it('a cell says in few letters what the answer is, and how sure', () => {
  expect([null, ...MATRIX.answers].map(cellText)).toEqual(['Not assigned', '2 factors', 'No', 'At least 1 factor'])
  expect(cellText(answer({ answer: 'DEPENDS', factors: null, certain: false }))).toBe('Depends')
})

it('rows are kept by what is in any of their cells', () => {
  const names = (filter: Parameters<typeof rowsOf>[1]) => rowsOf(MATRIX, filter).map((row) => row.person.name)
  expect([names('all'), names('no'), names('depends'), names('one')]).toEqual([
    ['ada', 'bob', 'cy'],
    ['ada'],
    ['cy'],
    ['cy'],
  ])
})

it('is summed up, and saved with whole answers', () => {
  expect(matrixSummary(MATRIX)).toBe('3 people × 2 applications: 3 yes, 1 no')
  expect(matrixCsv(MATRIX).split('\r\n').slice(0, 3)).toEqual([
    '\uFEFFPerson,Login,Mail,"Wiki, old"',
    'ada,ada@example.com,"Yes, with any two factors. The session ends.",No: shut.',
    'bob,bob@example.com,"Yes, with any two factors. The session ends.",Not assigned',
  ])
})
