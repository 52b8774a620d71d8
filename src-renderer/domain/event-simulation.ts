import type { LogEvent } from '#contract/log/log-event.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { isSignInEvent, recordedVerdict, unrecordedFields, type RecordedVerdict } from './event-sign-in.ts'
import { isTokenEvent, tokenVerdict, unrecordedOfToken } from './event-token.ts'
import type { Field, SignIn } from './sign-in.ts'

/** Something that policies decided and that an event records, so that it can be simulated. */
interface Simulated {
  /** As a button names it after "Simulate this". */
  readonly noun: 'sign-in' | 'request'
  /** The type of policy that it is about; null: those that are simulated anyway. */
  readonly type: PolicyType | null
  readonly verdictOf: (event: LogEvent, evaluation: LogEvent | null) => RecordedVerdict
  /** The inputs that such an event can record and this one does not. */
  readonly unrecorded: (signIn: SignIn) => Field[]
}

const SIGN_IN: Simulated = {
  noun: 'sign-in',
  type: null,
  verdictOf: recordedVerdict,
  unrecorded: unrecordedFields,
}
const TOKEN: Simulated = {
  noun: 'request',
  type: 'OAUTH_AUTHORIZATION_POLICY',
  verdictOf: tokenVerdict,
  unrecorded: unrecordedOfToken,
}

/** What of an event can be simulated; null where nothing can. */
export function simulatedIn(event: LogEvent): Simulated | null {
  if (isTokenEvent(event)) return TOKEN
  return isSignInEvent(event) ? SIGN_IN : null
}
