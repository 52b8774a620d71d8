import { kindCalled, type KindName } from '#contract/kinds.ts'
import { POLICY_TYPES, type PolicyType } from '#contract/policy/policy-types.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { LoggedChange } from './read-log.ts'
import type { Stale } from './stale.ts'

/** Notes what is to be read again because of an event. */
type Effect = (stale: Stale, event: LoggedChange) => void

const targetsOf = ({ target }: LoggedChange, kind: KindName): LoggedChange['target'] =>
  target.filter(({ type }) => kindCalled('targetType', type) === kind)

/** What no event names one by one. */
const everything: Effect = (stale) => {
  stale.isEverything = true
}

const whole =
  (...kinds: readonly SyncKind[]): Effect =>
  (stale) =>
    stale.whole(...kinds)

const all =
  (...effects: readonly Effect[]): Effect =>
  (stale, event) => {
    for (const effect of effects) effect(stale, event)
  }

/** The objects of a kind that are targets. */
const one =
  (kind: 'user' | 'group' | 'app'): Effect =>
  (stale, event) => {
    for (const { id } of targetsOf(event, kind)) stale.one(kind, { id, parent: null })
  }

/** The objects of a kind below each target that they can belong to; all of the kind where the event names none. */
const below =
  (kind: SyncKind, parent: KindName): Effect =>
  (stale, event) => {
    const parents = targetsOf(event, parent)
    if (parents.length === 0) stale.whole(kind)
    for (const { id } of parents) stale.below(kind, id)
  }

/** What says that a person has, or is in, something else; all below that where the event does not name the person. */
const pair =
  (kind: 'groupMembership' | 'appUser', parent: 'group' | 'app'): Effect =>
  (stale, event) => {
    // A person alone says nothing where people cannot be read.
    const people = stale.isUnread('user') ? [] : targetsOf(event, 'user')
    if (people.length === 0) below(kind, parent)(stale, event)
    for (const { id: parentId } of targetsOf(event, parent))
      for (const { id } of people) stale.one(kind, { id, parent: parentId })
  }

/** The assignments of people: what an application is told of them follows from their profile. */
const assignments: Effect = (stale, event) => {
  for (const { id } of targetsOf(event, 'user'))
    for (const { parent } of stale.relationsOf('appUser', id)) stale.one('appUser', { id, parent })
}

/** An application; what it is told of its people follows from its template of user names. */
const apps: Effect = (stale, event) => {
  one('app')(stale, event)
  const mayTellOther = targetsOf(event, 'app').some(
    ({ changeDetails }) => !changeDetails || JSON.stringify(changeDetails).includes('userNameTemplate'),
  )
  if (mayTellOther) below('appUser', 'app')(stale, event)
}

/** The roles of targets, with what they are limited to. */
const roles =
  (kind: 'userRole' | 'groupRole', holder: 'user' | 'group'): Effect =>
  (stale, event) => {
    below(kind, holder)(stale, event)
    const holders = new Set(targetsOf(event, holder).map(({ id }) => id))
    for (const { key, parent } of stale.former.objects.get(kind)?.values() ?? [])
      if (holders.has(parent ?? '')) for (const limit of LIMITS_OF[kind]) stale.below(limit, key)
  }
const LIMITS_OF = {
  userRole: ['userRoleGroup', 'userRoleApp'],
  groupRole: ['groupRoleGroup', 'groupRoleApp'],
} as const

const TYPE_AS_LOGGED: ReadonlyMap<string, PolicyType> = new Map(
  (Object.keys(POLICY_TYPES) as PolicyType[]).map((type) => [POLICY_TYPES[type].loggedAs, type]),
)

/** The list in which a policy stands, since the places of the others may be other ones, and its rules. Rules of a new one are read with it. */
const policies: Effect = (stale, event) => {
  for (const { id, detailEntry } of targetsOf(event, 'policy')) {
    const known = stale.former.objects.get('policy')?.get(id)
    const ofServer = [...(stale.former.objects.get('serverPolicy')?.values() ?? [])].find((policy) => policy.id === id)
    const type = TYPE_AS_LOGGED.get(String(detailEntry?.['policyType']))
    if (known) stale.below('rule', known.key)
    if (ofServer) stale.below('serverRule', ofServer.key)
    if (known ?? ofServer) stale.object((known ?? ofServer) as NonNullable<typeof known>)
    else if (type && POLICY_TYPES[type].parent === 'policies') stale.ofCall('policy', type)
    else if (type) stale.whole('serverPolicy')
    else stale.whole('policy', 'serverPolicy')
  }
}

/** Enrollment policies name the authenticators that there are. */
const authenticators: Effect = (stale, event) => {
  stale.whole('authenticator')
  stale.ofCall('policy', 'MFA_ENROLL')
  below('authenticatorMethod', 'authenticator')(stale, event)
}

/** What may be other than it was, by the kinds of the targets of an event. */
const BY_TARGET: Partial<Record<KindName, Effect>> = {
  user: one('user'),
  group: one('group'),
  app: one('app'),
  policy: policies,
  userType: whole('userType'),
  groupRule: whole('groupRule'),
  zone: whole('zone'),
  behavior: whole('behavior'),
  deviceAssurance: whole('deviceAssurance'),
  identityProvider: whole('identityProvider'),
  authenticator: authenticators,
  authorizationServer: whole('authorizationServer'),
  eventHook: whole('eventHook'),
}

const byTarget: Effect = (stale, event) => {
  const kinds = new Set(event.target.map(({ type }) => kindCalled('targetType', type)))
  for (const kind of kinds) if (kind) BY_TARGET[kind]?.(stale, event)
}

/** Those of some kinds, where the event names nothing that is known. */
const byTargetOr =
  (...kinds: readonly SyncKind[]): Effect =>
  (stale, event) => {
    const named = event.target.map(({ type }) => kindCalled('targetType', type))
    if (named.some((kind) => kind !== undefined && BY_TARGET[kind])) byTarget(stale, event)
    else stale.whole(...kinds)
  }

/** A pull of an instance that is a Gatehouse itself: what it wrote has no events of its own. */
const pulled: Effect = (stale, event) => {
  if (!event.isAsked) everything(stale, event)
}

/** The same by types of events, whose beginnings they are; the longest decides. Of a type that none begins, the targets say it. */
const EFFECTS: readonly (readonly [start: string, effect: Effect])[] = [
  ['group.user_membership.', pair('groupMembership', 'group')],
  ['group.user_membership.rule.', whole('groupRule')],
  ['gatehouse.group_rule.', whole('groupRule')],
  ['gatehouse.group.owner.', below('groupOwner', 'group')],
  ['group.application_assignment.', all(below('appGroup', 'app'), one('app'))],
  ['application.user_membership.', pair('appUser', 'app')],
  ['application.lifecycle.update', apps],
  ['user.account.update_profile', all(one('user'), assignments)],
  ['user.account.update_user_type', all(one('user'), assignments)],
  ['user.account.privilege.', roles('userRole', 'user')],
  ['group.privilege.', roles('groupRole', 'group')],
  ['user.lifecycle.password_mass_expiry', whole('user')],
  ['directory.app_user_profile.', all(below('appSchema', 'app'), below('appUser', 'app'), below('appGroup', 'app'))],
  // With an attribute go its values.
  ['directory.user_profile.', whole('userType', 'userSchema', 'user')],
  ['directory.non_default_user_profile.', whole('userType', 'userSchema')],
  ['gatehouse.group_schema.', whole('groupSchema', 'group')],
  ['security.authenticator.', authenticators],
  ['security.behavior.', whole('behavior')],
  ['pki.cert.', whole('trustKey')],
  // Of assurances of devices as well.
  ['policy.lifecycle.', byTargetOr('policy', 'rule', 'serverPolicy', 'serverRule')],
  ['policy.rule.', byTargetOr('policy', 'rule', 'serverPolicy', 'serverRule')],
  ['system.idp.', whole('identityProvider')],
  ['zone.', whole('zone')],
  ['oauth2.as.', whole('authorizationServer', 'trustedServer')],
  ['app.oauth2.trusted_server.', whole('trustedServer')],
  ['oauth2.scope.', below('serverScope', 'authorizationServer')],
  ['oauth2.claim.', below('serverClaim', 'authorizationServer')],
  ['app.oauth2.admin.consent.', below('appGrant', 'app')],
  ['event_hook.', whole('eventHook')],
  ['gatehouse.organization.', whole('orgPreferences', 'contact', 'communication')],
  ['gatehouse.connection.pull', pulled],
]

/** Types of events after which everything is as it was. What a sign-in leaves with a person comes with the next whole reading. */
const WITHOUT_EFFECT = [
  'analytics.',
  'app.oauth2.as.authorize',
  'app.oauth2.as.evaluate',
  'app.oauth2.as.token.',
  'app.oauth2.authorize',
  'app.oauth2.signon',
  'app.oauth2.token.',
  'core.',
  'event_hook.delivery',
  'gatehouse.access.',
  'gatehouse.connection.',
  'gatehouse.event_hook.',
  'gatehouse.log.',
  'gatehouse.saved_search.',
  'policy.evaluate_sign_on',
  'policy.execute.',
  'system.api_token.',
  'system.org.rate_limit.',
  'user.authentication.',
  'user.session.',
]

const BY_TYPE = [...EFFECTS, ...WITHOUT_EFFECT.map((start): (typeof EFFECTS)[number] => [start, () => {}])].toSorted(
  ([a], [b]) => b.length - a.length,
)

/** Notes what is to be read again because of an event of a remote, in our words. */
export function noteEffect(stale: Stale, event: LoggedChange): void {
  const [, effect] = BY_TYPE.find(([start]) => event.eventType.startsWith(start)) ?? []
  ;(effect ?? byTarget)(stale, event)
}
