import { LIMITS } from '#contract/interface/limits.ts'
import { fn, type Operation } from '../operations.ts'
import type { Dialect, ExpressionContext, GroupRecord } from '../types.ts'
import { ConversionError, UNDEFINED, type GroupField, type Value } from '../values.ts'
import { shown } from './conversions.ts'
import { isMember } from './group-methods.ts'
import { compileNamePattern, namePatternError } from './name-patterns.ts'

const memberDialects: readonly Dialect[] = ['classic', 'group-rule']
type NameTest = (name: string, expected: string) => boolean

/** The first argument of `Groups.…` for groups that no application brought in. */
const OWN_GROUPS = 'SVC'
const OWN_TYPES: readonly string[] = ['SVC_GROUP', 'BUILT_IN']

const NAME_TESTS: Readonly<Record<'contains' | 'startsWith' | 'endsWith', NameTest>> = {
  contains: (name, expected) => name.includes(expected),
  startsWith: (name, expected) => name.startsWith(expected),
  endsWith: (name, expected) => name.endsWith(expected),
}

const WORDS = { contains: 'contain', startsWith: 'start with', endsWith: 'end with' } as const

/** How many groups a claim can list. */
const GROUPS_RANGE = [1, LIMITS.claimGroups] as const

/** `Groups.…`, `getFilteredGroups` and `isMemberOf…` of the Classic language (spec/4 §1.8). */
export const CLASSIC_GROUPS: readonly Operation[] = [
  groupNames('contains'),
  groupNames('startsWith'),
  groupNames('endsWith'),
  fn({
    family: null,
    dialects: ['classic'],
    name: 'getFilteredGroups',
    takes: [
      { name: 'groupIds', type: 'list' },
      { name: 'path', type: 'text', validate: groupFieldError },
      { name: 'limit', type: 'number', range: GROUPS_RANGE },
    ],
    gives: 'list',
    help: 'What a path such as "group.name" gives for those of the listed groups that the person is in, at most so many.',
    run: ([groupIds, path, limit], context) => {
      const [least, most] = GROUPS_RANGE
      if (!(limit >= least && limit <= most)) throw new ConversionError(`a list of groups holds ${least} to ${most}`)
      const found = filteredGroups(groupIds, path, context)
      return found === UNDEFINED ? UNDEFINED : found.slice(0, Math.trunc(limit))
    },
  }),
  fn({
    family: null,
    dialects: memberDialects,
    name: 'isMemberOfGroup',
    takes: [{ name: 'groupId', type: 'text' }],
    gives: 'boolean',
    help: 'Whether the person is in the group of that id.',
    run: ([groupId], context) => anyGroup(context, ({ id }) => id === groupId),
  }),
  fn({
    family: null,
    dialects: memberDialects,
    name: 'isMemberOfAnyGroup',
    takes: [{ name: 'groupIds', type: 'text', rest: true }],
    gives: 'boolean',
    help: 'Whether the person is in one of the groups of those ids.',
    run: ([groupIds], context) => anyGroup(context, ({ id }) => groupIds.includes(id)),
  }),
  membershipByName('isMemberOfGroupName', 'is', (name, expected) => name === expected),
  membershipByName('isMemberOfGroupNameStartsWith', 'starts with', NAME_TESTS.startsWith),
  membershipByName('isMemberOfGroupNameContains', 'contains', NAME_TESTS.contains),
  fn({
    family: null,
    dialects: memberDialects,
    name: 'isMemberOfGroupNameRegex',
    takes: [{ name: 'pattern', type: 'text', validate: namePatternError }],
    gives: 'boolean',
    help: 'Whether the person is in a group whose whole name follows the pattern.',
    run: ([pattern], context) => {
      const matches = compileNamePattern(pattern)
      return anyGroup(context, byName(matches))
    },
  }),
]

/** What `getFilteredGroups` tells of a group, by how it is written. */
const GROUP_FIELDS: ReadonlyMap<string, GroupField> = new Map<string, GroupField>([
  ['group.name', 'name'],
  ['group.profile.name', 'name'],
  ['group.id', 'id'],
  ['group.type', 'type'],
  ['group.source.id', 'sourceId'],
])

function groupFieldError(path: string): string | null {
  if (GROUP_FIELDS.has(path)) return null
  return `${shown(path)} is nothing that groups have; write one of ${[...GROUP_FIELDS.keys()].join(', ')}`
}

/** Of the groups with these ids, those that the person is in, in their order. */
function filteredGroups(ids: readonly Value[], path: string, { user }: ExpressionContext): Value[] | typeof UNDEFINED {
  const field = GROUP_FIELDS.get(path)
  if (!field) throw new ConversionError(groupFieldError(path) ?? '')
  if (!user?.groups) return UNDEFINED
  const asked = new Set(ids)
  const values = user.groups.filter(({ id }) => asked.has(id)).map((group) => group[field] ?? UNDEFINED)
  return values.includes(UNDEFINED) ? UNDEFINED : values
}

function groupNames(name: keyof typeof NAME_TESTS): Operation {
  return fn({
    family: 'Groups',
    dialects: ['classic'],
    name,
    takes: [
      { name: 'source', type: 'text' },
      { name: 'text', type: 'text' },
      { name: 'limit', type: 'number' },
    ],
    gives: 'list',
    help: `Names of the person's groups of a source ("${OWN_GROUPS}" or an application id) that ${WORDS[name]} the text.`,
    run: ([source, expected, limit], { user }) => {
      if (!user?.groups) return UNDEFINED
      const names: Value[] = []
      for (const group of user.groups) {
        const from = isFrom(group, source)
        if (from === UNDEFINED || (from && group.name === undefined)) return UNDEFINED
        if (from && NAME_TESTS[name](group.name ?? '', expected)) names.push(group.name ?? '')
      }
      return names.slice(0, Math.max(0, Math.trunc(limit)))
    },
  })
}

function isFrom({ type, sourceId }: GroupRecord, source: string): boolean | typeof UNDEFINED {
  if (source === OWN_GROUPS) return type === undefined ? UNDEFINED : OWN_TYPES.includes(type)
  if (sourceId !== undefined) return sourceId === source
  return type === undefined || !OWN_TYPES.includes(type) ? UNDEFINED : false
}

function membershipByName(name: string, verb: string, test: NameTest): Operation {
  return fn({
    family: null,
    dialects: memberDialects,
    name,
    takes: [{ name: 'name', type: 'text' }],
    gives: 'boolean',
    help: `Whether the person is in a group whose name ${verb} the text, with its case.`,
    run: ([expected], context) =>
      anyGroup(
        context,
        byName((groupName) => test(groupName, expected)),
      ),
  })
}

function byName(test: (name: string) => boolean) {
  return ({ name }: GroupRecord) => (name === undefined ? UNDEFINED : test(name))
}

function anyGroup({ user }: ExpressionContext, test: (group: GroupRecord) => boolean | typeof UNDEFINED): Value {
  return user ? isMember(user, test) : UNDEFINED
}
