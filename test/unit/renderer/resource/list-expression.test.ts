import { describe, expect, it } from 'vitest'
import { groupSearch, userSearch } from '#filter/index.ts'
import { completeFind, readFind } from '#ui/resource/list/list-expression.ts'

const PEOPLE = userSearch(null)

describe('the search field of a list', () => {
  it.each(['', 'ada', 'ada lovelace', 'ada@x.test', 'co op', 'is "quoted', '(ada', 'not me', 'O’Neill (old)'])(
    'reads %j as words',
    (text) => {
      expect(readFind(text, PEOPLE)).toEqual({ kind: 'words' })
    },
  )

  it('reads an attribute with an operator as an expression', () => {
    for (const text of ['status eq "ACTIVE"', '(profile.city sw "B")', 'profile.a pr and (id pr)'])
      expect(readFind(text, PEOPLE), text).toEqual({ kind: 'expression' })
    expect(readFind('name co "x"', groupSearch([]))).toEqual({ kind: 'expression' })
    expect(readFind('status eq "ACTIVE"', undefined)).toEqual({ kind: 'words' })
  })

  it('waits for the operator of an attribute', () => {
    for (const text of ['profile.', 'profile.city', '(profile.ci'])
      expect(readFind(text, PEOPLE), text).toEqual({ kind: 'wrong', findings: [] })
  })

  it('says where an expression is wrong', () => {
    expect(readFind('status eq', PEOPLE)).toMatchObject({ kind: 'wrong', findings: [{ severity: 'error', start: 9 }] })
    expect(readFind('status ne "A"', PEOPLE)).toMatchObject({ kind: 'wrong', findings: [{ start: 7, end: 9 }] })
    expect(readFind('not (id pr)', PEOPLE)).toMatchObject({ kind: 'wrong' })
  })
})

describe('what can follow', () => {
  const values = (text: string) => completeFind(text, PEOPLE).map(({ value }) => value)

  it('is nothing for words', () => {
    for (const text of ['', 'a', 'ada', 'ada b', 'statu']) expect(values(text), text).toEqual([])
  })

  it('is attributes, operators, values and joints of an expression', () => {
    expect(values('profile.la')).toEqual(['profile.lastName '])
    expect(values('status ')).toContain('status eq ')
    expect(values('status eq "LO')).toEqual(['status eq "LOCKED_OUT"'])
    expect(values('status eq "ACTIVE" ')).toEqual(['status eq "ACTIVE" and ', 'status eq "ACTIVE" or '])
    expect(values('status eq "ACTIVE"')).toEqual([])
  })
})
