import { describe, expect, it } from 'vitest'
import { groupIdsIn } from '#ui/components/expression/group-ids.ts'
import { stretchesOf } from '#ui/components/expression/highlight.ts'

function styled(source: string): string[] {
  return stretchesOf(source).map(({ start, end, style }) => `${source.slice(start, end)} ${style}`)
}

describe('colours of an expression', () => {
  it('tell calls, texts, constants and operators; attributes stay plain', () => {
    expect(styled("user.isMemberOf('a') and 1 == null")).toEqual([
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
    expect(styled('user.profile.true')).toEqual(['. operator', '. operator'])
  })

  it('work while the text is broken', () => {
    expect(styled("§ == 'open")).toEqual(['§ broken', '== operator', "'open text"])
  })
})

describe('ids of groups', () => {
  it('are found where they are written out, also while the text is broken', () => {
    const source = "user.isMemberOf({'group.id': {'00gContractors000000', 'Sales'}}) § '00gEngineering000000'"
    expect(groupIdsIn(source).map(({ id, end }) => [id, source.slice(0, end).endsWith(`${id}'`)])).toEqual([
      ['00gContractors000000', true],
      ['00gEngineering000000', true],
    ])
  })
})
