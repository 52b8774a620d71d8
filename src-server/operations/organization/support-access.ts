import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { EventType } from '#contract/log/event-types.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Reader } from '#db/connection.ts'
import type { Service } from '../service/service.ts'
import { readSetting, writeSetting } from '../service/settings.ts'
import { readOrganization } from './organization.ts'

const HOUR_MS = 3_600_000

type Step = 'grant' | 'extend' | 'revoke'

/** The moment at which the access ends, in milliseconds since the epoch, from the one it would end at; null ends it now. */
const STEPS: Readonly<Record<Step, (expiration: number | null, now: number) => number | null>> = {
  // WHY not longer where it runs: a day more is what `extend` is for, and fewer hours than there are would be a surprise.
  grant: (expiration, now) => expiration ?? now + LIMITS.supportAccessHours.grant * HOUR_MS,
  extend: (expiration) => {
    if (expiration === null) throw invalid('support', 'must be ENABLED, but is DISABLED', 'path')
    return expiration + LIMITS.supportAccessHours.extend * HOUR_MS
  },
  revoke: () => null,
}

/** When the access of the vendor's support ends, ISO 8601; null while there is none: past its end there is none, whatever the file says. */
export async function readSupportAccess(reader: Reader, now: string): Promise<string | null> {
  const { expiration = null } = (await readSetting(reader, 'supportAccess')) ?? {}
  return expiration !== null && expiration > now ? expiration : null
}

/**
 * Grants, extends or ends the access (spec/2 "States and transitions"). What is as it should be already leaves no event.
 * @throws ApiError E0000001 where there is none to extend
 */
export async function changeSupportAccess(tx: Tx, step: Step): Promise<void> {
  await endPastAccess(tx)
  const organization = await readOrganization(tx)
  const before = await readSupportAccess(tx, tx.now)
  const type = `user.session.impersonation.${step}` as const
  tx.authorize(type, [targetOf('org', organization)])
  const end = STEPS[step](before === null ? null : Date.parse(before), Date.parse(tx.now))
  const after = end === null ? null : new Date(end).toISOString()
  await writeExpiration(tx, type, before, after)
}

/** Says in the log that an access has come to its end, once. */
async function endPastAccess(tx: Tx): Promise<void> {
  const { expiration = null } = (await readSetting(tx, 'supportAccess')) ?? {}
  if (expiration === null || expiration > tx.now) return
  const type = 'user.session.impersonation.end'
  tx.authorize(type, [targetOf('org', await readOrganization(tx))], 'never')
  await writeExpiration(tx, type, expiration, null)
}

/** {@link endPastAccess} in a transaction of its own, where there is something to say. */
export async function endSupportAccess(service: Service): Promise<void> {
  const { expiration = null } = (await readSetting(service.reader, 'supportAccess')) ?? {}
  if (expiration !== null && expiration <= service.now()) await service.write(systemContext(), endPastAccess)
}

async function writeExpiration(tx: Tx, type: EventType, before: string | null, after: string | null): Promise<void> {
  const details = changeDetails({ expiration: before }, { expiration: after })
  if (!details) return
  await writeSetting(tx, 'supportAccess', { expiration: after })
  tx.record({ type, targets: [targetOf('org', await readOrganization(tx), details)] })
}
