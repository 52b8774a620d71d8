import { EVENT_TYPE_NAMES } from './event-type-names.ts'
import { debug, info, warn, type EmittedEvent } from './event-words.ts'
import { OAUTH_EVENTS } from './oauth-event-types.ts'
import { OWN_EVENTS } from './own-event-types.ts'

/**
 * The events that Gatehouse itself writes, now or in its next versions; wording and severity are ours.
 * Source of the names: spec/4 §3.3; of those that it lacks, see {@link OWN_EVENTS}.
 */
export const EMITTED_EVENTS = {
  'policy.lifecycle.create': info('Create policy', 'A policy was created.'),
  'policy.lifecycle.update': info('Update policy', 'The settings, conditions or priority of a policy were changed.'),
  'policy.lifecycle.overwrite': info('Overwrite policy', 'A policy was replaced as a whole by another one.'),
  'policy.lifecycle.activate': info('Activate policy', 'A policy was made active.'),
  'policy.lifecycle.deactivate': info('Deactivate policy', 'A policy was made inactive.'),
  'policy.lifecycle.delete': info('Delete policy', 'A policy was deleted with its rules.'),
  'policy.rule.add': info('Add rule to policy', 'A rule was added to a policy.'),
  'policy.rule.update': info('Update policy rule', 'The conditions, actions or priority of a rule were changed.'),
  'policy.rule.activate': info('Activate policy rule', 'A rule was made active.'),
  'policy.rule.deactivate': info('Deactivate policy rule', 'A rule was made inactive.'),
  'policy.rule.delete': info('Delete policy rule', 'A rule was deleted from its policy.'),
  'policy.rule.invalidate': warn('Invalidate policy rule', 'A rule names something that no longer exists.'),
  'policy.rule.action.execute': info('Execute policy rule action', 'The action of a rule was carried out.'),
  'policy.mapping.create': info('Map policy to application', 'An application was given to a policy.'),
  'policy.evaluate_sign_on': info('Evaluate sign-on policy', 'The sign-on policy was evaluated for a sign-in.'),
  'policy.execute.user.start': info('Start policy for user', 'The evaluation of a policy for a user began.'),
  'policy.scheduled.execute': info('Execute scheduled policy', 'A policy ran at its appointed time.'),
  'policy.continuous_access_evaluate.deny': warn('Deny continued access', 'A running session lost its access.'),

  'zone.create': info('Create network zone', 'A network zone was created.'),
  'zone.update': info('Update network zone', 'The addresses or the name of a network zone were changed.'),
  'zone.activate': info('Activate network zone', 'A network zone was made active.'),
  'zone.deactivate': info('Deactivate network zone', 'A network zone was made inactive.'),
  'zone.delete': info('Delete network zone', 'A network zone was deleted.'),
  'zone.make_blacklist': info('Turn network zone into blocklist', 'A network zone began to block its addresses.'),
  'zone.remove_blacklist': info('Turn blocklist into policy zone', 'A network zone stopped blocking its addresses.'),

  'event_hook.created': info('Create event hook', 'An event hook was registered.'),
  'event_hook.updated': info('Update event hook', 'The events or the endpoint of an event hook were changed.'),
  'event_hook.activated': info('Activate event hook', 'An event hook was made active.'),
  'event_hook.deactivated': info('Deactivate event hook', 'An event hook was made inactive.'),
  'event_hook.verified': info('Verify event hook', 'The endpoint of an event hook answered its verification.'),
  'event_hook.deleted': info('Delete event hook', 'An event hook was deleted.'),
  'event_hook.delivery': debug('Deliver to event hook', 'Events were sent to the endpoint of an event hook.'),

  'application.lifecycle.create': info('Create application', 'An application was created.'),
  'application.lifecycle.update': info('Update application', 'The settings of an application were changed.'),
  'application.lifecycle.activate': info('Activate application', 'An application was made active.'),
  'application.lifecycle.deactivate': info('Deactivate application', 'An application was made inactive.'),
  'application.lifecycle.delete': info('Delete application', 'An application was deleted.'),
  'application.configuration.update_logo': info('Change logo of application', 'An application got another picture.'),
  'application.user_membership.add': info('Assign user to application', 'A user was assigned to an application.'),
  'application.user_membership.update': info('Update application user', 'The assignment of a user was changed.'),
  'application.user_membership.remove': info('Remove user from application', 'The assignment of a user was removed.'),
  'application.policy.sign_on.update': info('Update application policy', 'The policy of an application was changed.'),
  'application.policy.sign_on.rule.create': info('Add application rule', "An application's policy gained a rule."),
  'application.policy.sign_on.rule.delete': info('Delete application rule', "An application's policy lost a rule."),
  'application.policy.sign_on.deny_access': warn('Deny application access', "An application's policy denied access."),

  'group.lifecycle.create': info('Create group', 'A group was created.'),
  'group.lifecycle.delete': info('Delete group', 'A group was deleted.'),
  'group.profile.update': info('Update group profile', 'The name or the profile of a group was changed.'),
  'group.user_membership.add': info('Add user to group', 'A user became a member of a group.'),
  'group.user_membership.remove': info('Remove user from group', 'A user is no longer a member of a group.'),
  'group.user_membership.rule.trigger': info('Activate group rule', 'A group rule was made active.'),
  'group.user_membership.rule.deactivated': info('Deactivate group rule', 'A group rule was made inactive.'),
  'group.user_membership.rule.evaluation': info('Apply group rules', 'Group rules were applied to everybody.'),
  'group.user_membership.rule.invalidate': warn('Invalidate group rule', 'A group rule names a group that is gone.'),
  'group.user_membership.rule.error': warn('Group rules without end', 'Group rules take each other back.'),
  'group.user_membership.rule.add_exclusion': info(
    'Except user from group rule',
    'A user was taken out of a group by hand, and is excepted from the rule that had added them.',
  ),
  'group.application_assignment.add': info('Assign group to application', 'A group was assigned to an application.'),
  'group.application_assignment.update': info('Update application group', 'The assignment of a group was changed.'),
  'group.application_assignment.remove': info('Remove application group', 'The assignment of a group was removed.'),

  'user.lifecycle.create': info('Create user', 'A user was created.'),
  'user.lifecycle.activate': info('Activate user', 'A user was activated.'),
  'user.lifecycle.reactivate': info('Reactivate user', 'The activation of a user was started again.'),
  'user.lifecycle.suspend': info('Suspend user', 'A user was suspended.'),
  'user.lifecycle.unsuspend': info('Unsuspend user', 'The suspension of a user was lifted.'),
  'user.lifecycle.deactivate': info('Deactivate user', 'A user was deactivated.'),
  'user.lifecycle.delete.initiated': info('Begin to delete user', 'The deletion of a user was asked for.'),
  'user.lifecycle.delete.completed': info('Delete user', 'A user was deleted for good.'),
  'user.lifecycle.password_mass_expiry': warn('Expire passwords', 'The passwords of many users were expired at once.'),
  'user.lifecycle.jit.error.read_only': warn('Refuse user at sign-in', 'A user could not be made: read-only.'),
  'user.account.update_profile': info('Update user profile', 'The profile of a user was changed.'),
  'user.account.update_user_type': info('Change type of user', 'A user was given another user type.'),
  'user.account.lock': warn('Lock user', 'A user was locked out after too many failed attempts.'),
  'user.account.unlock': info('Unlock user', 'A locked user was let in again.'),
  'user.account.unlock_by_admin': info('Unlock user by hand', 'A locked user was let in again by an administrator.'),
  'user.account.reset_password': info('Reset password', 'The password of a user was reset.'),
  'user.account.update_password': info('Update password', 'The password of a user was changed.'),
  'user.account.privilege.grant': info(
    'Grant administrator role to user',
    'A user was given an administrator role, or a limit of one was added.',
  ),
  'user.account.privilege.revoke': info(
    'Revoke administrator role of user',
    'An administrator role was taken from a user, or a limit of one was removed.',
  ),
  'group.privilege.grant': info(
    'Grant administrator role to group',
    'A group was given an administrator role, or a limit of one was added.',
  ),
  'group.privilege.revoke': info(
    'Revoke administrator role of group',
    'An administrator role was taken from a group, or a limit of one was removed.',
  ),
  'user.import.password': info('Import password', 'The password of a user came from another system.'),
  'user.mfa.factor.activate': info('Set up factor', 'A user set up a further factor.'),
  'user.mfa.factor.reset_all': info('Reset factors', 'All factors of a user were reset.'),
  'user.session.start': info('User signed in', 'A session of a user began.'),
  'user.session.end': info('User signed out', 'A session of a user ended.'),
  'user.session.clear': info('Clear user sessions', 'All sessions of a user were ended.'),
  'user.authentication.authenticate': info('Authenticate user', 'A user proved who they are.'),
  'user.authentication.auth_via_mfa': info('Authenticate with factor', 'A user answered a further factor.'),
  'user.authentication.sso': info('Single sign-on to application', 'A user was passed on to an application.'),

  'directory.non_default_user_profile.create': info('Create user type', 'A user type with its profile was created.'),
  'directory.app_user_profile.update': info(
    'Update application user schema',
    'The profile schema of the people of an application was changed.',
  ),
  'directory.user_profile.update': info('Update user schema', 'The profile schema of a user type was changed.'),

  'system.api_token.create': info('Create API token', 'An API token was created.'),
  'system.api_token.update': info('Update API token', 'The settings of an API token were changed.'),
  'system.api_token.revoke': info('Revoke API token', 'An API token was revoked.'),
  'analytics.reports.export.request': info(
    'Request export of audit log',
    'A copy of events of the audit log was asked for.',
  ),
  'system.import.start': info('Import audit log', 'The import of events of another audit log began.'),
  'system.import.complete': info('Finish import of audit log', 'The import of events of another audit log ended.'),
  'system.import.session.cancelled': info('Remove import of audit log', 'Events of another audit log were removed.'),
  'user.session.impersonation.grant': warn('Grant support access', 'The vendor’s support was let in for some hours.'),
  'user.session.impersonation.extend': warn(
    'Extend support access',
    'The access of the vendor’s support was prolonged.',
  ),
  'user.session.impersonation.revoke': info('Revoke support access', 'The access of the vendor’s support was ended.'),
  'user.session.impersonation.end': info('End support access', 'The access of the vendor’s support came to its end.'),
  'system.org.lifecycle.create': info('Create organization', 'The organization of this workspace was created.'),
  'system.org.rate_limit.warning': warn('Near the rate limit', 'Requests came near to the limit of an endpoint.'),
  'system.org.rate_limit.violation': warn('Over the rate limit', 'Requests went over the limit and were refused.'),
  'system.org.rate_limit.burst': warn('Rate limit burst', 'Requests went over the limit within the burst allowance.'),
  'system.org.rate_limit.expiration.warning': warn('Rate limit expires', 'A rate limit is about to expire.'),

  'security.authenticator.lifecycle.create': info('Create authenticator', 'An authenticator was added.'),
  'security.authenticator.lifecycle.update': info(
    'Update authenticator',
    'The settings of an authenticator were changed, or it was deleted.',
  ),
  'security.authenticator.lifecycle.activate': info('Activate authenticator', 'An authenticator was made active.'),
  'security.authenticator.lifecycle.deactivate': info(
    'Deactivate authenticator',
    'An authenticator was made inactive.',
  ),
  'security.behavior.settings.create': info(
    'Create behavior',
    'A behavior that sign-ins are held against was created.',
  ),
  'security.behavior.settings.update': info(
    'Update behavior',
    'The settings or the status of a behavior were changed.',
  ),
  'security.behavior.settings.delete': info('Delete behavior', 'A behavior was deleted.'),

  'system.idp.lifecycle.create': info('Create identity provider', 'An identity provider was created.'),
  'system.idp.lifecycle.update': info('Update identity provider', 'The settings of an identity provider were changed.'),
  'system.idp.lifecycle.activate': info('Activate identity provider', 'An identity provider was made active.'),
  'system.idp.lifecycle.deactivate': info('Deactivate identity provider', 'An identity provider was made inactive.'),
  'system.idp.lifecycle.delete': info('Delete identity provider', 'An identity provider was deleted.'),

  'oauth2.as.created': info('Create authorization server', 'An authorization server was created.'),
  'oauth2.as.updated': info('Update authorization server', 'The settings of an authorization server were changed.'),
  'oauth2.as.activated': info('Activate authorization server', 'An authorization server was made active.'),
  'oauth2.as.deactivated': info('Deactivate authorization server', 'An authorization server was made inactive.'),
  'oauth2.as.deleted': info('Delete authorization server', 'An authorization server was deleted with its policies.'),

  'oauth2.scope.created': info('Create scope', 'A scope of an authorization server was created.'),
  'oauth2.scope.updated': info('Update scope', 'A scope of an authorization server was changed.'),
  'oauth2.scope.deleted': info('Delete scope', 'A scope of an authorization server was deleted.'),
  'oauth2.claim.created': info('Create claim', 'A claim of the tokens of an authorization server was created.'),
  'oauth2.claim.updated': info('Update claim', 'A claim of the tokens of an authorization server was changed.'),
  'oauth2.claim.deleted': info('Delete claim', 'A claim of the tokens of an authorization server was deleted.'),

  'app.keys.generate': info('Generate key', 'A signing key of an application was generated.'),
  'app.keys.clone': info('Clone key', 'A signing key was copied to another application.'),
  'app.keys.rotate': info('Rotate key', 'An application began to sign with another key.'),
  'app.keys.delete': info('Delete key', 'A signing key of an application was deleted.'),
  'app.app_instance.csr.generate': info('Generate certificate request', 'A request for a certificate was made.'),
  'app.app_instance.csr.publish': info('Publish certificate', 'The certificate of a request became a signing key.'),
  'app.app_instance.csr.revoke': info('Revoke certificate request', 'A request for a certificate was deleted.'),
  'pki.cert.bind': info(
    'Trust certificate',
    'A certificate was added to those that identity providers are trusted by.',
  ),
  'pki.cert.lifecycle.delete': info('Delete trusted certificate', 'Providers are no longer trusted by a certificate.'),
  ...OAUTH_EVENTS,
  ...OWN_EVENTS,
} satisfies Record<string, EmittedEvent>

/** The name of an event that Gatehouse writes itself; logs and hooks deal in the far wider {@link EVENT_TYPES}. */
export type EventType = keyof typeof EMITTED_EVENTS

const ELIGIBLE = Object.freeze({ hookEligible: true })
const NOT_ELIGIBLE = Object.freeze({ hookEligible: false })

function parseNames(text: string): Map<string, { readonly hookEligible: boolean }> {
  const types = new Map<string, { readonly hookEligible: boolean }>()
  let prefix = ''
  for (const word of text.trim().split(/\s+/)) {
    if (word.endsWith(':')) prefix = word.slice(0, -1)
    else if (word.endsWith('*')) types.set(`${prefix}.${word.slice(0, -1)}`, ELIGIBLE)
    else types.set(`${prefix}.${word}`, NOT_ELIGIBLE)
  }
  return types
}

/** Every event type by its name, family by family in alphabetical order (spec/4 §3.3), ours at the end. */
export const EVENT_TYPES: ReadonlyMap<string, { readonly hookEligible: boolean }> = new Map([
  ...parseNames(EVENT_TYPE_NAMES),
  ...Object.keys(OWN_EVENTS).map((name) => [name, NOT_ELIGIBLE] as const),
])

/** Whether an event type of this name exists at all; names are case-sensitive. */
export function isEventType(name: string): boolean {
  return EVENT_TYPES.has(name)
}

/** Whether event hooks may subscribe to this event type; false for a name that does not exist. */
export function isHookEligible(name: string): boolean {
  return EVENT_TYPES.get(name)?.hookEligible ?? false
}

/** Names of all event types that event hooks may subscribe to, in order. */
export const HOOK_EVENT_TYPES: readonly string[] = [...EVENT_TYPES.keys()].filter(isHookEligible).sort()
