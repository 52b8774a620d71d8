import { capital } from '#contract/interface/sentence.ts'
import { causeAt, invalid, invalidAll, type ApiError } from '#contract/interface/api-error.ts'
import type { ComparisonReview, ComparisonReviewRequest } from '#contract/gatehouse/comparison-review.ts'
import type { ObjectDifferenceView, OrderDifferenceView } from '#contract/gatehouse/comparison.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { connections, type ConnectionRecord } from '#db/tables/connections.ts'
import { reviewChange, takenBack } from '#operations/change-reviews/review-change.ts'
import { changeBetween, statesIn, type States } from '#operations/change-reviews/states.ts'
import { lastPull } from '#operations/connections/pulls.ts'
import type { DecidingPart, KeptDifference } from '#operations/memory/kept-comparisons.ts'
import type { Service } from '#operations/service/service.ts'
import { decide, type Winner } from '../deciding/decide.ts'
import { ordersOfBase, ordersOfRemote, plansOfPull, toBase, toRemote, withFamily } from './plans.ts'
import { reachingOf, withNotes } from './review-notes.ts'
import { Trial, type Orders, type Plan } from './trial.ts'

interface Reviewing {
  connectionId: string
  request: ComparisonReviewRequest
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Says whom the versions of a remote would affect, by writing them in a transaction that is rolled back. Of named differences it compares each side with what
 * both had when they were last the same (base → remote, base → ours): each side is told
 * beside the other, in a conflict above all. Where there is no base, or it cannot be restored here, such as a name that is taken, or the order of a list
 * with something that was made on both sides since, it compares the version of the remote with the workspace. Of a pull it compares the workspace with all that would be taken over, orders of lists among it.
 * @throws ApiError E0000007; E0000001 for what the latest comparison does not say, or says no more
 */
export async function reviewComparison(service: Service, reviewing: Reviewing): Promise<ComparisonReview> {
  const { connectionId, request } = reviewing
  const connection = await connections.require(service.reader, connectionId)
  const { deciding, differences, orders } = await currentComparison(service, connectionId)
  const trying = { service, connection, part: deciding, write: reviewing.write }
  if (!request.differences) return reviewPull(trying, request, differences)
  const found = requireNamed(request.differences, [...differences, ...orders])
  const ids = new Set(request.differences)
  const named = { ids, family: withFamily(ids, deciding) }
  const sides = { remote: found.some(isOf('incoming')), workspace: found.some(isOf('outgoing')) }
  const hasBase = deciding.agreed && orders.every(({ id }) => !ids.has(id) || deciding.formerOrders.has(id))
  return (hasBase && (await reviewFromBase(trying, named, sides))) || reviewFromHere(trying, named)
}

/** A difference of a comparison, or an order that differs. */
type AnyDifference = Pick<ObjectDifferenceView | OrderDifferenceView, 'id' | 'direction'>

/** Whether a side has changed something of a difference, as far as that is known. */
const isOf =
  (side: 'incoming' | 'outgoing') =>
  ({ direction }: AnyDifference) =>
    direction !== (side === 'incoming' ? 'outgoing' : 'incoming')

const stale = (message: string): ApiError => invalid('connectionId', message, 'path')

async function currentComparison(service: Service, connectionId: string) {
  const kept = service.comparisons.get(connectionId)
  if (!kept) throw stale('there is no comparison in memory: compare first')
  const pulled = await lastPull(service.reader, connectionId)
  const isPulledSince = pulled && Date.parse(pulled.pulledAt) > Date.parse(kept.summary.comparedAt)
  if (isPulledSince || kept.revision !== service.comparisons.revision)
    throw stale('policies or what they are decided by have changed since the comparison: compare again')
  const { deciding, differences, summary } = kept
  if (!deciding) throw stale(`more than ${LIMITS.reviewedObjects} objects that decide differ, too many for a review`)
  return { deciding, differences, orders: summary.orders }
}

function requireNamed(ids: readonly string[], differences: readonly AnyDifference[]): AnyDifference[] {
  const known = new Map(differences.map((one) => [one.id, one]))
  const causes = ids.flatMap((id, at) =>
    known.has(id) ? [] : [causeAt(`differences[${at}]`, 'the latest comparison has no such difference')],
  )
  if (causes.length > 0) throw invalidAll(causes)
  return ids.flatMap((id) => known.get(id) ?? [])
}

interface Trying {
  service: Service
  connection: ConnectionRecord
  part: DecidingPart
  write: Reviewing['write']
}

/** What is tried in the transaction, and the states that it leads to. */
type Tried = States & { trial: Trial }

function tryOut<T>({ service, connection, part, write }: Trying, work: (tried: Tried) => Promise<T>): Promise<T> {
  const { writer } = service.own
  if (!writer) throw new Error('the service does not serve its interface')
  return takenBack(write, async (tx) => {
    tx.authorize('gatehouse.connection.pull', [targetOf('connection', connection)], 'never')
    const side = { address: service.url(), find: () => undefined }
    const trial = new Trial({ tx, writer, part, side })
    return work({ trial, ...(await statesIn(service, tx)) })
  })
}

interface Sides {
  remote: boolean
  workspace: boolean
}

/** What a review is asked for. */
interface Named {
  ids: ReadonlySet<string>
  /** The differences among it, with what goes with them. */
  family: readonly KeptDifference[]
}

/** Null where the base cannot be restored. */
async function reviewFromBase(trying: Trying, { ids, family }: Named, sides: Sides): Promise<ComparisonReview | null> {
  const changes = await tryOut(trying, async ({ trial, before, now }) => {
    await trial.bring(family.map(toBase), ordersOfBase(ids, trying.part))
    if (trial.refused.length > 0) return null
    const base = await now()
    const from = changeBetween(before, base)
    if (sides.remote) await trial.bring(family.map(toRemote), ordersOfRemote(ids, trying.part))
    return {
      from,
      remote: changeBetween(base, await now()),
      workspace: changeBetween(base, before),
      refused: trial.refused,
    }
  })
  if (!changes) return null
  const { from, remote, workspace, refused } = changes
  const { service } = trying
  return {
    from: 'base',
    remote: sides.remote ? withNotes(await reviewChange(service, remote, from), refused) : null,
    workspace: sides.workspace ? await reviewChange(service, workspace, from) : null,
  }
}

function reviewFromHere(trying: Trying, { ids, family }: Named): Promise<ComparisonReview> {
  const orders = ordersOfRemote(ids, trying.part)
  return reviewPlans(trying, { plans: family.map(toRemote), orders, notes: [] })
}

function reviewPull(
  trying: Trying,
  request: ComparisonReviewRequest,
  differences: readonly ObjectDifferenceView[],
): Promise<ComparisonReview> {
  const { plans, orders, notes } = plansOfPull(trying.part, request)
  return reviewPlans(trying, {
    plans,
    orders,
    notes: [...notes, ...uncounted(differences, orders.winner)],
  })
}

interface Plans {
  plans: readonly Plan[]
  orders: Orders
  notes: readonly string[]
}

async function reviewPlans(trying: Trying, { plans, orders, notes }: Plans): Promise<ComparisonReview> {
  const { change, refused } = await tryOut(trying, async ({ trial, before, now }) => {
    await trial.bring(plans, orders)
    return { change: changeBetween(before, await now()), refused: trial.refused }
  })
  const review = await reviewChange(trying.service, change)
  return { from: 'workspace', remote: withNotes(review, refused, notes), workspace: null }
}

/** What a pull does beside what is reviewed. WHY decided as it would be: of what is only here a pull takes nothing away. */
function uncounted(differences: readonly ObjectDifferenceView[], winner: Winner): string[] {
  const steps = differences.flatMap((one) => {
    const { act } = decide(one, winner)
    return act === null ? [] : [{ kind: one.kind, act }]
  })
  const kinds = reachingOf(steps)
  return kinds === null ? [] : [`${capital(kinds)} differ too: what a pull changes of them is not counted here`]
}
