import type { LogOutcome, LogTarget } from '#contract/log/log-event.ts'
import { appTarget, failed, policyTarget, ruleTarget, SUCCESS } from '#contract/log/targets.ts'
import type { Proof } from '#contract/policy/proof.ts'
import type { EventDraft } from '#audit-log/to-log-event.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { TypeEvaluation } from '#policy/index.ts'
import { ASSUMED, type SignInDecision } from './decide-sign-in.ts'
import { personTarget } from '../service/person-target.ts'

/** What an evaluation of policies came to. */
export type Verdict = 'ALLOW' | 'CHALLENGE' | 'DENY'

/** What a proof is called where events name it. */
const factorOf = ({ key, method }: Pick<Proof, 'key' | 'method'>) =>
  key === 'svc_password' ? 'PASSWORD_AS_FACTOR' : `${key}:${method}`.toUpperCase()

function targetsOf({ matched }: TypeEvaluation): LogTarget[] {
  if (!matched) return []
  const { policy } = matched.policy
  return [policyTarget(policy), ruleTarget(matched.rule.rule, policy.id)]
}

/** The events in which the policies say what they decided of a sign-in: that of the session, and that of the application. */
export function evaluationEvents(
  { session, app }: Pick<SignInDecision, 'session' | 'app'>,
  of: { app: AppRecord; verdict: Verdict; proofs: readonly Proof[]; behaviors: readonly string[] },
): EventDraft[] {
  const outcome: LogOutcome = { result: of.verdict, reason: `Sign-on policy evaluation resulted in ${of.verdict}` }
  const last = of.proofs.at(-1)
  const debugData = {
    behaviors: `{${of.behaviors.map((name) => `${name}=NEGATIVE`).join(', ')}}`,
    risk: `{reasons=none, level=${ASSUMED.risk}}`,
    threatSuspected: 'false',
    ...(last && { factor: factorOf(last) }),
  }
  return [session, ...(app ? [app] : [])].map((evaluation) => ({
    type: 'policy.evaluate_sign_on',
    targets: [...targetsOf(evaluation), appTarget(of.app)],
    ...{ outcome, debugData },
  }))
}

/** A session that began; it is read and ended by its id. */
export const sessionStarted = (user: UserRecord, sessionId: string): EventDraft => ({
  ...{ type: 'user.session.start', targets: [personTarget(user)], outcome: SUCCESS },
  debugData: { sessionId },
})

/** A session that did not begin. */
export const sessionRefused = (user: UserRecord, reason: string): EventDraft => ({
  ...{ type: 'user.session.start', targets: [personTarget(user)], outcome: failed(reason) },
})

/** A proof beside the password, right or wrong. */
export const factorEvent = (user: UserRecord, proof: Pick<Proof, 'key' | 'method'>, failure?: string): EventDraft => ({
  type: 'user.authentication.auth_via_mfa',
  targets: [personTarget(user)],
  outcome: failure === undefined ? SUCCESS : failed(failure),
  debugData: { factor: factorOf(proof) },
})

/** A person goes to an application by their session. */
export const ssoEvent = (user: UserRecord, app: AppRecord): EventDraft => ({
  type: 'user.authentication.sso',
  targets: [appTarget(app), personTarget(user)],
})

/** An application that a person was kept out of. */
export const accessDenied = (user: UserRecord, app: AppRecord, reason: string): EventDraft => ({
  type: 'application.policy.sign_on.deny_access',
  targets: [appTarget(app), personTarget(user)],
  outcome: { result: 'DENY', reason: reason.slice(0, 255) },
})
