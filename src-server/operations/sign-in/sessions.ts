import { Op } from 'sequelize'
import type { UserStatus } from '#contract/directory/user-status.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { oauthRecords } from '#db/tables/oauth-records.ts'
import { sessions, type SessionRecord } from '#db/tables/sessions.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { endTokens } from '../oauth/end-tokens.ts'
import { forgetDevices } from './remembered-devices.ts'
import type { Service } from '../service/service.ts'
import { personTarget } from '../service/person-target.ts'

/** Sessions that one write takes away. */
const CLEARED_AT_ONCE = 500

/** What browsers hold of sessions, by the name that the library has for it; `uid` names the session. */
const IN_BROWSER = 'Session'

/** A session that has not ended. @param now ISO 8601 */
export function sessionOf(reader: Reader, id: string, now: string): Promise<SessionRecord | undefined> {
  const later = { [Op.gt]: now }
  return sessions.findOne(reader, { where: { id, expires: later, [Op.or]: [{ ends: null }, { ends: later }] } })
}

/** Ends a session, and with it what its browser holds; leaves no event. @returns the session; undefined where there was none */
export async function endSession(tx: Tx, id: string): Promise<SessionRecord | undefined> {
  const session = await sessions.get(tx, id)
  if (session) await remove(tx, session)
  return session
}

async function remove(tx: Tx, session: SessionRecord): Promise<void> {
  await sessions.remove(tx, session)
  const held = await oauthRecords.findAll(tx, { where: { uid: session.id, model: IN_BROWSER } })
  for (const record of held) await oauthRecords.remove(tx, record)
}

/** Ends all sessions of a person, who is asked for everything again on every device; leaves no event. @returns how many had not ended before */
export async function clearSessionsOf(tx: Tx, userId: string): Promise<number> {
  const found = await sessions.findAll(tx, { where: { userId } })
  for (const session of found) await remove(tx, session)
  await forgetDevices(tx, userId)
  return found.filter(({ expires, ends }) => expires > tx.now && (ends === null || ends > tx.now)).length
}

/** A session that is used: it lasts as long again as it may without use, but never beyond its end. */
export function extendSession(tx: Tx, session: SessionRecord): Promise<SessionRecord> {
  return sessions.update(tx, session, { lastUsed: tx.now, expires: expiresOf(session, tx.now) })
}

/** When a session that is used now ends unless it is used again. @param now ISO 8601 */
export function expiresOf({ idleMinutes, ends }: Pick<SessionRecord, 'idleMinutes' | 'ends'>, now: string): string {
  const idle = afterMinutes(now, idleMinutes)
  return ends !== null && ends < idle ? ends : idle
}

/** @param now ISO 8601 */
export const afterMinutes = (now: string, minutes: number): string =>
  new Date(Date.parse(now) + minutes * 60_000).toISOString()

const MAY_STAY: ReadonlySet<UserStatus> = new Set(['ACTIVE', 'LOCKED_OUT'])

/** Whether somebody may stay signed in: who is locked out cannot sign in, but what they have begun goes on. */
export const staysSignedIn = (status: UserStatus): boolean => MAY_STAY.has(status)

/** Ends what a person may not go on with in their new status, sessions and, once deactivated, tokens; each with an event where there were any. */
export async function endAccessByStatus(tx: Tx, user: UserRecord): Promise<void> {
  if (staysSignedIn(user.status)) return
  const targets = [personTarget(user)]
  if ((await clearSessionsOf(tx, user.id)) > 0) tx.record({ type: 'user.session.clear', targets })
  if (user.status === 'DEPROVISIONED') await endTokensOfPerson(tx, user.id, targets)
}

/** Ends the tokens that a person has given to clients, with an event where there were any. */
export async function endTokensOfPerson(tx: Tx, userId: string, targets: LogTarget[]): Promise<void> {
  if ((await endTokens(tx, { userId }, { andPromises: true })) > 0)
    tx.record({ type: 'app.oauth2.token.revoke.implicit.user', targets })
}

/** A session with the person who has it. */
export type SessionView = SessionRecord & { login: string }

/** @throws ApiError E0000007 also for one that has ended */
export async function requireSession(reader: Reader, id: string, now: string): Promise<SessionView> {
  const session = (await sessionOf(reader, id, now)) ?? sessions.missing(id)
  const { login } = await users.require(reader, session.userId)
  return { ...session, login }
}

/** Ends one session of a person, as an administrator asks. @throws ApiError E0000007 */
export async function revokeSession(tx: Tx, id: string): Promise<void> {
  const session = await requireSession(tx, id, tx.now)
  const targets = [personTarget(await users.require(tx, session.userId))]
  tx.authorize('user.session.end', targets)
  await endSession(tx, id)
  tx.record({ type: 'user.session.end', targets, debugData: { sessionId: id } })
}

/** Takes away the sessions that have ended, some at a time, so that others can write between. */
export async function clearEndedSessions({ write }: Pick<Service, 'write'>): Promise<void> {
  let gone = CLEARED_AT_ONCE
  while (gone === CLEARED_AT_ONCE)
    gone = await write(systemContext(), async (tx) => {
      const past = { [Op.lte]: tx.now }
      const ended = await sessions.findAll(tx, {
        where: { [Op.or]: [{ expires: past }, { ends: past }] },
        limit: CLEARED_AT_ONCE,
      })
      for (const session of ended) await remove(tx, session)
      return ended.length
    })
}
