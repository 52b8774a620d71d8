import { ALL_CLIENTS, ALL_ZONES, EVERYONE, type RuleConditions } from '#contract/policy/conditions.ts'
import { KINDS, type ErrorKindOf } from '#contract/kinds.ts'
import { parse, referencedGroupIds } from '#expression/index.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { ActionsByType } from './action-types.ts'
import type { Conditions } from './conditions/index.ts'
import { peopleLists } from './conditions/people.ts'

const REFERENCED = [
  'group',
  'user',
  'userType',
  'zone',
  'app',
  'behavior',
  'identityProvider',
  'deviceAssurance',
] as const
/** The kinds that conditions and actions name by id. */
type ReferencedKind = (typeof REFERENCED)[number]

/** Named as the interface's own errors name them. */
export type ReferenceKind = ErrorKindOf<ReferencedKind> | 'PublicClientApp'

/** The kind of what is named; a client is an application. */
export function referencedKind(reference: ReferenceKind): ReferencedKind {
  return REFERENCED.find((kind) => KINDS[kind].errorKind === reference) ?? 'app'
}

/** One id that conditions or actions name, with its path. */
export interface Reference {
  kind: ReferenceKind
  path: string
  id: string
}

type Lists = { include?: readonly string[]; exclude?: readonly string[] }

function named(kind: ReferenceKind, path: string, ids: readonly string[] | undefined): Reference[] {
  return (ids ?? []).map((id) => ({ kind, path, id }))
}

function listReferences(kind: ReferenceKind, path: string, lists: Lists | undefined): Reference[] {
  return (['include', 'exclude'] as const).flatMap((side) => named(kind, `${path}.${side}`, lists?.[side]))
}

/** Everything that exists elsewhere and that conditions name, in the order of the paths; paths start below `conditions`. */
export function referencesOf(conditions: Conditions | null | undefined): Reference[] {
  if (!conditions) return []
  const { people, userType, network, app, risk, identityProvider, device, clients, elCondition }: RuleConditions =
    conditions
  const { groupsIn, groupsOut, usersIn, usersOut } = peopleLists(people ?? {})
  const appIds = (entries: readonly { type: string; id?: string }[] | undefined) =>
    (entries ?? []).flatMap((entry) => (entry.type === 'APP' && entry.id ? [entry.id] : []))
  return [
    ...named('UserGroup', 'people.groups.include', groupsIn).filter(({ id }) => id !== EVERYONE),
    ...named('UserGroup', 'people.groups.exclude', groupsOut),
    ...listReferences('User', 'people.users', { include: usersIn, exclude: usersOut }),
    ...listReferences('UserType', 'userType', userType),
    ...listReferences('NetworkZone', 'network', network).filter(({ id }) => id !== ALL_ZONES),
    ...listReferences('AppInstance', 'app', { include: appIds(app?.include), exclude: appIds(app?.exclude) }),
    ...named('Behavior', 'risk.behaviors', risk?.behaviors),
    ...named('IdpTrust', 'identityProvider.idpIds', identityProvider?.idpIds),
    ...named('DeviceAssurance', 'device.assurance.include', device?.assurance?.include),
    ...named('PublicClientApp', 'clients.include', clients?.include).filter(({ id }) => id !== ALL_CLIENTS),
    ...named('UserGroup', 'elCondition.condition', groupsNamedIn(elCondition?.condition)),
  ]
}

/** The groups that an expression names outright; one that cannot be read names nothing. */
function groupsNamedIn(source: string | undefined): string[] {
  // Most expressions name no group, and parsing one costs more than everything else here.
  if (!source || !/group/i.test(source)) return []
  const parsed = parse(source)
  return parsed.ok ? referencedGroupIds(parsed.expression) : []
}

/** What the actions of a type name that exists elsewhere; null for types whose actions name nothing. */
const IN_ACTIONS: { readonly [Type in PolicyType]: ((actions: ActionsByType[Type]) => Reference[]) | null } = {
  SVC_SIGN_ON: null,
  PASSWORD: null,
  MFA_ENROLL: null,
  IDP_DISCOVERY: ({ idp }) =>
    (idp.providers ?? []).flatMap(({ id }, index) =>
      id ? [{ kind: 'IdpTrust', path: `actions.idp.providers[${index}].id`, id }] : [],
    ),
  PROFILE_ENROLLMENT: ({ profileEnrollment: { targetGroupIds } }) =>
    named('UserGroup', 'actions.profileEnrollment.targetGroupIds', targetGroupIds ?? undefined),
  ACCESS_POLICY: null,
  POST_AUTH_SESSION: null,
  ENTITY_RISK: null,
  OAUTH_AUTHORIZATION_POLICY: null,
}

/** What a rule's actions name, with full paths such as `actions.idp.providers[0].id`; none where they lack the type's shape. */
export function referencesOfActions(type: PolicyType, actions: Record<string, unknown>): Reference[] {
  try {
    return (IN_ACTIONS[type] as ((actions: Record<string, unknown>) => Reference[]) | null)?.(actions) ?? []
  } catch {
    return []
  }
}
