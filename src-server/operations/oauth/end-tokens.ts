import type { Tx } from '#audit-log/transaction.ts'
import type { SqlValue } from '#db/driver.ts'
import { oauthRecords } from '#db/tables/oauth-records.ts'
import type { IssuerId } from '../authorization-servers/issuer.ts'

/** Tokens that people have given to clients, by the names that the library has for them. */
const TOKENS = ['RefreshToken', 'AccessToken'] as const
/** What tokens may still come of: what was begun, and what was consented to. */
const PROMISES = ['AuthorizationCode', 'DeviceCode', 'BackchannelAuthenticationRequest', 'Grant'] as const

/** Whose tokens, in any combination; `serverId` null: those of the organization. */
interface Whose {
  userId?: string
  appId?: string
  serverId?: IssuerId
  grantId?: string
}

const COLUMNS = { userId: 'user_id', appId: 'app_id', serverId: 'server_id', grantId: 'grant_id' } as const

/**
 * Ends the tokens of people that a condition names. WHY one by one: who has recognized a token forgets that one alone.
 * @param options.andPromises also what more tokens could come of without asking the person again @returns how many tokens ended
 */
export async function endTokens(tx: Tx, whose: Whose, { andPromises = false } = {}): Promise<number> {
  const given = Object.entries(COLUMNS).flatMap(([name, column]) => {
    const value = whose[name as keyof Whose]
    return value === undefined ? [] : [{ column, value }]
  })
  const params: SqlValue[] = given.flatMap(({ value }) => value ?? [])
  if (given.length === 0) throw new Error('it is not said whose tokens are to end')
  const models = JSON.stringify(andPromises ? [...TOKENS, ...PROMISES] : TOKENS)
  // WHY not `IS ?` for both: the indexes do not have what is null, and SQLite would not use them.
  const conditions = given.map(({ column, value }) => (value === null ? `${column} IS NULL` : `${column} = ?`))
  // Never those of clients for themselves, which are of another model.
  const tail = `WHERE ${conditions.join(' AND ')} AND model IN (SELECT value FROM json_each(?))`
  const records = await oauthRecords.all(tx, tail, [...params, models])
  for (const record of records) await oauthRecords.remove(tx, record)
  return records.filter(({ model }) => (TOKENS as readonly string[]).includes(model)).length
}
