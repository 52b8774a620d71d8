import { expect, it } from 'vitest'
import type { SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { attributeDraft, attributeOf, nameProblem, typeLabel } from '#ui/features/directory/schema/attribute-form.ts'

const LICENCES: SchemaAttribute = {
  ...{ title: 'Licences', description: 'To fly', type: 'array', scope: 'SELF', required: true },
  items: { type: 'integer', enum: [1, 2], oneOf: [1, 2].map((value) => ({ const: value, title: `Class ${value}` })) },
}

it('an attribute that is opened and saved stays as it is, titles of its values included', () => {
  expect(attributeOf(attributeDraft('licences', LICENCES), LICENCES)).toEqual(LICENCES)
  const badge: SchemaAttribute = {
    ...{ title: 'Badge', type: 'string', scope: 'NONE', unique: 'UNIQUE_VALIDATED', minLength: 2, pattern: '[A-Z]+' },
    permissions: [{ principal: 'SELF', action: 'HIDE' }],
  }
  expect(attributeOf(attributeDraft('badge', badge), badge)).toEqual(badge)
})

it('a new attribute has what its type takes, and values of that type', () => {
  const draft = { ...attributeDraft(), title: 'Hours', name: 'hours', type: 'number', choices: ['1.5', '2'] }
  expect(attributeOf({ ...draft, minLength: 3, pattern: 'x' })).toEqual({
    ...{ title: 'Hours', type: 'number', enum: [1.5, 2] },
    oneOf: [1.5, 2].map((value) => ({ const: value, title: String(value) })),
  })
})

it('says what an attribute holds, and what no name is', () => {
  expect(typeLabel(LICENCES)).toBe('List of whole numbers, 2 choices')
  expect(typeLabel({ title: 'X', type: 'boolean', scope: 'NONE' })).toBe('Yes or no')
  expect([nameProblem('a_1'), nameProblem(''), nameProblem('1a')].map(Boolean)).toEqual([false, true, true])
})
