import { isObject } from '../../interface/schema-tree.ts'
import { textAt, valueAt, type Body } from '../definition.ts'
import { relation, standard, type Target, type WriteCall, type Writing } from '../writing.ts'

const AS_SHIPPED: Body = { required: false, pattern: null }

/** The attributes of a schema that are not as they are to be; null takes a custom one away. */
function attributesOf({ body }: Target, before: Body): Body {
  const changed = (part: string): Record<string, unknown> => {
    const at = (of: Body) => valueAt(of, `definitions.${part}.properties`)
    const [own, wanted] = [at(before), at(body)].map((value) => (isObject(value) ? value : {})) as [Body, Body]
    const kept = Object.entries(wanted).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(own[name]))
    // WHY not those of base: they are there as shipped, and what is left out of one stays.
    if (part === 'base')
      return Object.fromEntries(kept.map(([name, value]) => [name, { ...AS_SHIPPED, ...(value as Body) }]))
    const gone = Object.keys(own).filter((name) => !Object.hasOwn(wanted, name))
    return Object.fromEntries([...kept, ...gone.map((name) => [name, null])])
  }
  return { definitions: { base: { properties: changed('base') }, custom: { properties: changed('custom') } } }
}

/** A schema is there with its owner. */
export const schemaWriting = (
  operation: WriteCall['operation'],
  params: (target: Target, before: Body) => Record<string, string>,
): Writing => ({
  idKind: null,
  create: null,
  change: (target, before) => [{ operation, params: params(target, before), body: attributesOf(target, before) }],
  remove: null,
})

/** The last part of an address, as the id of a schema is given in bodies. */
const lastPart = (address: string) => address.split('/').at(-1) ?? ''

const OWN_PROVIDERS = ['', 'SVC']

/** A person without what is never answered. */
function personBody({ body }: Target): Body {
  const { profile, type, credentials } = body
  const provider = textAt(body, 'credentials.provider.type')
  return {
    profile,
    type: { id: valueAt({ type }, 'type.id') },
    ...(OWN_PROVIDERS.includes(provider)
      ? {}
      : { credentials: { provider: valueAt({ credentials }, 'credentials.provider') } }),
  }
}

const groupRule = standard({
  idKind: 'groupRule',
  one: 'groupRuleId',
  get: 'getGroupRule',
  create: 'createGroupRule',
  replace: 'replaceGroupRule',
  remove: 'deleteGroupRule',
  switches: { on: 'activateGroupRule', off: 'deactivateGroupRule', atRest: 'replaced', made: 'INACTIVE' },
})

/** Writes people, groups, and what is known of them. */
export const DIRECTORY_WRITES = {
  userType: standard({
    idKind: 'userType',
    one: 'typeId',
    get: 'getUserType',
    create: 'createUserType',
    replace: 'replaceUserType',
    remove: 'deleteUserType',
  }),
  groupSchema: schemaWriting('updateGroupSchema', () => ({})),
  userSchema: schemaWriting('updateUserSchema', (_target, before) => ({ schemaId: lastPart(textAt(before, 'id')) })),
  group: standard({
    idKind: 'group',
    one: 'groupId',
    get: 'getGroup',
    create: 'createGroup',
    replace: 'replaceGroup',
    remove: 'deleteGroup',
  }),
  user: {
    idKind: 'user',
    get: ({ id: userId }) => ({ operation: 'getUser', params: { userId } }),
    create: (target) => ({ operation: 'createUser', query: { activate: 'false' }, body: personBody(target) }),
    change: (target) => [{ operation: 'replaceUser', params: { userId: target.id }, body: personBody(target) }],
    remove: ({ id: userId, body }) => [
      ...(textAt(body, 'status') === 'DEPROVISIONED'
        ? []
        : [{ operation: 'deactivateUser', params: { userId } } as const]),
      { operation: 'deleteUser', params: { userId } },
    ],
  },
  groupMembership: relation({
    above: ['groupId'],
    one: 'userId',
    add: 'addGroupMember',
    drop: 'removeGroupMember',
  }),
  groupOwner: {
    idKind: null,
    create: ({ id, above: [groupId = ''], body }) => ({
      operation: 'addGroupOwner',
      params: { groupId },
      body: { id, type: textAt(body, 'type') },
    }),
    change: null,
    remove: ({ id: ownerId, above: [groupId = ''] }) => [
      { operation: 'removeGroupOwner', params: { groupId, ownerId } },
    ],
  },
  groupRule: {
    ...groupRule,
    // One that is invalid is not at rest.
    change: (target, before) => [
      ...(textAt(before, 'status') === 'INVALID'
        ? [{ operation: 'deactivateGroupRule', params: { groupRuleId: target.id } } as const]
        : []),
      ...(groupRule.change?.(target, before) ?? []),
    ],
  },
} as const satisfies Partial<Record<string, Writing>>
