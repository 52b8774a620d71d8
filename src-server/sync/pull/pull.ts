import { LIMITS } from '#contract/interface/limits.ts'
import type { PullRequest, PullSummary } from '#contract/gatehouse/pull.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { TargetSide } from '#contract/sync/writing.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { ConnectionRecord } from '#db/tables/connections.ts'
import { holdEverybody } from '#operations/directory/group-rules/run-job.ts'
import type { Caller, OwnWriter } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { differencesOf, leftOut, termsOf, withFormer, type ObjectDifference } from '../compare/compare-snapshots.ts'
import { parentName } from '../compare/comparison-view.ts'
import { differenceId } from '../compare/difference-id.ts'
import { Pairs, type GivenPairs } from '../compare/pair-objects.ts'
import { inTurns } from '../in-turns.ts'
import { readKind } from '../sides/read-side.ts'
import { nameOf, SnapshotBuilder, type Snapshot, type SyncObject } from '../snapshot.ts'
import { baseBodyOf, BaseChanges, type Base } from './base.ts'
import { decideWithin, OPEN, winnerBy, WITH_PARENT, type Decision, type Winner } from '../deciding/decide.ts'
import { decideOrders } from './order.ts'
import { namedOtherwise } from './named-otherwise.ts'
import { PullCounts } from './pull-counts.ts'
import { namedIn, overruledReason } from '../deciding/overruled.ts'
import { areTooMany, Removals } from '../deciding/removals.ts'
import { stateChangeOf } from './states.ts'
import { stepOf, type Step } from '../deciding/steps.ts'
import { writeEntries, type Entry, type PageWriting } from './write-page.ts'

interface PullParts {
  service: Service
  caller: Caller
  writer: OwnWriter
  connection: ConnectionRecord
  context: RequestContext
  signal: AbortSignal | undefined
  request: PullRequest
  theirs: Snapshot
  base: Base | null
  /** Our keys by theirs, as both sides have agreed on and people have said. */
  given: GivenPairs
  /** @param brought how many of theirs are here, or were refused */
  onBrought: (brought: number) => void
}

const AMBIGUOUS = 'several have this name, and nothing says which is which'

/** A name of theirs, which may be of any length. */
const told = (name: string) => name.slice(0, LIMITS.nameLength).toWellFormed()

const refusal = ({ kind, name }: Pick<ObjectDifference, 'kind' | 'name'>, reason: string) => ({
  ...{ kind, name: told(name), reason: reason.slice(0, LIMITS.pullReasonLength) },
})

const entryOf = (step: Step): Entry => ({ what: 'step', step })

/** How often what was refused is tried again: it may name what came later. */
const MOST_ROUNDS = 3

/**
 * Brings what a remote has into the workspace, kind by kind in the order of dependencies: each kind is read here, compared, written, and read
 * again, so that what came with an object, such as the default rule of a policy, is paired with theirs.
 */
export class Pull {
  readonly #parts: PullParts
  readonly #ours = new SnapshotBuilder()
  readonly #known: Pick<Snapshot, 'objects'>
  readonly #pairs = new Pairs()
  readonly #winner: Winner
  readonly #named: ReadonlySet<string>
  readonly #side: TargetSide
  readonly #counts = new PullCounts()
  /** Of the last round, by the ids of differences. */
  #decisions = new Map<string, Decision>()
  /** What was decided to be written, in any round. */
  readonly #written = new Map<string, Decision>()
  #refused = new Map<string, PullSummary['refused'][number]>()
  /** Objects whose choice is not followed, by the ids of their differences. */
  readonly #overruled = new Map<string, PullSummary['refused'][number]>()
  #removals = new Removals()
  /** Our keys of what stands in lists that were reordered on both sides. */
  #openOrders = new Set<string>()
  #openLists = 0
  #brought = 0
  /** Everything was asked for once. */
  #isLater = false

  constructor(parts: PullParts) {
    const { theirs, base, request } = parts
    this.#parts = parts
    this.#known = base ? withFormer(theirs, base) : theirs
    this.#winner = winnerBy(request, base ? null : 'remote')
    this.#named = namedIn(request)
    this.#side = {
      address: parts.service.url(),
      // Of kinds whose key is the id.
      find: (kind, id) => this.#ours.of(kind).get(id)?.body,
    }
  }

  /** @throws ApiError E0000010 where the file cannot be written */
  async run(): Promise<Omit<PullSummary, 'objects' | 'people'>> {
    for (let round = 1, before = Infinity; round <= MOST_ROUNDS; round += 1) {
      await this.#round(round)
      if (this.#refused.size === 0 || this.#refused.size >= before) break
      before = this.#refused.size
      this.#isLater = true
    }
    for (const kind of SYNC_KINDS) await this.#verify(kind)
    const ambiguous = this.#pairs.ambiguous.map(({ kind, name }) => ({ kind, name: told(name), reason: AMBIGUOUS }))
    const open = [...this.#decisions.values()].filter((decision) => decision.open !== null && decision !== WITH_PARENT)
    return {
      counts: this.#counts.all(),
      conflicts: open.length + this.#openLists,
      refused: [...this.#refused.values(), ...this.#overruled.values(), ...ambiguous].slice(0, LIMITS.pullRefusals),
      unread: [...this.#parts.theirs.unread, ...this.#ours.unread],
    }
  }

  /** What both sides have agreed on, once {@link run} is done; in steps. */
  *baseChanges(): Generator<void, BaseChanges> {
    const { theirs, base } = this.#parts
    const changes = new BaseChanges(base)
    const isLeftOut = leftOut([...this.#ours.unread, ...theirs.unread], this.#pairs.ambiguous)
    for (const kind of SYNC_KINDS) {
      for (const object of theirs.objects.get(kind)?.values() ?? []) {
        yield
        if (!isLeftOut(object, theirs)) this.#agree(object, changes)
      }
      for (const former of base?.objects.get(kind)?.values() ?? []) {
        yield
        if (theirs.objects.get(kind)?.has(former.key) || isLeftOut(former, base as Base)) continue
        if (!this.#isStill(kind, former.key)) changes.drop(kind, former.key)
      }
    }
    return changes
  }

  /** Whether what is gone at the remote is here on purpose, or because it cannot be taken away. */
  #isStill(kind: SyncKind, theirKey: string): boolean {
    const own = this.#ourOf(kind, theirKey)
    const id = own && differenceId(kind, own, null)
    return id !== undefined && (this.#refused.has(id) || this.#decisions.get(id)?.open === 'whole')
  }

  #agree(theirs: SyncObject, changes: BaseChanges): void {
    const { kind, key } = theirs
    const own = this.#ourOf(kind, key)
    const id = differenceId(kind, own ?? null, theirs)
    // As a whole, or its place, or what happened to it.
    if (this.#refused.has(id) || (own && this.#refused.has(`${kind} ${own.key}`))) return
    const decision = this.#decisions.get(id)
    const former = changes.formerOf(kind, key)
    // Both sides have it, or it was deleted here. INVARIANT: what could not be brought here has no base, or it would be taken for deleted.
    if (!own && (decision?.act === 'create' || !former)) return
    const isOrderOpen = own !== undefined && this.#openOrders.has(`${kind} ${own.key}`)
    const body = baseBodyOf(theirs, { decision, isOrderOpen, former })
    const ourKey = own?.key ?? this.#parts.given.get(kind)?.get(key) ?? key
    if (body) changes.set(theirs, ourKey, body)
  }

  #ourOf(kind: SyncKind, theirKey: string): SyncObject | undefined {
    const key = this.#pairs.ours.get(kind)?.get(theirKey)
    return key === undefined ? undefined : this.#ours.of(kind).get(key)
  }

  async #round(round: number): Promise<void> {
    this.#decisions = new Map()
    this.#refused = new Map()
    this.#removals = new Removals()
    this.#openOrders = new Set()
    this.#openLists = 0
    let done = 0
    for (const kind of SYNC_KINDS) {
      this.#parts.signal?.throwIfAborted()
      await this.#bring(kind)
      if (round > 1) continue
      done += this.#parts.theirs.objects.get(kind)?.size ?? 0
      this.#brought = done
      this.#parts.onBrought(done)
    }
    for (const [kind, steps] of this.#removals.inOrder()) await this.#write(kind, steps.map(entryOf))
  }

  async #bring(kind: SyncKind): Promise<void> {
    await this.#readOurs(kind)
    const steps = await inTurns(this.#stepsOf(kind), this.#parts.signal)
    const taken = new Set([...this.#ours.of(kind).values()].map(({ id }) => id))
    const isTaken = ({ theirs }: Step) => theirs !== null && taken.has(theirs.id)
    const entries = steps.map((step) => (isTaken(step) ? { ...entryOf(step), getsOwnId: true } : entryOf(step)))
    await this.#write(kind, entries)
    if (kind === 'groupRule' && steps.length > 0) await this.#applyRules()
    const { moves, open } = decideOrders(kind, this.#sides, this.#winner)
    this.#openLists += open.length
    for (const key of open.flatMap(({ ours }) => ours)) this.#openOrders.add(`${kind} ${key}`)
    await this.#write(kind, moves)
    await this.#write(kind, await inTurns(this.#statesOf(kind), this.#parts.signal))
  }

  /** Whom rules put into groups is there because of them, and leaves with the reason; the other memberships come after. */
  async #applyRules(): Promise<void> {
    const { service, context, signal } = this.#parts
    const touched = [...this.#ours.of('groupRule').values()].map(({ id }) => id)
    await service.write(context, await holdEverybody({ service, context, signal, input: { touched, dropped: [] } }))
  }

  async #readOurs(kind: SyncKind): Promise<void> {
    const { caller, signal, given } = this.#parts
    await readKind(kind, { caller, snapshot: this.#ours, signal })
    const pairing = this.#pairs.pair(kind, this.#ours.of(kind), this.#known.objects.get(kind), given.get(kind))
    await inTurns(pairing, signal)
  }

  get #sides() {
    const { theirs, base } = this.#parts
    const pairing = this.#pairs
    return { ours: this.#ours, theirs, base: base ?? undefined, pairing, terms: termsOf(pairing), side: this.#side }
  }

  *#stepsOf(kind: SyncKind): Generator<void, Step[]> {
    const { theirs } = this.#parts
    const sides = this.#sides
    const isLeftOut = leftOut([...this.#ours.unread, ...theirs.unread], this.#pairs.ambiguous)
    const steps: Step[] = []
    const removals: Step[] = []
    for (const difference of yield* differencesOf(kind, sides)) {
      yield
      const { ours: own, theirs: other } = difference
      if ((own && isLeftOut(own, this.#ours)) || (other && isLeftOut(other, theirs))) continue
      const decision = decideWithin(difference, this.#winner, this.#decisionOf)
      const { id } = difference
      this.#decisions.set(id, decision)
      this.#noteOverruled(id, difference)
      const lack = namedOtherwise(difference, decision, sides)
      if (lack !== null) this.#refused.set(id, refusal(difference, lack))
      if (lack !== null) continue
      if (decision.act) this.#written.set(id, decision)
      if (decision.act === 'remove' && own && this.#removals.goesAlong(own)) continue
      const step = stepOf(difference, decision, sides)
      if (step) (step.act === 'remove' ? removals : steps).push(step)
    }
    const known = this.#parts.base?.objects.get(kind)?.size ?? 0
    if (areTooMany(removals.length, known) && this.#winner(kind) !== 'remote') this.#holdBack(kind, removals, known)
    else this.#removals.add(removals)
    return steps
  }

  readonly #decisionOf = (id: string) => this.#decisions.get(id) ?? this.#written.get(id)

  /** A later round may follow what an earlier one could not. */
  #noteOverruled(id: string, difference: ObjectDifference): void {
    const { kind, name, ours: own, theirs: other } = difference
    const reason = overruledReason(difference, {
      ...{ named: this.#named, winner: this.#winner, decisionOf: this.#decisionOf },
      parentName: () =>
        told(parentName(kind, own?.parent ?? other?.parent ?? null, own ? this.#ours : this.#parts.theirs) ?? ''),
    })
    if (reason === null) this.#overruled.delete(id)
    else this.#overruled.set(id, refusal({ kind, name }, reason))
  }

  #holdBack(kind: SyncKind, removals: readonly Step[], known: number): void {
    for (const { difference } of removals) this.#decisions.set(difference, OPEN)
    const { plural } = SYNCED_KINDS[kind]
    const reason = `${removals.length} of ${known} are gone at the remote; so many are taken away only where the pull says that the remote wins`
    this.#refused.set(kind, { kind, name: plural, reason })
  }

  /** What was written and reads other than there all the same is refused in silence: it must not be taken for a change made here. */
  async #verify(kind: SyncKind): Promise<void> {
    for (const { id, name, fields } of await inTurns(differencesOf(kind, this.#sides), this.#parts.signal)) {
      const decision = this.#written.get(id)
      if (!decision || this.#refused.has(id)) continue
      const taken = new Set(decision.taken.map(({ path }) => path))
      const still = fields.filter(({ path }) => decision.act === 'create' || taken.has(path)).map(({ path }) => path)
      const reason = `it was written, but reads other than there: ${still.join(', ')}`
      if (still.length > 0) this.#refused.set(id, { kind, name: told(name), reason })
    }
  }

  *#statesOf(kind: SyncKind): Generator<void, Entry[]> {
    const { theirs, base } = this.#parts
    const entries: Entry[] = []
    for (const other of theirs.objects.get(kind)?.values() ?? []) {
      yield
      const own = this.#ourOf(kind, other.key)
      if (!own) continue
      const former = base?.objects.get(kind)?.get(other.key)?.body
      const change = stateChangeOf(kind, own.id, { ours: own.body, theirs: other.body, base: former })
      if (change) entries.push({ what: 'state', of: own, change })
    }
    return entries
  }

  /** Writes entries, and reads the kind again. */
  async #write(kind: SyncKind, entries: readonly Entry[]): Promise<void> {
    if (entries.length === 0) return
    const { service, writer, context, connection, signal } = this.#parts
    const writing: PageWriting = {
      ...{ service, writer, context, connection, signal, keepsDangling: this.#isLater },
      onRefused: (entry, reason) => this.#refuse(kind, entry, reason),
      onWritten: (entry) => {
        this.#counts.add(kind, entry)
        if (entry.what === 'step') this.#parts.onBrought((this.#brought += 1))
      },
    }
    await writeEntries(kind, entries, writing)
    await this.#readOurs(kind)
  }

  #refuse(kind: SyncKind, entry: Entry, reason: string): void {
    const name = entry.what === 'step' ? entry.step.name : nameOf(entry.of)
    const id = entry.what === 'step' ? entry.step.difference : `${kind} ${entry.of.key}`
    this.#refused.set(id, refusal({ kind, name }, reason))
  }
}
