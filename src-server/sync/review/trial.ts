import { DECIDING_KINDS } from '#contract/sync/deciding-kinds.ts'
import { textAt, valueAt, type Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import type { TargetSide, WriteCall } from '#contract/sync/writing.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import type { DecidingPart, KeptDifference, KeptOrder } from '#operations/memory/kept-comparisons.ts'
import type { OwnWriter } from '#operations/service/caller.ts'
import { SAME_TERMS, valueDifferences, type Terms } from '../compare/compare-values.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import { movesTo } from '../pull/order.ts'
import { Removals } from '../pull/removals.ts'
import { moveOf, stepOf, type Step } from '../pull/steps.ts'
import { reasonOf, refusalOf, writeStep } from '../pull/write-page.ts'
import type { SyncObject } from '../snapshot.ts'

/** What an object that differs is to become. */
export interface Plan {
  readonly difference: KeptDifference
  /** Null: it is to be gone. */
  readonly to: SyncObject | null
  /** Of one that is there: the fields that are taken over. */
  readonly taken: readonly Pick<KeptDifference['fields'][number], 'path'>[] | 'all'
}

interface TrialParts {
  tx: Tx
  writer: OwnWriter
  part: DecidingPart
  side: TargetSide
}

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
  readonly #parents: ReadonlyMap<SyncKind, Map<string, string>>
  /** Of what was made and could not have the id of the remote, which is taken: its own by that. */
  readonly #ids = new Map<string, string>()
  /** The objects of differences that were written, by the ids of those. */
  readonly #now = new Map<string, SyncObject | null>()
  /** What was refused, each a sentence. */
  readonly refused: string[] = []

  constructor(parts: TrialParts) {
    this.#parts = parts
    const known = (kind: SyncKind) => new Map(parts.part.parents.get(kind))
    this.#parents = new Map(DECIDING_KINDS.map((kind) => [kind, known(kind)]))
  }

  /** @throws anything but a refusal, such as that the disk is full */
  async bring(plans: readonly Plan[], orders: readonly KeptOrder[] = []): Promise<void> {
    const removals = new Removals()
    await this.#parts.tx.asOne(
      async () => {
        for (const kind of DECIDING_KINDS) {
          for (const plan of plans) if (plan.difference.kind === kind) await this.#bringOne(plan, removals)
          for (const order of orders) if (order.kind === kind) await this.#reorder(order)
        }
        for (const [, steps] of removals.inOrder()) for (const step of steps) await this.#write(step)
      },
      { keepsDangling: true },
    )
  }

  get #sides() {
    const terms: Terms = { ...SAME_TERMS, id: (id) => this.#ids.get(id) ?? id }
    const pairing = { ours: this.#parents, ids: new Map(), ambiguous: [] }
    return { pairing, terms, side: this.#parts.side }
  }

  #nowOf({ id, ours }: KeptDifference): SyncObject | null {
    return this.#now.has(id) ? (this.#now.get(id) ?? null) : ours
  }

  async #bringOne({ difference, to, taken }: Plan, removals: Removals): Promise<void> {
    const { id, kind, name } = difference
    const own = this.#nowOf(difference)
    const fields = taken === 'all' ? differencesIn(own, to) : taken
    const isGone = own === null && to === null
    if (isGone || (kind === 'app' && !own) || (own && to && fields.length === 0)) return
    if (own && !to) {
      this.#now.set(id, null)
      if (removals.goesAlong(own)) return
    }
    const act = !own ? 'create' : to ? 'change' : 'remove'
    const decision = { act, taken: fields } as const
    const step = stepOf({ ...difference, ours: own, theirs: to }, decision, this.#sides)
    if (!step) return this.#withoutStep(kind, name, act)
    if (act === 'remove') return removals.add([step])
    const written = await this.#write(act === 'create' ? await this.#ofDefault(step) : step)
    if (written === null || !to) return
    const [parent, body] = [step.target.above.join('/') || null, step.target.body]
    const key = parent ? `${parent}/${written}` : written
    this.#now.set(id, own ? { ...own, body } : { ...to, id: written, key, parent, body })
    if (own) return
    this.#parents.get(kind)?.set(to.key, key)
    if (written !== to.id) this.#ids.set(to.id, written)
  }

  /** Methods come with their authenticator. */
  #withoutStep(kind: SyncKind, name: string, act: Step['act']): void {
    if (act === 'create' && SYNC_WRITES[kind].create) this.#refuse(kind, name, 'what it belongs to is not here')
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
    return this.#attempt(step, () => tx.attempt(() => writeStep(tx, step, writer)))
  }

  async #attempt<T>(
    { kind, name, act }: Pick<Step, 'kind' | 'name' | 'act'>,
    work: () => Promise<T>,
  ): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      const refusal = refusalOf(error)
      // It went with something else.
      if (act !== 'remove' || refusal.code !== 'E0000007') this.#refuse(kind, name, reasonOf(refusal))
      return null
    }
  }

  #refuse(kind: SyncKind, name: string, reason: string): void {
    this.refused.push(`The ${SYNCED_KINDS[kind].singular} “${name}” cannot be written here: ${reason}`)
  }

  async #reorder({ kind, items, wanted }: KeptOrder): Promise<void> {
    const { tx, writer } = this.#parts
    const rows = await RANKED[kind]?.byId(
      tx,
      items.map(({ id }) => id),
    )
    const ranked = items.flatMap((item) => {
      const row = rows?.get(item.id)
      return row ? [{ item: { ...item, body: this.#bodyOf(item) }, place: row.priority }] : []
    })
    ranked.sort((a, b) => a.place - b.place)
    const byKey = new Map(ranked.map(({ item }) => [item.key, item]))
    for (const { key, at } of movesTo([...byKey.keys()], wanted)) {
      const own = byKey.get(key)
      if (!own) continue
      const calls = moveOf(own, ranked[at]?.place ?? at + 1, this.#sides)
      const about = { kind, name: textAt(own.body, 'name'), act: 'change' } as const
      await this.#attempt(about, () => tx.attempt(() => callAll(tx, writer, calls)))
    }
  }

  /** As it was written, if it was. */
  #bodyOf({ kind, key, body }: SyncObject): Body {
    const written = [...this.#now.values()].find((one) => one?.kind === kind && one.key === key)
    return written?.body ?? body
  }
}

const differencesIn = (own: SyncObject | null, to: SyncObject | null) =>
  own && to ? valueDifferences(FIELD_RULES[own.kind], own.body, to.body, SAME_TERMS) : []

async function callAll(tx: Tx, writer: OwnWriter, calls: readonly WriteCall[]): Promise<void> {
  for (const { operation, ...parts } of calls) await writer.write(tx, operation, parts)
}
