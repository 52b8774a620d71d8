import type { Tx } from '#audit-log/transaction.ts'
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

const NAMES = ['userId', 'appId', 'serverId', 'grantId'] as const

/**
 * Ends the tokens of people that a condition names. WHY one by one: who has recognized a token forgets that one alone.
 * @param options.andPromises also what more tokens could come of without asking the person again @returns how many tokens ended
 */
export async function endTokens(tx: Tx, whose: Whose, { andPromises = false } = {}): Promise<number> {
  const given = NAMES.flatMap((name) => (whose[name] === undefined ? [] : [[name, whose[name]] as const]))
  if (given.length === 0) throw new Error('it is not said whose tokens are to end')
  // Never those of clients for themselves, which are of another model.
  const among = andPromises ? [...TOKENS, ...PROMISES] : [...TOKENS]
  const records = await oauthRecords.findAll(tx, { where: { ...Object.fromEntries(given), model: among } })
  for (const record of records) await oauthRecords.remove(tx, record)
  return records.filter(({ model }) => (TOKENS as readonly string[]).includes(model)).length
}
