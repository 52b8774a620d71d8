import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileTemplate, fillTemplate, missingIn, type ExpressionContext } from '#expression/index.ts'

const CONTEXT: ExpressionContext = {
  now: 0,
  user: { profile: { login: 'ada@corp.test', firstName: 'Ada', tags: ['a', 'b'], city: null } },
}
const fill = (source: string) => fillTemplate(compileTemplate(source), CONTEXT)

describe('a template', () => {
  it.each([
    ['', ''],
    ['plain', 'plain'],
    ['${source.login}', 'ada@corp.test'],
    ['${user.firstName}/${source.login}', 'Ada/ada@corp.test'],
    ['${fn:substringBefore(source.login, "@")}.ext', 'ada.ext'],
    ['${String.toUpperCase(source.firstName)}', 'ADA'],
    ['${source.tags}', 'a,b'],
    ['<${source.city}>', '<>'],
    ['${source.firstName == "}" ? "x" : "fn:y("}', 'fn:y('],
    ['$ {source.login} }', '$ {source.login} }'],
  ])('%s is filled in', (source, text) => {
    expect(fill(source)).toBe(text)
  })

  it('that is not closed, or cannot be read, says what is wrong', () => {
    expect(compileTemplate('${source.login').problems).toEqual(['`${` is not closed by `}`'])
    expect(compileTemplate('${source.login.x}').problems).toHaveLength(1)
    expect(compileTemplate('${nothing.here} ${}').problems).toHaveLength(2)
  })

  it('says which value is missing, and has no text where the context does not hold it', () => {
    const template = compileTemplate('${source.city}${source.login}${org.name}')
    expect(fillTemplate(template, CONTEXT)).toBeNull()
    expect(missingIn(template, CONTEXT)).toEqual([
      expect.stringContaining('source.city'),
      expect.stringContaining('org.name'),
    ])
  })

  it('never throws, and a text without expressions stays as it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, inside) => {
        expect(() => fill(`${before}\${${inside}}`)).not.toThrow()
        if (!before.includes('${')) expect(fill(before)).toBe(before)
      }),
    )
  })
})
