import type { LogEvent, LogTarget } from '#contract/log/log-event.ts'

/** A sentence's middle: `{Type}` stands for the first target of that type. */
type Template = string

const DONE = {
  create: 'created',
  update: 'changed',
  activate: 'activated',
  deactivate: 'deactivated',
  delete: 'deleted',
} as const

/** The five things that happen to every kind of object. */
function family(prefix: string, thing: Template, verbs: readonly string[] = Object.keys(DONE)): [string, Template][] {
  return Object.values(DONE).map((done, index) => [`${prefix}.${verbs[index]}`, `${done} ${thing}`])
}

/** Names of the families whose events are past tenses. */
const PAST = ['created', 'updated', 'activated', 'deactivated', 'deleted']

/** The events that read better as a sentence of their own. */
const SENTENCES: ReadonlyMap<string, Template> = new Map([
  ...family('policy.lifecycle', 'policy {PolicyEntity}'),
  ...family('zone', 'network zone {NetworkZone}'),
  ...family('application.lifecycle', 'application {AppInstance}'),
  ...family('system.idp.lifecycle', 'identity provider {IdpTrust}'),
  ...family('security.authenticator.lifecycle', 'authenticator {Authenticator}'),
  ...family('security.behavior.settings', 'behavior {Behavior}'),
  ...family('oauth2.as', 'authorization server {AuthorizationServer}', PAST),
  ...family('oauth2.scope', 'scope {OAuth2Scope} of {AuthorizationServer}', PAST),
  ...family('oauth2.claim', 'claim {OAuth2Claim} of {AuthorizationServer}', PAST),
  ...family('event_hook', 'event hook {Webhook}', PAST),
  ...Object.entries({
    'policy.lifecycle.overwrite': 'replaced policy {PolicyEntity} as a whole',
    'policy.rule.invalidate': 'left rule {PolicyRule} with a reference to something deleted',
    'policy.rule.action.execute': 'ran the action of rule {PolicyRule}',
    'policy.execute.user.start': 'began to evaluate policy {PolicyEntity}',
    'policy.scheduled.execute': 'ran policy {PolicyEntity} as scheduled',
    'gatehouse.log.retention.update': 'changed how long events of the audit log are kept',
    'gatehouse.log.verification.complete': 'verified the audit log',
    'gatehouse.log.adopt': 'adopted an audit log that was unknown here',
    'gatehouse.log.concern.find': 'found a concern about the audit log',
    'gatehouse.log.words.rebuild': 'began to rebuild the word index of the audit log',
    'gatehouse.log.concern.accept': 'accepted a concern about the audit log',
    'gatehouse.log.export.complete': 'exported the audit log',
    'gatehouse.log.export.cancel': 'cancelled an export of the audit log',
    'gatehouse.developer_settings.update': 'changed the developer settings',
    'gatehouse.backup_settings.update': 'changed the backup settings',
    'gatehouse.organization.update': 'changed the profile of the organization',
    'gatehouse.organization.contact.update': 'changed a contact of the organization',
    'gatehouse.organization.communication.update': 'switched vendor emails on or off',
    'gatehouse.organization.preferences.update': 'switched the footer of people’s pages on or off',
    'gatehouse.organization.third_party_admin.update': 'switched third-party administrators on or off',
    'gatehouse.organization.client_privileges.update':
      'changed whether new clients are meant to be super administrators',
    'gatehouse.organization.self_service.update': 'switched self-service of applications on or off',
    'gatehouse.organization.logo.update': 'changed the logo of the organization',
    'gatehouse.bounce_list.remove': 'removed addresses from the bounce list',
    'gatehouse.event_hook.test': 'sent a test event to event hook {Webhook}',
    'gatehouse.event_hook.redeliver': 'sent a delivery to event hook {Webhook} again',
    'gatehouse.api_token.refuse': 'refused requests with an unknown token',
    'event_hook.delivery': 'delivered to event hook {Webhook}',
    'event_hook.verified': 'verified event hook {Webhook}',
    'policy.rule.add': 'added rule {PolicyRule} to {PolicyEntity}',
    'policy.rule.update': 'changed rule {PolicyRule} of {PolicyEntity}',
    'policy.rule.activate': 'activated rule {PolicyRule} of {PolicyEntity}',
    'policy.rule.deactivate': 'deactivated rule {PolicyRule} of {PolicyEntity}',
    'policy.rule.delete': 'deleted rule {PolicyRule} of {PolicyEntity}',
    'policy.mapping.create': 'mapped {AppInstance} to {PolicyEntity}',
    'policy.evaluate_sign_on': 'was evaluated by rule {PolicyRule} of {PolicyEntity}',
    'zone.make_blacklist': 'made network zone {NetworkZone} block its addresses',
    'zone.remove_blacklist': 'stopped network zone {NetworkZone} from blocking its addresses',
    'application.configuration.update_logo': 'changed the picture of {AppInstance}',
    'application.user_membership.add': 'assigned {User} to {AppInstance}',
    'application.user_membership.update': 'changed the assignment of {User} to {AppInstance}',
    'application.user_membership.remove': 'removed {User} from {AppInstance}',
    'application.policy.sign_on.update': 'changed the policy of {AppInstance}',
    'group.lifecycle.create': 'created group {UserGroup}',
    'group.lifecycle.delete': 'deleted group {UserGroup}',
    'group.profile.update': 'changed group {UserGroup}',
    'group.user_membership.add': 'added {User} to {UserGroup}',
    'group.user_membership.remove': 'removed {User} from {UserGroup}',
    'group.application_assignment.add': 'assigned group {UserGroup} to {AppInstance}',
    'group.application_assignment.update': 'changed the assignment of group {UserGroup} to {AppInstance}',
    'group.application_assignment.remove': 'removed group {UserGroup} from {AppInstance}',
    'user.lifecycle.create': 'created {User}',
    'user.lifecycle.activate': 'activated {User}',
    'user.lifecycle.reactivate': 'started the activation of {User} again',
    'user.lifecycle.suspend': 'suspended {User}',
    'user.lifecycle.unsuspend': 'lifted the suspension of {User}',
    'user.lifecycle.deactivate': 'deactivated {User}',
    'user.lifecycle.delete.initiated': 'asked for the deletion of {User}',
    'user.lifecycle.delete.completed': 'permanently deleted {User}',
    'user.account.update_profile': 'changed the profile of {User}',
    'user.account.update_user_type': 'changed the user type of {User}',
    'user.account.lock': 'was locked out after too many failed attempts',
    'user.account.unlock': 'unlocked {User}',
    'user.account.reset_password': 'reset the password of {User}',
    'user.account.update_password': 'changed the password of {User}',
    'user.session.start': 'signed in',
    'user.session.end': 'signed out',
    'user.session.clear': 'ended all sessions of {User}',
    'user.authentication.authenticate': 'authenticated',
    'user.authentication.sso': 'opened {AppInstance}',
    'user.authentication.auth_via_mfa': 'passed another factor',
    'directory.non_default_user_profile.create': 'created user type {UserType}',
    'directory.user_profile.update': 'changed the profile of user type {UserType}',
    'system.org.lifecycle.create': 'created the organization of this workspace',
    'app.oauth2.consent.grant': 'consented to the scopes of {AppInstance}',
    'system.api_token.create': 'created API token {Token}',
    'system.api_token.update': 'changed API token {Token}',
    'system.api_token.revoke': 'revoked API token {Token}',
  }),
])

/** How a refused act is told, where more can be said than that it was refused. */
interface Refusal {
  /** As a title. */
  words: string
  /** As the middle of a sentence. */
  sentence: Template
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  'user.session.start': { words: 'Sign-in failed', sentence: 'could not sign in' },
  'user.authentication.authenticate': { words: 'Authentication failed', sentence: 'could not authenticate' },
  'user.authentication.auth_via_mfa': { words: 'Factor failed', sentence: 'did not pass another factor' },
  'user.authentication.sso': { words: 'Single sign-on failed', sentence: 'was not let into {AppInstance}' },
  // The service logs a lock as the failure that it follows from; the lock itself came about.
  'user.account.lock': { words: 'User locked out', sentence: 'was locked out after too many failed attempts' },
  'system.import.complete': { words: 'Import of audit log failed', sentence: 'could not import an audit log' },
  'gatehouse.log.export.complete': { words: 'Export of audit log failed', sentence: 'could not export the audit log' },
  'gatehouse.log.verification.complete': {
    words: 'Audit log was modified',
    sentence: 'found that the audit log was modified',
  },
  'event_hook.delivery': { words: 'Delivery failed', sentence: 'could not deliver to event hook {Webhook}' },
  'event_hook.verified': { words: 'Verification failed', sentence: 'could not verify event hook {Webhook}' },
}

/** How an event of this type is told when it failed; undefined where "refused" says all. */
export function refusalOf(eventType: string): Refusal | undefined {
  return REFUSALS[eventType]
}

/** Events that several things share: their names by the target. */
const STANDS_FOR: Readonly<Record<string, Template>> = {
  'security.authenticator.lifecycle.update': 'authenticator {Authenticator}',
  'security.behavior.settings.update': 'behavior {Behavior}',
}

/** What an update did besides changing: `to` is empty after a deletion, and has the status alone after a switch. */
function verbOf({ changeDetails }: LogTarget): string {
  const to = (changeDetails?.to ?? {}) as Record<string, unknown>
  const keys = Object.keys(to)
  if (keys.length && keys.every((key) => to[key] === null)) return DONE.delete
  if (keys.length === 1 && keys[0] === 'status') return to['status'] === 'ACTIVE' ? DONE.activate : DONE.deactivate
  return DONE.update
}

/** The template for an event's sentence; undefined where its own words must do. */
export function templateOf({ eventType, target }: LogEvent): Template | undefined {
  const [first] = target ?? []
  // A device assurance is logged as the kind of policy that it is.
  if (first?.type === 'DeviceAssurance')
    return SENTENCES.get(eventType)?.replace('policy {PolicyEntity}', 'device assurance {DeviceAssurance}')
  const thing = STANDS_FOR[eventType]
  return thing && first ? `${verbOf(first)} ${thing}` : SENTENCES.get(eventType)
}
