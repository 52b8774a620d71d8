import { method } from '../operations.ts'
import { DIALECTS, type GroupRecord, type UserRecord } from '../types.ts'
import { Group, toValue, UNDEFINED, type Criterion, type Value } from '../values.ts'

type Truth = boolean | typeof UNDEFINED
const CRITERIA = { name: 'criteria', type: 'criterion', rest: true } as const
const WITH_PERSON = DIALECTS.filter((dialect) => dialect !== 'event-filter')

/** Fields of the person itself, which `getInternalProperty` reads beside the internal ones. */
const OWN_FIELDS = ['id', 'status', 'created', 'lastUpdated', 'passwordChanged', 'lastLogin'] as const

/** Methods of a person: memberships, linked people, internal properties (spec/4 §1.8 "Groups"). */
export const GROUP_METHODS = [
  method({
    on: 'user',
    name: 'isMemberOf',
    dialects: WITH_PERSON,
    takes: [CRITERIA],
    gives: 'boolean',
    help: 'Whether the person is in a group that meets every criterion, such as {"group.profile.name": "Sales"}.',
    run: ([self, criteria]) => isMember(self, (group) => meets(group, criteria)),
  }),
  method({
    on: 'user',
    name: 'getGroups',
    dialects: WITH_PERSON,
    takes: [CRITERIA],
    gives: 'list',
    help: 'The groups of the person that meet every criterion.',
    run: ([self, criteria]) => groupsThat(self, (group) => meets(group, criteria)),
  }),
  method({
    on: 'user',
    name: 'getLinkedObject',
    dialects: WITH_PERSON,
    takes: [{ name: 'relationship', type: 'text' }],
    gives: 'user',
    help: 'The person linked through a relationship, such as "manager"; null when there is none.',
    run: ([self, relationship]) => {
      if (!self.linkedObjects) return UNDEFINED
      return Object.hasOwn(self.linkedObjects, relationship) ? (self.linkedObjects[relationship] ?? null) : null
    },
  }),
  method({
    on: 'user',
    name: 'getInternalProperty',
    dialects: WITH_PERSON,
    takes: [{ name: 'property', type: 'text' }],
    gives: 'any',
    help: 'A property outside the profile, such as "status" or "created".',
    run: ([self, property]) => {
      const own = OWN_FIELDS.find((field) => field === property)
      if (own !== undefined && self[own] !== undefined) return toValue(self[own], UNDEFINED)
      const held = self.internal && Object.hasOwn(self.internal, property) ? self.internal[property] : undefined
      return toValue(held, UNDEFINED)
    },
  }),
]

/** Asks every group; one yes decides, and one unknown keeps a no from being certain. */
export function isMember({ groups }: UserRecord, test: (group: GroupRecord) => Truth): Truth {
  if (!groups) return UNDEFINED
  let answer: Truth = false
  for (const group of groups) {
    const truth = test(group)
    if (truth === true) return true
    if (truth === UNDEFINED) answer = UNDEFINED
  }
  return answer
}

function groupsThat({ groups }: UserRecord, test: (group: GroupRecord) => Truth): Value {
  if (!groups) return UNDEFINED
  const found: Value[] = []
  for (const group of groups) {
    const truth = test(group)
    if (truth === UNDEFINED) return UNDEFINED
    if (truth) found.push(new Group(group))
  }
  return found
}

function meets(group: GroupRecord, criteria: readonly Criterion[]): Truth {
  let answer: Truth = true
  for (const { demands } of criteria) {
    for (const { field, values, prefix } of demands) {
      const held = group[field]
      if (held === undefined) answer = UNDEFINED
      else if (!(prefix ? values.some((value) => held.startsWith(value)) : values.includes(held))) return false
    }
  }
  return answer
}
