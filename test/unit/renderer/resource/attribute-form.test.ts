import { expect, it } from 'vitest'
import type { SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { attributeDraft, attributeOf, nameProblem, typeLabel } from '#ui/resource/schema/attribute-form.ts'
import { governanceTags } from '#ui/resource/schema/governance.ts'
import type { SchemaTraits } from '#ui/resource/schema/schema-source.ts'

const OF_PEOPLE: SchemaTraits = {
  ...{ takesUnique: true, hasLogin: true, isOfApp: false, governsSelf: true, hasMaster: true },
}
const OF_APP: SchemaTraits = {
  ...{ takesUnique: false, hasLogin: false, isOfApp: true, governsSelf: false, hasMaster: false },
}

const LICENCES: SchemaAttribute = {
  ...{ title: 'Licences', description: 'To fly', type: 'array', scope: 'SELF', required: true },
  items: { type: 'integer', enum: [1, 2], oneOf: [1, 2].map((value) => ({ const: value, title: `Class ${value}` })) },
}

it('an attribute that is opened and saved stays as it is, titles of its values included', () => {
  expect(attributeOf(attributeDraft(OF_APP, 'licences', LICENCES), LICENCES)).toEqual(LICENCES)
  const badge: SchemaAttribute = {
    ...{ title: 'Badge', type: 'string', scope: 'NONE', unique: 'UNIQUE_VALIDATED', minLength: 2, pattern: '[A-Z]+' },
    permissions: [{ principal: 'SELF', action: 'HIDE' }],
    master: { type: 'OVERRIDE', priority: [{ type: 'APP', value: '0oa1' }] },
  }
  expect(attributeOf(attributeDraft(OF_PEOPLE, 'badge', badge), badge)).toEqual(badge)
  const joined: SchemaAttribute = { ...LICENCES, externalName: 'licence', union: 'ENABLE' }
  expect(attributeOf(attributeDraft(OF_APP, 'licences', joined), joined)).toEqual(joined)
})

it('a new attribute has what its type takes, and values of that type', () => {
  const draft = { ...attributeDraft(OF_APP), title: 'Hours', name: 'hours', type: 'number', choices: ['1.5', '2'] }
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

it('self-service and the source of values are those of the draft, and say so where they are not the usual ones', () => {
  const draft = { ...attributeDraft(OF_PEOPLE), title: 'Badge', name: 'badge' }
  const usual = attributeOf(draft)
  expect(usual).toMatchObject({
    ...{ permissions: [{ principal: 'SELF', action: 'READ_ONLY' }], master: { type: 'PROFILE_MASTER' } },
  })
  expect(governanceTags(usual)).toEqual([])
  const own = attributeOf({ ...draft, self: 'READ_WRITE', master: 'OVERRIDE', priority: ['0oa2', '0oa1'] })
  expect(own.master?.priority).toEqual(['0oa2', '0oa1'].map((value) => ({ type: 'APP', value })))
  expect(governanceTags(own)).toEqual(['Self-service', 'From applications'])
  // Applications that were chosen before the source was changed again are not sent.
  expect(attributeOf({ ...draft, master: 'SVC', priority: ['0oa1'] }).master).toEqual({ type: 'SVC' })
})
