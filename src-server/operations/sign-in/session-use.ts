import { newId } from '#db/ids.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Proof } from '#contract/policy/proof.ts'
import { sessions, type SessionRecord } from '#db/tables/sessions.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import type { ActionsByType } from '#policy/index.ts'
import type { Service } from '../service.ts'
import { extendSession, sessionOf } from './sessions.ts'
import { sessionStart } from './sign-in-events.ts'

type SessionSettings = ActionsByType['SVC_SIGN_ON']['signon']['session']

const MINUTE_MS = 60_000
/** A session that was used less than this ago is not written again, in milliseconds. */
const TOUCHED_EVERY_MS = MINUTE_MS

const after = (now: string, minutes: number) => new Date(Date.parse(now) + minutes * MINUTE_MS).toISOString()

/** Begins a session of a person, as long as the rule says that decided. */
export async function startSession(
  tx: Tx,
  { user, proofs, settings }: { user: UserRecord; proofs: readonly Proof[]; settings: SessionSettings },
): Promise<SessionRecord> {
  const { maxSessionIdleMinutes: idle, maxSessionLifetimeMinutes: whole } = settings
  const ends = whole > 0 ? after(tx.now, whole) : null
  const untilIdle = after(tx.now, idle)
  const session: SessionRecord = {
    ...{ id: newId('session'), userId: user.id, proofs: [...proofs], idleMinutes: idle },
    ...{ created: tx.now, lastUsed: tx.now, ends, expires: ends !== null && ends < untilIdle ? ends : untilIdle },
  }
  await sessions.insert(tx, session)
  await users.update(tx, user, { lastLogin: tx.now })
  tx.record(sessionStart(user))
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
