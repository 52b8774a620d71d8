import { hash } from 'node:crypto'
import type { Tx } from '#audit-log/transaction.ts'
import { randomText } from '#db/ids.ts'
import { oneTimeLinks } from '#db/tables/one-time-links.ts'

/** Characters; 62 to the power of as many. */
const TOKEN_LENGTH = 32

const PATHS = { ACTIVATE: 'welcome', RESET_PASSWORD: 'reset_password' } as const

/**
 * Makes an address that lets a person in once; earlier ones of the same purpose end. Only the token's hash is stored.
 * @param base of the service's addresses
 */
export async function makeOneTimeLink(
  tx: Tx,
  userId: string,
  { purpose, minutes, base }: { purpose: keyof typeof PATHS; minutes: number; base: string },
): Promise<{ url: string; token: string }> {
  await endOneTimeLinks(tx, userId, purpose)
  const token = randomText(TOKEN_LENGTH)
  const expires = new Date(Date.parse(tx.now) + minutes * 60_000).toISOString()
  await oneTimeLinks.insert(tx, { hash: hash('sha256', token), userId, purpose, created: tx.now, expires })
  return { url: `${base}/${PATHS[purpose]}/${token}`, token }
}

/** Ends a person's addresses. @param purpose absent: of all purposes */
export async function endOneTimeLinks(tx: Tx, userId: string, purpose?: keyof typeof PATHS): Promise<void> {
  for (const link of await oneTimeLinks.findAll(tx, { where: { userId } }))
    if (!purpose || link.purpose === purpose) await oneTimeLinks.remove(tx, link)
}
