import { expect, it } from 'vitest'
import { importedProperties, isOwnGroup, isRemovableGroup } from '#ui/features/directory/groups.ts'
import { propertyOf } from '#ui/features/directory/imports/import-text.ts'

it.each([
  ['samAccountName', 'samAccountName'],
  [' Account name (AD) ', 'Account_name_AD_'],
  ['4th', '_4th'],
  ['name', null],
  ['NAME', null],
  ['—', '_'],
  ['x'.repeat(100), 'x'.repeat(60)],
])('the column %j of an application’s groups becomes the property %j', (column, property) => {
  expect(propertyOf(column, [{ name: 'id' }, { name: 'name' }])).toBe(property)
})

it('the properties of an imported group are those that others have not', () => {
  const profile = { name: 'Clerks', description: null, samAccountName: 'CLERKS', level: 4 }
  expect(importedProperties({ profile })).toEqual([
    ['samAccountName', 'CLERKS'],
    ['level', '4'],
  ])
})

it('a group of an application can be deleted, not changed; Everyone neither', () => {
  const can = (type: 'SVC_GROUP' | 'APP_GROUP' | 'BUILT_IN') => [isOwnGroup({ type }), isRemovableGroup({ type })]
  expect([can('SVC_GROUP'), can('APP_GROUP'), can('BUILT_IN')]).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ])
})
