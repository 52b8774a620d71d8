import type { PlanRequest, PlanSource } from '#contract/gatehouse/sync-plan.ts'
import { PEOPLE_KINDS } from '#contract/sync/people-kinds.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { Service } from '#operations/service/service.ts'
import { comparing } from './compare/compare-snapshots.ts'
import type { GivenPairs } from './compare/pair-objects.ts'
import { winnerBy } from './deciding/decide.ts'
import { namedIn } from './deciding/overruled.ts'
import { inTurns } from './in-turns.ts'
import { lossesOf, withFormer } from './plan/losses.ts'
import { makePlan } from './plan/make-plan.ts'
import { mirroredWinner } from './plan/mirror.ts'
import { sidesFrom } from './plan/sides-from.ts'
import { organizationIdOf } from './pull/base.ts'
import { digestOf, summaryOf } from './plan-summary.ts'
import { readConnection } from './read-connection.ts'
import { recordPlan, requireWhole } from './record-plan.ts'
import type { Snapshot } from './snapshot.ts'
import { SyncError } from './sync-error.ts'
import { effectOnTwin } from './twin/effect-on-twin.ts'

interface Planning {
  connectionId: string
  request: PlanRequest
  context: RequestContext
  signal?: AbortSignal | undefined
  /** @param objects that were read so far, of both sides */
  onProgress?: ((objects: number) => void) | undefined
}

/** What a remote is to be as. */
interface Wanted {
  readonly source: PlanSource
  readonly snapshot: Snapshot
  /** Keys of the remote by those of the source, as far as they are known. @param ofTarget those of the workspace by those of the remote */
  readonly given?: (ofTarget: GivenPairs) => GivenPairs
}

/**
 * Plans what makes the remote of a connection be as another side than the workspace, and writes that down. The workspace and the remote agree on
 * nothing by it: what it has changed there is a change of the remote.
 * @returns the id of the plan
 * @throws RemoteError; SyncError for a plan of more steps than there may be, and for a dry run where no twin can be made
 */
export async function planFrom(service: Service, planning: Planning, wanted: Wanted): Promise<string> {
  const { connectionId, request, context, signal, onProgress } = planning
  const { source, snapshot } = wanted
  await requireWhole(service, connectionId)
  const { theirs, given: ofTarget } = await readConnection(service, {
    ...{ connectionId, isWhole: request.whole, signal },
    onProgress: counting(onProgress),
  })
  const given = wanted.given?.(ofTarget)
  const comparison = await inTurns(comparing({ ours: theirs, theirs: snapshot, given }), signal)
  const winner = mirroredWinner(winnerBy(request, 'workspace'))
  const sides = sidesFrom({
    target: theirs,
    source: snapshot,
    comparison,
    winner,
    named: namedIn(request),
    removes: source.removes,
  })
  const plan = makePlan(sides)
  const { steps, terms } = plan
  const isFilledIn = source.kind === 'FOLDER'
  const trying = { steps, sides, theirs, isFilledIn, isDry: request.dryRun, signal }
  const { trial, effects } = await effectOnTwin(service, trying)
  const unread = comparison.unread.filter((one) => !LEFT.some((left) => left === one))
  return recordPlan(
    service,
    { context, signal },
    {
      ...{ connectionId, organizationId: organizationIdOf(theirs), source, takesBack: null },
      ...{ digest: digestOf(plan), terms, steps: withFormer(steps, theirs), effects },
      summary: { ...summaryOf(plan, effects.whole.effect), unread, trial },
      losses: lossesOf(steps, theirs).map((loss) => ({ ...loss, agreed: null })),
    },
  )
}

/** Sums what is read kind by kind. */
function counting(onProgress: Planning['onProgress']) {
  let objects = 0
  return (read: { objects: number }) => onProgress?.((objects += read.objects))
}

/** Who an organization is, and its people, which no other organization has. */
const OWN_KINDS: readonly SyncKind[] = [...PEOPLE_KINDS, 'organization', 'contact']
const LEFT = OWN_KINDS.map((kind) => ({ kind, call: null, reason: 'it stays as it is in a promotion' }))

/**
 * Plans what makes the remote of a connection be as that of another.
 * @returns the id of the plan
 * @throws as {@link planFrom}
 */
export async function planPromotion(service: Service, planning: Planning, from: string): Promise<string> {
  const { signal, onProgress, request } = planning
  const { name, address } = await requireWhole(service, from)
  const target = await requireWhole(service, planning.connectionId)
  if (target.address === address) throw new SyncError(`${name} and ${target.name} lead to the same address.`)
  let read = 0
  const reading = { connectionId: from, isWhole: request.whole, signal }
  const { theirs, given: ofSource } = await readConnection(service, {
    ...reading,
    onProgress: counting((objects) => onProgress?.((read = objects))),
  })
  return planFrom(
    service,
    { ...planning, onProgress: (objects) => onProgress?.(read + objects) },
    {
      source: { kind: 'CONNECTION', id: from, name, removes: request.remove ?? false },
      snapshot: { ...theirs, unread: [...theirs.unread, ...LEFT] },
      given: (ofTarget) => pairsBetween(ofSource, ofTarget),
    },
  )
}

/** The keys of one remote by those of another, as far as the workspace has paired its own with both. */
function pairsBetween(source: GivenPairs, target: GivenPairs): GivenPairs {
  const pairs = [...source].map(([kind, ofSource]) => {
    const byOurs = new Map([...(target.get(kind) ?? [])].map(([key, ourKey]) => [ourKey, key]))
    const found = [...ofSource].flatMap(([key, ourKey]) => {
      const there = byOurs.get(ourKey)
      return there === undefined ? [] : [[key, there] as const]
    })
    return [kind, new Map(found)] as const
  })
  return new Map(pairs)
}
