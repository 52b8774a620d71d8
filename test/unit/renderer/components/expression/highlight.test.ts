import { describe, expect, it } from 'vitest'
import { stretchesOf } from '../../../../../src-renderer/components/expression/highlight.ts'

function looks(source: string): string[] {
  return stretchesOf(source).map(({ start, end, look }) => `${source.slice(start, end)} ${look}`)
}

describe('colours of an expression', () => {
  it('tell calls, texts, constants and operators; attributes stay plain', () => {
    expect(looks("user.isMemberOf('a') and 1 == null")).toEqual([
      '. operator',
      'isMemberOf call',
      '( operator',
      "'a' text",
      ') operator',
      'and operator',
      '1 constant',
      '== operator',
      'null constant',
    ])
  })

  it('an attribute named like a word of the language is an attribute', () => {
    expect(looks('user.profile.true')).toEqual(['. operator', '. operator'])
  })

  it('work while the text is broken', () => {
    expect(looks("§ == 'open")).toEqual(['§ broken', '== operator', "'open text"])
  })
})
