import { invalid, notFound } from '#contract/interface/api-error.ts'
import type { ErrorCause } from '#contract/interface/error-body.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { changeDetails, policyResourceTarget } from '#contract/log/targets.ts'
import {
  methodStates,
  type AuthenticatorMethodBody,
  type MethodState,
} from '#contract/policy/resources/authenticator-method.ts'
import { POLICY_RESOURCES } from '#contract/policy/resources/definitions.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { policyResources, type PolicyResourceRecord } from '#db/tables/policy-resources.ts'
import { switchStatus } from '../service/checks.ts'
import { requirePolicyResource } from './policy-resources.ts'

/**
 * Single methods of an authenticator, such as the text messages of a phone. One that is switched off is neither offered at a sign-in
 * nor counts for what a rule asks for.
 *
 * Judgements where nothing is recorded:
 * - An authenticator keeps at least one active method: the last one is refused by E0000001, for it is the authenticator that is to be
 *   deactivated then, which looks at the policies that use it.
 * - While the authenticator rests, all its methods do: a replacement keeps what they are said to be, and switching one is refused.
 * - A method that a rule names can be switched off; rules that no one satisfies any more are found where policies are.
 */

const { authenticator: DEFINITION } = POLICY_RESOURCES

/** An authenticator with one of its methods. */
interface Found {
  record: PolicyResourceRecord
  state: MethodState
}

/** @throws ApiError E0000007 for the authenticator, or for a method that it does not have */
export async function requireMethod(reader: Reader, id: string, type: string): Promise<Found> {
  const record = await requirePolicyResource(reader, DEFINITION, id)
  const state = methodStates(record).find((one) => one.type === type)
  if (!state) throw notFound(type, DEFINITION.name)
  return { record, state }
}

const targetsOf = (record: PolicyResourceRecord, details?: LogTarget['changeDetails']) => [
  policyResourceTarget(DEFINITION.name, record, details),
]

/** @throws ApiError E0000001 where no other method of the authenticator is active */
function requireAnother({ record, state }: Found, location: string, locationType: ErrorCause['locationType']): void {
  const others = methodStates(record).filter(({ type, status }) => type !== state.type && status === 'ACTIVE')
  if (others.length > 0) return
  throw invalid(
    location,
    `${record.name} has no other active method; deactivate the authenticator instead`,
    locationType,
  )
}

/** Stores what is said of a method. @returns the change, for an event */
async function say(tx: Tx, { record, state }: Found, said: Pick<MethodState, 'status' | 'settings'>) {
  const { type, status, settings } = state
  const methods = { ...record.methods, [type]: said }
  const stamp = { lastUpdated: tx.now, lastUpdatedBy: tx.context.principal.id }
  await policyResources.update(tx, record, { methods, ...stamp })
  const change = changeDetails({ status, settings }, said)
  return change && { from: { methods: { [type]: change.from } }, to: { methods: { [type]: change.to } } }
}

/** Replaces the settings of a method, and says whether it is active. @throws ApiError E0000001 */
export async function replaceMethod(tx: Tx, id: string, type: string, body: AuthenticatorMethodBody): Promise<void> {
  const found = await requireMethod(tx, id, type)
  const { record, state } = found
  tx.authorize(DEFINITION.events.update, targetsOf(record), 'well-formed')
  if (body.type !== type) throw invalid('type', `this one is ${type}; the type cannot change`)
  const status = record.status === 'ACTIVE' ? (body.status ?? state.status) : state.status
  if (status === 'INACTIVE' && state.status === 'ACTIVE') requireAnother(found, 'status', 'body')
  const details = await say(tx, found, { status, settings: body.settings })
  tx.record({ type: DEFINITION.events.update, targets: targetsOf(record, details) })
}

/** Switches a method on or off. @throws ApiError E0000001 */
export async function setMethodStatus(tx: Tx, id: string, type: string, status: ActiveStatus): Promise<void> {
  const found = await requireMethod(tx, id, type)
  const { record, state } = found
  const nested = (details: LogTarget['changeDetails']) =>
    details && { from: { methods: { [type]: details.from } }, to: { methods: { [type]: details.to } } }
  await switchStatus(tx, state, status, {
    events: DEFINITION.events,
    targets: (details) => targetsOf(record, nested(details)),
    check: () => {
      if (record.status === 'INACTIVE')
        throw invalid('methodType', `${record.name} is inactive, and its methods with it; activate it first`, 'path')
      if (status === 'INACTIVE') requireAnother(found, 'methodType', 'path')
    },
    store: () => say(tx, found, { status, settings: state.settings }),
  })
}
