import { describe, expect, it } from 'vitest'
import type { FieldSpec } from '#ui/resource/form/field-specs.ts'
import { fieldFacts } from '#ui/resource/form/field-text.ts'

const FIELDS: readonly FieldSpec[] = [
  { path: 'a', label: 'A', control: 'heading' },
  { path: 'kind', label: 'Kind', control: 'choice', options: [{ value: 'x', label: 'The X' }], none: 'Any' },
  { path: 'on', label: 'On', control: 'switch', on: 'YES', off: 'NO' },
  { path: 'list', label: 'List', control: 'many', none: 'None', options: [{ value: 'x', label: 'The X' }] },
  { path: 'wait', label: 'Wait', control: 'number', unit: 's' },
  { path: 'secret', label: 'Secret', control: 'text', secret: true },
  { path: 'deep.name', label: 'Name', control: 'text', mono: true, when: ({ on }) => on === 'YES' },
]
const facts = (draft: object) => fieldFacts(FIELDS, { ...draft }).map(({ label, lines }) => [label, ...lines])

describe('an object in the words of its form', () => {
  it('values are said as the form says them, and a secret is not said', () => {
    const draft = { kind: 'x', on: 'YES', list: ['x', 'y'], wait: 3, secret: 'hush', deep: { name: 'n' } }
    expect(facts(draft)).toEqual([
      ['Kind', 'The X'],
      ['On', 'Yes'],
      ['List', 'The X', 'y'],
      ['Wait', '3 s'],
      ['Secret'],
      ['Name', 'n'],
    ])
  })

  it('what is not set has no words, and what the form would not show is not there', () => {
    expect(facts({})).toEqual([['Kind', 'Any'], ['On', 'No'], ['List'], ['Wait'], ['Secret']])
  })
})
