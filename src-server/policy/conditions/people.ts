import type { PolicyConditions, RuleConditions } from '../../contract/conditions.ts'
import type { Facts } from '../facts.ts'
import type { Words } from '../types.ts'
import { NO, UNKNOWN, YES, and, not, or, truth, type Truth } from '../verdict.ts'
import { idList, type ConditionKind, type Environment, type PathTest } from './condition.ts'

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

/** Everyone holds every person and every group context (spec/4 §1.9.2). */
function inGroups(ids: readonly string[], { everyoneGroupId }: Environment): (facts: Facts) => Truth {
  const wanted = new Set(ids)
  if (wanted.has(everyoneGroupId)) return ({ groupIds }) => (groupIds === null ? UNKNOWN : YES)
  return ({ groupIds }) => {
    if (groupIds === null) return UNKNOWN
    for (const id of groupIds) if (wanted.has(id)) return YES
    return NO
  }
}

function isUser(ids: readonly string[]): (facts: Facts) => Truth {
  const wanted = new Set(ids)
  return ({ personId }) => (personId === null ? UNKNOWN : truth(wanted.has(personId)))
}

const sawGroups = ({ groupIds, personId }: Facts): Words =>
  groupIds === null
    ? ['nobody in particular']
    : groupIds.length === 0
      ? ['no group but Everyone']
      : [personId === null ? 'somebody in ' : 'a member of ', ...idList(groupIds, 'and')]

function sawUser({ personId, groupIds, context }: Facts): Words {
  if (personId === null) return [groupIds === null ? 'nobody in particular' : 'groups, not a person']
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
    test: exclude ? (facts) => not(test(facts)) : test,
    wanted: () => [`${exclude ? (groups ? 'not ' : 'anybody but ') : ''}${kind}`, ...idList(ids, 'or')],
    saw: groups ? sawGroups : sawUser,
    missing: () => 'policyContext.user',
  }
}

/**
 * Met when (all include lists are empty, or a group or the list of users names the person) and no exclude list does
 * (spec/4 §1.9.1). Each list reports itself; the rule counts the joint verdict.
 */
export const people: ConditionKind<People> = {
  compile(condition, environment) {
    const { groupsIn, groupsOut, usersIn, usersOut } = peopleLists(condition)
    const groups = (name: string, ids: readonly string[], exclude: boolean) =>
      ids.length ? [path(name, ids, exclude, inGroups(ids, environment))] : []
    const users = (name: string, ids: readonly string[], exclude: boolean) =>
      ids.length ? [path(name, ids, exclude, isUser(ids))] : []
    const [inGroup, outOfGroup] = [
      groups('people.groups.include', groupsIn, false),
      groups('people.groups.exclude', groupsOut, true),
    ]
    const [named, spared] = [
      users('people.users.include', usersIn, false),
      users('people.users.exclude', usersOut, true),
    ]
    const paths = [...inGroup, ...outOfGroup, ...named, ...spared]
    const includes = [...inGroup, ...named]
    const excludes = [...outOfGroup, ...spared]
    const [first, second] = includes
    if (first && !second && excludes.length === 0) return { paths, test: first.test }
    const included = !first
      ? (): Truth => YES
      : second
        ? (facts: Facts) => or(first.test(facts), second.test(facts))
        : first.test
    return {
      paths,
      test: (facts) => {
        let joint: Truth = included(facts)
        for (const exclude of excludes) joint = and(joint, exclude.test(facts))
        return joint
      },
    }
  },

  phrases(condition) {
    const { groupsIn, groupsOut, usersIn, usersOut } = peopleLists(condition)
    const groups: Words = groupsIn.length ? ['in ', ...idList(groupsIn, 'or')] : []
    const users: Words = usersIn.length ? [groups.length ? ' or being ' : 'being ', ...idList(usersIn, 'or')] : []
    return [
      ...(groups.length + users.length ? [[...groups, ...users]] : []),
      ...(groupsOut.length ? [['not in ', ...idList(groupsOut, 'or')]] : []),
      ...(usersOut.length ? [['not being ', ...idList(usersOut, 'or')]] : []),
    ]
  },
}
