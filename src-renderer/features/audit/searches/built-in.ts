/** A search that comes with the program; it keeps the current time range. */
export interface BuiltInSearch {
  id: string
  name: string
  /** The query, in words. */
  words: string
  filter: string
}

const REFUSED = '(outcome.result eq "FAILURE" or outcome.result eq "DENY")'

/** The most common questions. */
export const BUILT_IN_SEARCHES: readonly BuiltInSearch[] = [
  {
    id: 'built-in:refused',
    name: 'Failures and denials',
    words: 'Everything that failed or was denied',
    filter: 'outcome.result eq "FAILURE" or outcome.result eq "DENY"',
  },
  {
    id: 'built-in:policies',
    name: 'Policy changes',
    words: 'Policies, their rules, and their application assignments',
    filter:
      'eventType sw "policy.lifecycle." or eventType sw "policy.rule." or eventType sw "policy.mapping." or eventType sw "application.policy.sign_on."',
  },
  {
    id: 'built-in:sign-in-failures',
    name: 'Sign-in failures',
    words: 'Failed sign-ins and failed authentication',
    filter: `(eventType eq "user.session.start" or eventType sw "user.authentication." or eventType sw "policy.evaluate_sign_on") and ${REFUSED}`,
  },
  {
    id: 'built-in:administrators',
    name: 'Administrators’ changes',
    words: 'Changes made by people and API tokens; no sign-ins, no jobs',
    filter:
      'transaction.type eq "WEB" and not (eventType sw "user.session." or eventType sw "user.authentication." or eventType sw "policy.evaluate_sign_on" or eventType eq "user.account.lock" or eventType sw "app.oauth2.")',
  },
]
