import { ApiError } from '#contract/interface/api-error.ts'
import { CAN_ACT } from '#contract/directory/user-status.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { firstSuperAdministrator, type Without } from './super-administrators.sql.ts'

/** The super administrator who was there first, of those who can sign in; undefined where there is none. */
export const anySuperAdministrator = (reader: Reader): Promise<UserRecord | undefined> =>
  firstSuperAdministrator(reader, CAN_ACT)

/**
 * That those who are about to lose their access are not the caller: with one step, or one change of many people, an administrator would
 * shut out themselves, and the page with them.
 * @throws ApiError E0000006
 */
export function keepCaller({ context: { principal } }: Tx, { id, login }: UserRecord): Promise<void> {
  if (principal.kind !== 'user' || principal.id !== id) return Promise.resolve()
  const errorSummary = `${login} is who asks for it: another administrator has to do this.`
  throw new ApiError('E0000006', { causes: [{ errorSummary }] })
}

/**
 * That a super administrator who can sign in remains once something is gone: without one, no person could give roles any more. Asked
 * before anything is written. A file that has none already is not held up by this.
 * @throws ApiError E0000006
 */
export async function keepSuperAdministrator(tx: Tx, without: Without): Promise<void> {
  if (await firstSuperAdministrator(tx, CAN_ACT, without)) return
  const last = await anySuperAdministrator(tx)
  if (!last) return
  const errorSummary = `${last.login} is the last super administrator who can sign in: give that role to another person first.`
  throw new ApiError('E0000006', { causes: [{ errorSummary }] })
}
