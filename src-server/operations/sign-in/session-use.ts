import type { Tx } from '#audit-log/transaction.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Proof } from '#contract/policy/proof.ts'
import { sessions, type SessionRecord } from '#db/tables/sessions.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import type { ActionsByType } from '#policy/index.ts'
import type { Service } from '../service/service.ts'
import { afterMinutes, expiresOf, extendSession, sessionOf } from './sessions.ts'
import { sessionStarted } from './sign-in-events.ts'

type SessionSettings = ActionsByType['SVC_SIGN_ON']['signon']['session']

/** A session that was used less than this ago is not written again, in milliseconds. */
const TOUCHED_EVERY_MS = 60_000

/** Begins a session of a person, as long as the rule says that decided. */
export async function startSession(
  tx: Tx,
  { user, proofs, settings }: { user: UserRecord; proofs: readonly Proof[]; settings: SessionSettings },
): Promise<SessionRecord> {
  const { maxSessionIdleMinutes: idleMinutes, maxSessionLifetimeMinutes: whole } = settings
  const ends = whole > 0 ? afterMinutes(tx.now, whole) : null
  const session: SessionRecord = {
    ...{ id: tx.newId('session'), userId: user.id, proofs: [...proofs], idleMinutes },
    ...{ created: tx.now, lastUsed: tx.now, ends, expires: expiresOf({ idleMinutes, ends }, tx.now) },
  }
  await sessions.insert(tx, session)
  await users.update(tx, user, { lastLogin: tx.now })
  tx.record(sessionStarted(user, session.id))
  return session
}

/** A session in which the person has proved more. */
export async function renewSession(tx: Tx, session: SessionRecord, proofs: readonly Proof[]): Promise<SessionRecord> {
  return extendSession(tx, await sessions.update(tx, session, { proofs: [...proofs] }))
}

/** Notes that a session is used, so that it does not end for want of it. */
export async function touchSession(
  service: Pick<Service, 'reader' | 'write' | 'now' | 'clock'>,
  id: string,
): Promise<void> {
  const known = await sessionOf(service.reader, id, service.now())
  if (!known || Math.abs(service.clock() - Date.parse(known.lastUsed)) < TOUCHED_EVERY_MS) return
  await service.write(systemContext(), async (tx) => {
    const session = await sessionOf(tx, id, tx.now)
    if (session) await extendSession(tx, session)
  })
}
