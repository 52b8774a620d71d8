import { expect, it } from 'vitest'
import { translateIds } from '#expression/index.ts'

const other = (id: string) => `other-${id}`

it.each([
  ['group-rule', `isMemberOfAnyGroup("00g1", '00g2')`, `isMemberOfAnyGroup("other-00g1", 'other-00g2')`],
  [
    'group-rule',
    `isMemberOfGroup("00g1") AND user.department == "00g1"`,
    `isMemberOfGroup("other-00g1") AND user.department == "00g1"`,
  ],
  [
    'condition',
    `user.isMemberOf({'group.id': {'00g1', "00g2"}}, {'group.profile.name': 'x'})`,
    `user.isMemberOf({'group.id': {'other-00g1', "other-00g2"}}, {'group.profile.name': 'x'})`,
  ],
  ['classic', `getFilteredGroups({"00g1"}, "group.name", 5)`, `getFilteredGroups({"other-00g1"}, "group.name", 5)`],
  ['classic', `  String.len( user.login )  > 3`, `  String.len( user.login )  > 3`],
  ['group-rule', `isMemberOfGroup("00g1" AND`, `isMemberOfGroup("00g1" AND`],
] as const)('an expression (%s) names other groups: %s', (dialect, source, translated) => {
  expect(translateIds(source, dialect, other)).toBe(translated)
})

it('a text that an id does not change stays as it was written, to the letter', () => {
  const source = `isMemberOfGroup( '00g1' )   ||   user.city=="x"`
  expect(translateIds(source, 'group-rule', (id) => id)).toBe(source)
})
