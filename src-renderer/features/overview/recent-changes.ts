/**
 * Events that change nothing: what people do when they sign in, and what the program tells of itself. A type is meant with all that
 * begin with it where it ends in a dot.
 */
const NO_CHANGES: readonly string[] = [
  'user.session.start',
  'user.session.end',
  'user.authentication.',
  'user.account.lock',
  'user.account.unlock',
  'policy.evaluate_sign_on',
  'policy.execute.',
  'policy.scheduled.',
  'policy.continuous_access_evaluate.',
  'policy.rule.action.execute',
  'application.policy.sign_on.deny_access',
  'app.oauth2.authorize',
  'app.oauth2.authorize.',
  'app.oauth2.token.',
  'app.oauth2.consent.',
  'app.oauth2.as.authorize',
  'app.oauth2.as.authorize.',
  'app.oauth2.as.token.',
  'app.oauth2.as.consent.grant',
  'app.oauth2.invalid_client_credentials',
  'event_hook.delivery',
  'system.org.rate_limit.',
  'gatehouse.api_token.refuse',
  'gatehouse.event_hook.test',
]

/** A filter of the log that leaves them out. */
export const CHANGES_FILTER = `not (${NO_CHANGES.map(
  (type) => `eventType ${type.endsWith('.') ? 'sw' : 'eq'} "${type}"`,
).join(' or ')})`
