import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { KindName } from '#contract/kinds.ts'
import type { LogEvent, LogTarget } from '#contract/log/log-event.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import type { ClientZones } from '#audit-log/client-zone.ts'
import { deniedEvent, type Attempt } from '#audit-log/denied-event.ts'
import type { Principal, RequestContext } from '#audit-log/request-context.ts'
import { assertMay, visibleTo, type Action, type Rights } from '#audit-log/rights.ts'
import { eventMaker, type EventDraft } from '#audit-log/to-log-event.ts'
import type { Consequences, Tx } from '#audit-log/transaction.ts'
import type { Store } from '#db/store.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { jumpBetween, jumpEvent } from '../audit/proof/clock-jump.ts'
import type { ClockWatch } from '../memory/clock-watch.ts'
import { followRoles } from '../roles/administrators-group.ts'
import type { Outbox } from '../service/outbox.ts'
import type { CommitListener, Write } from '../service/write.ts'
import { recordVersions } from '../versions/record-versions.ts'

export interface WriteParts {
  store: Store
  engine: Engine
  now: () => string
  zones: ClientZones
  rightsOf: (principal: Principal) => Promise<Rights>
  consequences: Consequences
  outbox: Outbox
  listeners: ReadonlySet<CommitListener>
  clock: () => number
  clockWatch: ClockWatch
  /** Told of errors that no caller sees. */
  onTrouble: ((error: unknown, what: string) => void) | undefined
}

/**
 * The one way to write: the work, then its events and what queues them for hooks, in one transaction; after the commit, the
 * listeners. A refusal of an authorized action is rolled back, and leaves its event by a transaction of its own.
 */
export function makeWrite(parts: WriteParts): Write {
  return async (context, work) => {
    const attempts: Attempt[] = []
    try {
      const [value] = await commit(parts, () => [{ context, work, attempts }])
      return value as Awaited<ReturnType<typeof work>>
    } catch (error) {
      const outermost = attempts.find(({ audit }) => audit !== 'never')
      const denied = outermost && deniedEvent(outermost, error, context)
      if (denied) {
        const note = { context, work: async (tx: Tx) => tx.record(denied), attempts: [outermost] }
        await commit(parts, () => [note]).catch((trouble: unknown) =>
          parts.onTrouble?.(trouble, 'a denied action could not be written to the audit log'),
        )
      }
      throw error
    }
  }
}

/** A use case on its way into a transaction. */
export interface Entry {
  readonly context: RequestContext
  readonly work: (tx: Tx) => Promise<unknown>
  /** Filled by what it authorizes. */
  readonly attempts: Attempt[]
}

/**
 * Runs use cases one after the other in one transaction, each with its own rights, events and versions.
 * @param take called when the transaction has begun
 * @param committed called once they are in the file, whatever fails after that
 * @returns what each of them returned
 */
export async function commit(
  { store, engine, now, zones, rightsOf, consequences, outbox, listeners, clock, clockWatch }: WriteParts,
  take: () => readonly Entry[],
  committed?: () => void,
): Promise<unknown[]> {
  let events: LogEvent[] = []
  let seen = clockWatch.seen
  return store.write(
    async (transaction) => {
      seen = { steady: clockWatch.steady(), now: clock() }
      const jump = jumpBetween(clockWatch.seen, seen)
      const noticed = jump ? [jumpEvent(jump)] : []
      // WHY before the work: some of it writes events itself, which have the new time.
      await insertEvents(transaction, noticed)
      const values: unknown[] = []
      const done: { tx: Tx; own: LogEvent[] }[] = []
      for (const { context, work, attempts } of take()) {
        // WHY here: what waits for its turn is judged by the rights at that time.
        const rights = await rightsOf(context.principal)
        const drafts: EventDraft[] = []
        const tx = toTx(transaction.part(), { engine, now: now(), context, rights, consequences, drafts, attempts })
        values.push(await work(tx))
        tx.endWanting()
        await followRoles(tx)
        const zone = context.client && drafts.length > 0 ? await zones.nameOf(context.client.ip) : null
        done.push({ tx, own: drafts.map(eventMaker({ context, now: tx.now, zone })) })
      }
      const recorded = done.flatMap(({ own }) => own)
      await insertEvents(transaction, recorded)
      events = [...noticed, ...recorded]
      for (const { tx, own } of done) await recordVersions(tx, own)
      await outbox.queue(transaction, events)
      return values
    },
    ({ changes }) => {
      clockWatch.seen = seen
      committed?.()
      for (const listener of listeners) listener(changes, events)
    },
  )
}

/** Policies and grants decide of what a client asks for without an access token and of sign-ins, and no administrator role. */
const isOwnAct = ({ principal: { kind, tokenId } }: RequestContext) =>
  kind === 'system' || kind === 'endUser' || (kind === 'client' && tokenId === null)

/** A person who signs in may change what is theirs, such as their password. */
const isOnThemselves = ({ principal: { kind, id } }: RequestContext, targets: readonly LogTarget[]) =>
  kind === 'endUser' && targets.length > 0 && targets.every((target) => target.id === id)

/** What was not permitted is no act of its own. */
const REFUSAL = 'gatehouse.access.refuse'

interface TxParts {
  engine: Engine
  now: string
  context: RequestContext
  rights: Rights
  consequences: Consequences
  drafts: EventDraft[]
  attempts: Attempt[]
}

function toTx(transaction: WriteTransaction, { drafts, attempts, ...parts }: TxParts): Tx {
  const { context, rights } = parts
  const tx = Object.assign(transaction, {
    ...parts,
    record: (event: EventDraft) => {
      if (!isOwnAct(context) && attempts.length === 0 && event.type !== REFUSAL)
        throw new Error(`${event.type} was not authorized before it was done`)
      drafts.push(event)
    },
    authorize: (type: Attempt['type'], targets: Attempt['targets'], audit: Attempt['audit'] = 'all') => {
      attempts.push({ type, targets, audit })
      // A job was permitted when it was asked for; who loses their roles meanwhile must not leave it halfway.
      if (isOnThemselves(context, targets)) return
      assertMay(rights, type, targets, { isJob: context.transaction.type === 'JOB' })
    },
    keepsDangling: false,
    asOne: async <T>(work: () => Promise<T>, { keepsDangling = false } = {}) => {
      const [recorded, attempted] = [drafts.length, attempts.length]
      tx.keepsDangling = keepsDangling
      try {
        return await work()
      } finally {
        tx.keepsDangling = false
        drafts.length = recorded
        attempts.length = attempted
      }
    },
    visible: (_: Action, kind: KindName) => visibleTo(rights, kind),
  })
  return tx
}
