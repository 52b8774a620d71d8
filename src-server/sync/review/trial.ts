import { DECIDING_KINDS } from '#contract/sync/deciding-kinds.ts'
import { textAt, valueAt } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import type { TargetSide, WriteCall } from '#contract/sync/writing.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import type { Table } from '#db/tables/table.ts'
import type { DecidingPart, KeptDifference } from '#operations/memory/kept-comparisons.ts'
import type { OwnWriter } from '#operations/service/caller.ts'
import { placeOf } from '../compare/compare-orders.ts'
import { SAME_TERMS, valueDifferences, type Terms } from '../compare/compare-values.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import { theirIdIn } from '../compare/pair-objects.ts'
import type { Winner } from '../deciding/decide.ts'
import { decideOrders } from '../pull/order.ts'
import { Removals } from '../deciding/removals.ts'
import { stepOf, type Step } from '../deciding/steps.ts'
import { reasonOf, refusalOf, writeStep } from '../pull/write-page.ts'
import type { SyncObject } from '../snapshot.ts'
import { sideOf } from './kept-lists.ts'

/** What an object that differs is to become. */
export interface Plan {
  readonly difference: KeptDifference
  /** Null: it is to be gone. */
  readonly to: SyncObject | null
  /** Of one that is there: the fields that are taken over. */
  readonly taken: readonly Pick<KeptDifference['fields'][number], 'path'>[] | 'all'
}

/** Into which order lists are brought, and by whose choice. */
export interface Orders {
  readonly winner: Winner
  /** The side whose order is wanted where the remote wins. */
  readonly theirs: readonly SyncObject[]
  /** What says who has moved something; undefined: nothing does, so that the choice alone decides. */
  readonly base: readonly SyncObject[] | undefined
}

interface TrialParts {
  tx: Tx
  writer: OwnWriter
  part: DecidingPart
  side: TargetSide
  /**
   * Whether what is changed keeps the place that it has in its list by then, as where a plan is applied, each of whose steps reads first. A pull sends
   * the places that it has read at its start.
   */
  keepsPlaces?: boolean
}

/** How often what was refused is tried again: its name may be free by then. */
const MOST_ROUNDS = 3

type About = Pick<Step, 'kind' | 'name' | 'difference'>

/** The tables whose rows have a place in a list. */
const RANKED: Readonly<Partial<Record<SyncKind, typeof policies | typeof policyRules>>> = {
  policy: policies,
  serverPolicy: policies,
  rule: policyRules,
  serverRule: policyRules,
}

/**
 * Writes versions of objects that decide as a pull does, in a transaction that its caller takes back: by the same operations, in the same order,
 * new ones with the ids of the remote. What is refused is left out, and named. A new application is not made, since no one here has it.
 */
export class Trial {
  readonly #parts: TrialParts
  readonly #pairs: ReadonlyMap<SyncKind, Map<string, string>>
  /** Of what was made and could not have the id of the remote, which is taken: its own by that. */
  readonly #ids = new Map<string, string>()
  /** The objects of differences that were written, by the ids of those. */
  readonly #now = new Map<string, SyncObject | null>()
  /** Sentences by the ids of differences, or by kind and key. */
  readonly #refused = new Map<string, string>()

  constructor(parts: TrialParts) {
    this.#parts = parts
    const known = (kind: SyncKind) => new Map(parts.part.pairs.get(kind))
    this.#pairs = new Map(DECIDING_KINDS.map((kind) => [kind, known(kind)]))
  }

  /** What was refused by the latest {@link bring}, each a sentence. */
  get refused(): readonly string[] {
    return [...this.#refused.values()]
  }

  /** Why the latest {@link bring} has left a difference as it was, in a sentence; undefined: it has not. */
  refusalOf(differenceId: string): string | undefined {
    return this.#refused.get(differenceId)
  }

  /**
   * What is refused is tried again, as by a pull.
   * @param orders of the lists
   * @throws anything but a refusal, such as that the disk is full
   */
  async bring(plans: readonly Plan[], orders: Orders): Promise<void> {
    let open = plans
    for (let round = 1, before = Infinity; round <= MOST_ROUNDS; round += 1) {
      this.#refused.clear()
      await this.#parts.tx.asOne(() => this.#round(open, orders), { keepsDangling: true })
      open = open.filter(({ difference }) => this.#refused.has(difference.id))
      if (open.length === 0 || open.length >= before) break
      before = open.length
    }
  }

  /**
   * Gives what stands in lists the very numbers that it has at the remote, and not only its order: what is made at a place finds it by them.
   * @param theirs all that stands in a list there, which was brought here
   */
  async takeNumbers(theirs: readonly SyncObject[]): Promise<void> {
    const { tx } = this.#parts
    for (const object of theirs) {
      const id = this.#pairs.get(object.kind)?.get(object.key)?.split('/').at(-1) ?? ''
      const table = RANKED[object.kind]
      if (table === policies) await renumber(tx, policies, id, placeOf(object))
      if (table === policyRules) await renumber(tx, policyRules, id, placeOf(object))
    }
  }

  async #round(plans: readonly Plan[], orders: Orders): Promise<void> {
    const removals = new Removals()
    for (const kind of DECIDING_KINDS) {
      for (const plan of plans) if (plan.difference.kind === kind) await this.#bringOne(plan, removals)
      await this.#reorder(kind, orders)
    }
    for (const [, steps] of removals.inOrder())
      for (const step of steps) if ((await this.#write(step)) !== null) this.#now.set(step.difference, null)
  }

  get #sides() {
    const terms: Terms = { ...SAME_TERMS, id: (id) => this.#ids.get(theirIdIn(id)) ?? id }
    const pairing = { ours: this.#pairs, ids: new Map(), ambiguous: [] }
    return { pairing, terms, side: this.#parts.side }
  }

  #nowOf({ id, ours }: KeptDifference): SyncObject | null {
    return this.#now.has(id) ? (this.#now.get(id) ?? null) : ours
  }

  async #inPlace(object: SyncObject | null): Promise<SyncObject | null> {
    const table = object && this.#parts.keepsPlaces ? RANKED[object.kind] : undefined
    const row = object && (await table?.get(this.#parts.tx, object.id))
    return object && row ? { ...object, body: { ...object.body, priority: row.priority } } : object
  }

  async #bringOne({ difference, to, taken }: Plan, removals: Removals): Promise<void> {
    const { id, kind } = difference
    const own = await this.#inPlace(this.#nowOf(difference))
    const fields = taken === 'all' ? differencesIn(own, to) : taken
    const isGone = own === null && to === null
    if (isGone || (kind === 'app' && !own) || (own && to && fields.length === 0)) return
    if (own && !to && removals.goesAlong(own)) return void this.#now.set(id, null)
    const act = !own ? 'create' : to ? 'change' : 'remove'
    const decision = { act, taken: fields } as const
    const planned = stepOf({ ...difference, ours: own, theirs: to }, decision, this.#sides)
    if (!planned) return this.#withoutStep(difference, act)
    const step = { ...planned, difference: id }
    if (act === 'remove') return removals.add([step])
    const written = await this.#write(act === 'create' ? await this.#ofDefault(step) : step)
    if (written === null || !to) return
    const [parent, body] = [step.target.above.join('/') || null, step.target.body]
    const key = parent ? `${parent}/${written}` : written
    this.#now.set(id, own ? { ...own, body } : { ...to, id: written, key, parent, body })
    if (own) return
    this.#pairs.get(kind)?.set(to.key, key)
    if (written !== to.id) this.#ids.set(to.id, written)
  }

  /** Methods come with their authenticator. */
  #withoutStep({ id, kind, name }: KeptDifference, act: Step['act']): void {
    const reason = 'what it belongs to is not here'
    if (act === 'create' && SYNC_WRITES[kind].create) this.#refuse({ kind, name, difference: id }, reason)
  }

  /** The default rule came with its policy: it is changed, not made. */
  async #ofDefault(step: Step): Promise<Step> {
    const { kind, target } = step
    if (RANKED[kind] !== policyRules || valueAt(target.body, 'system') !== true) return step
    const where = { policyId: target.above.at(-1) ?? '', system: true }
    const [own] = await policyRules.findAll(this.#parts.tx, { where })
    if (!own) return step
    const change = { ...target, id: own.id }
    return {
      ...step,
      act: 'change',
      target: change,
      theirs: null,
      calls: SYNC_WRITES[kind].change?.(change, own) ?? [],
    }
  }

  /** @returns its id; null where it is refused */
  async #write(step: Step): Promise<string | null> {
    const { tx, writer } = this.#parts
    return this.#attempt(step, step.target.id, () => tx.attempt(() => writeStep(tx, step, writer)))
  }

  async #attempt<T>(about: About & Pick<Step, 'act'>, gone: T, work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      const refusal = refusalOf(error)
      // It went with something else.
      if (about.act === 'remove' && refusal.code === 'E0000007') return gone
      this.#refuse(about, reasonOf(refusal))
      return null
    }
  }

  #refuse({ kind, name, difference }: About, reason: string): void {
    this.#refused.set(difference, `The ${SYNCED_KINDS[kind].singular} “${name}” cannot be written here: ${reason}`)
  }

  async #reorder(kind: SyncKind, { winner, ...orders }: Orders): Promise<void> {
    const { tx, writer } = this.#parts
    if (!orders.theirs.some((one) => one.kind === kind)) return
    const ours = await this.#placed(kind)
    if (ours.length === 0) return
    const [theirs, base] = [sideOf(orders.theirs), orders.base && sideOf(orders.base)]
    const { moves } = decideOrders(kind, { ...this.#sides, ours: sideOf(ours), theirs, base }, winner)
    for (const move of moves) {
      if (move.what !== 'move') continue
      const { key, body } = move.of
      const about = { kind, name: textAt(body, 'name'), act: 'change', difference: `${kind} ${key}` } as const
      await this.#attempt(about, undefined, () => tx.attempt(() => callAll(tx, writer, move.calls)))
    }
  }

  /** What stands in lists of ours, as it was written and with the places that it has now. */
  async #placed(kind: SyncKind): Promise<SyncObject[]> {
    const { tx, part } = this.#parts
    const written = [...this.#now.values()].filter((one) => one?.kind === kind)
    const all = new Map([...part.lists.ours, ...written].flatMap((one) => (one?.kind === kind ? [[one.key, one]] : [])))
    const rows = await RANKED[kind]?.byId(
      tx,
      [...all.values()].map(({ id }) => id),
    )
    return [...all.values()].flatMap((one) => {
      const row = rows?.get(one.id)
      return row ? [{ ...one, body: { ...one.body, priority: row.priority } }] : []
    })
  }
}

async function renumber<Row extends { priority: number }>(
  tx: Tx,
  table: Table<Row, never>,
  id: string,
  priority: number,
): Promise<void> {
  const row = await table.get(tx, id)
  if (row && row.priority !== priority) await table.update(tx, row, { priority } as Partial<Row>)
}

const differencesIn = (own: SyncObject | null, to: SyncObject | null) =>
  own && to ? valueDifferences(FIELD_RULES[own.kind], own.body, to.body, SAME_TERMS) : []

async function callAll(tx: Tx, writer: OwnWriter, calls: readonly WriteCall[]): Promise<void> {
  for (const { operation, ...parts } of calls) await writer.write(tx, operation, parts)
}
