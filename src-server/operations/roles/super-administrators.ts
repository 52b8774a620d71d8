import { ApiError } from '#contract/interface/api-error.ts'
import { CAN_ACT } from '#contract/directory/user-status.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { firstSuperAdministrator, type Without } from './super-administrators.sql.ts'

/** The super administrator who was there first, of those who can sign in; undefined where there is none. */
export const anySuperAdministrator = (reader: Reader): Promise<UserRecord | undefined> =>
  firstSuperAdministrator(reader, CAN_ACT)

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
