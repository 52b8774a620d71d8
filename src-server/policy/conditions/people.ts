import { EVERYONE, type PolicyConditions, type RuleConditions } from '#contract/policy/conditions.ts'
import { change, fix, type Fix } from '../counterfactual/changes.ts'
import { not as notOf } from '../formula/formula.ts'
import { inGroups as memberOfOne } from '../formula/people-term.ts'
import { CLIENT_ALONE, SUBJECTS } from '../formula/subjects.ts'
import { allOfTerms, ALWAYS, anyOfTerms, isOneOf, negated, type Term } from '../formula/term.ts'
import type { Facts } from '../prepared-context.ts'
import type { TextParts } from '../types.ts'
import { NO, UNKNOWN, YES, and, not, or, truth, type Truth } from '../verdict.ts'
import { idList, NOTHING, textList, type ConditionKind, type Environment, type PathTest } from './condition.ts'

/** A policy's `people` is the narrower of the two, so that both fit. */
type People = NonNullable<RuleConditions['people'] | PolicyConditions['people']>

/** The four lists, absent ones as empty. */
export function peopleLists(people: People) {
  const groups: { include?: string[]; exclude?: string[] } = people.groups ?? {}
  const users = 'users' in people ? people.users : undefined
  return {
    groupsIn: groups.include ?? [],
    groupsOut: groups.exclude ?? [],
    usersIn: users?.include ?? [],
    usersOut: users?.exclude ?? [],
  }
}

/** Whether a list names the group Everyone, by its id or by the word for it. */
export const namesEveryone = (ids: readonly string[], everyoneGroupId: string): boolean =>
  ids.includes(everyoneGroupId) || ids.includes(EVERYONE)

/** Words for groups, `EVERYONE` as the name of that group. */
const groupList = (ids: readonly string[], last: 'or' | 'and') =>
  textList(
    ids.map((id) => (id === EVERYONE ? 'Everyone' : { id })),
    last,
  )

/** Everyone holds every person and every group context (spec/4 §1.9.2). */
function inGroups(ids: readonly string[], { everyoneGroupId }: Environment): (facts: Facts) => Truth {
  if (namesEveryone(ids, everyoneGroupId)) return ({ groupIds }) => (groupIds === null ? UNKNOWN : YES)
  let expected: ReadonlySet<string> | null = null
  return ({ groupIds }) => {
    if (groupIds === null) return UNKNOWN
    expected ??= new Set(ids)
    for (const id of groupIds) if (expected.has(id)) return YES
    return NO
  }
}

function isUser(ids: readonly string[]): (facts: Facts) => Truth {
  let expected: ReadonlySet<string> | null = null
  return ({ personId }) => (personId === null ? UNKNOWN : truth((expected ??= new Set(ids)).has(personId)))
}

const actualGroups = ({ groupIds, personId }: Facts): TextParts =>
  groupIds === null
    ? ['no one in particular']
    : groupIds.length === 0
      ? ['no group but Everyone']
      : [personId === null ? 'somebody in ' : 'a member of ', ...idList(groupIds, 'and')]

function actualUser({ personId, groupIds, context }: Facts): TextParts {
  if (personId === null) return [groupIds === null ? 'no one in particular' : 'groups, not a person']
  const { firstName, lastName } = context.person?.user?.profile ?? {}
  return typeof firstName === 'string' && typeof lastName === 'string'
    ? [`${firstName} ${lastName}`]
    : [{ id: personId }]
}

function path(name: string, ids: readonly string[], exclude: boolean, test: (facts: Facts) => Truth): PathTest {
  const groups = name.startsWith('people.groups')
  const kind = groups ? 'a member of ' : ''
  return {
    path: name,
    test: (facts) => (facts.isClientAlone ? YES : exclude ? not(test(facts)) : test(facts)),
    expected: () => [
      `${exclude ? (groups ? 'not ' : 'anybody but ') : ''}${kind}`,
      ...(groups ? groupList : idList)(ids, 'or'),
    ],
    actual: (facts) =>
      facts.isClientAlone ? ['no person: the client asks for itself'] : (groups ? actualGroups : actualUser)(facts),
    missing: () => 'policyContext.user',
  }
}

type Lists = ReturnType<typeof peopleLists>

/** What the person would have to be: the includes are one choice, every exclude is a demand. */
function demands({ groupsIn, groupsOut, usersIn, usersOut }: Lists): TextParts {
  const choices = [
    ...(groupsIn.length ? [['be in ', ...groupList(groupsIn, 'or')]] : []),
    ...(usersIn.length ? [['be ', ...idList(usersIn, 'or')]] : []),
  ]
  const included = choices.flatMap((choice, index) => (index ? [' or ', ...choice] : choice))
  const all = [
    ...(included.length ? [included] : []),
    ...(groupsOut.length ? [['not be in ', ...idList(groupsOut, 'or')]] : []),
    ...(usersOut.length ? [['not be ', ...idList(usersOut, 'or')]] : []),
  ]
  return all.flatMap((demand, index) => (index ? [' and ', ...demand] : demand))
}

/** Only groups without a person can be changed in a request: who a known person is, it cannot say. */
function fixFor(people: People, environment: Environment, facts: Facts, exists: (id: string) => boolean): Fix {
  const lists = peopleLists(people)
  const { groupsIn, groupsOut, usersOut } = lists
  const text: TextParts = ['the person would have to ', ...demands(lists)]
  const out = new Set(groupsOut)
  if (facts.personId !== null || usersOut.length || out.has(environment.everyoneGroupId)) return fix(text)
  const remaining = (facts.groupIds ?? []).filter((id) => !out.has(id))
  const met = groupsIn.length === 0 || inGroups(groupsIn, environment)({ ...facts, groupIds: remaining }) === YES
  const added = met ? undefined : groupsIn.find((id) => exists(id) && !out.has(id))
  if (!met && added === undefined) return fix(text)
  const ids = added === undefined ? remaining : [...remaining, added]
  const groups = ids.length ? ids : [environment.everyoneGroupId]
  return fix(text, change('policyContext.groups.ids', groups, 'be in ', ...idList(groups, 'and')))
}

/** One test for each list, null where it is empty. */
type Tests = Record<keyof Lists, ((facts: Facts) => Truth) | null>

/** Null where nothing is asked for. */
function jointTest({ groupsIn, groupsOut, usersIn, usersOut }: Tests): ((facts: Facts) => Truth) | null {
  const included = groupsIn && usersIn ? (facts: Facts) => or(groupsIn(facts), usersIn(facts)) : (groupsIn ?? usersIn)
  if (!groupsOut && !usersOut) return included
  return (facts) => {
    let joint: Truth = included ? included(facts) : YES
    if (groupsOut) joint = and(joint, not(groupsOut(facts)))
    if (usersOut) joint = and(joint, not(usersOut(facts)))
    return joint
  }
}

function termOf({ groupsIn, groupsOut, usersIn, usersOut }: Lists, everyoneGroupId: string): Term {
  const inGroup = (ids: readonly string[]) =>
    ids.length ? [memberOfOne(ids, namesEveryone(ids, everyoneGroupId))] : []
  const isNamed = (ids: readonly string[]) => (ids.length ? [isOneOf(SUBJECTS.person, ids)] : [])
  const included = [...inGroup(groupsIn), ...isNamed(usersIn)]
  const excluded = [...inGroup(groupsOut), ...isNamed(usersOut)].map(negated)
  if (included.length + excluded.length === 0) return ALWAYS
  const joint = allOfTerms([...(included.length ? [anyOfTerms(included)] : []), ...excluded])
  return anyOfTerms([joint, { yes: CLIENT_ALONE, no: notOf(CLIENT_ALONE) }])
}

const PATHS = {
  groupsIn: ['people.groups.include', false],
  groupsOut: ['people.groups.exclude', true],
  usersIn: ['people.users.include', false],
  usersOut: ['people.users.exclude', true],
} as const satisfies Record<keyof Lists, unknown>

function pathsOf(lists: Lists, tests: Tests): PathTest[] {
  return (Object.keys(PATHS) as (keyof Lists)[]).flatMap((list) => {
    const test = tests[list]
    return test ? [path(PATHS[list][0], lists[list], PATHS[list][1], test)] : []
  })
}

/**
 * Met when (all include lists are empty, or a group or the list of users names the person) and no exclude list does
 * (spec/4 §1.9.1). Each list reports itself; the rule counts the joint verdict. Where a client asks for itself, by client credentials,
 * there is no person, and all of them are met; the documents are silent.
 */
export const people: ConditionKind<People> = {
  compile(condition, environment) {
    const lists = peopleLists(condition)
    const tests: Tests = {
      groupsIn: lists.groupsIn.length ? inGroups(lists.groupsIn, environment) : null,
      groupsOut: lists.groupsOut.length ? inGroups(lists.groupsOut, environment) : null,
      usersIn: lists.usersIn.length ? isUser(lists.usersIn) : null,
      usersOut: lists.usersOut.length ? isUser(lists.usersOut) : null,
    }
    const test = jointTest(tests)
    if (test === null) return NOTHING
    let paths: PathTest[] | null = null
    return {
      test: (facts) => (facts.isClientAlone ? YES : test(facts)),
      // Made when evidence is asked for, because there are far more of these conditions than of all others.
      get paths() {
        return (paths ??= pathsOf(lists, tests))
      },
      fixes: (facts, exists) => [fixFor(condition, environment, facts, exists)],
    }
  },

  term: (condition, { everyoneGroupId }) => termOf(peopleLists(condition), everyoneGroupId),

  phrases(condition) {
    const { groupsIn, groupsOut, usersIn, usersOut } = peopleLists(condition)
    const groups: TextParts = groupsIn.length ? ['in ', ...groupList(groupsIn, 'or')] : []
    const users: TextParts = usersIn.length ? [groups.length ? ' or being ' : 'being ', ...idList(usersIn, 'or')] : []
    return [
      ...(groups.length + users.length ? [[...groups, ...users]] : []),
      ...(groupsOut.length ? [['not in ', ...idList(groupsOut, 'or')]] : []),
      ...(usersOut.length ? [['not being ', ...idList(usersOut, 'or')]] : []),
    ]
  },
}
