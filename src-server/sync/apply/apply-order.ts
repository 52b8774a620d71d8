import type { OrderStep } from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { placeOf } from '../compare/compare-orders.ts'
import { placesFor } from '../deciding/list-places.ts'
import { moveOf } from '../deciding/steps.ts'
import type { SyncObject } from '../snapshot.ts'
import type { ApplyParts, StepResult } from './apply-parts.ts'
import { StepStopped } from './step-stopped.ts'
import type { Place } from './target-reader.ts'

/** Brings a list of the target into the order of the source by the fewest moves. @throws StepStopped where it does not get there */
export async function applyOrder(step: OrderStep, parts: ApplyParts): Promise<StepResult> {
  const { kind, above, list } = step
  const { names, reader } = parts
  const within = SYNCED_KINDS[kind].source.within?.kind
  const parent = within && above !== null ? names.keyOf(within, above) : null
  const stopped = (what: string) =>
    new StepStopped(`${step.name}${step.parent ? ` of “${step.parent}”` : ''} at ${parts.target.name}`, what)
  if (parent === undefined) throw stopped('belongs to what is not there')
  const place: Place = { kind, parent, call: list }
  reader.forget()
  const now = await itemsOf(step, place, parts)
  const there = new Set(now.map(({ key }) => key))
  const wanted = step.wanted.map(({ key }) => names.keyOf(kind, key) ?? key)
  if (wanted.some((key) => !there.has(key))) throw stopped('has lost what was to be put in order')
  const places = placesFor(now, wanted)
  if (!places) throw stopped('cannot be reached: no number is left for one of its rules')
  const byKey = new Map(now.map((one) => [one.key, one]))
  for (const { key, priority } of places) {
    const own = byKey.get(key) as SyncObject
    const side = { address: parts.target.address, find: () => undefined }
    for (const call of moveOf(own, priority, { pairing: names.pairing, terms: names.terms, side })) {
      parts.signal?.throwIfAborted()
      await parts.onWriting()
      await parts.target.write(call, parts.signal)
    }
  }
  reader.forget()
  const owned = new Set(wanted)
  const all = await itemsOf(step, place, parts)
  const after = all.map(({ key }) => key).filter((key) => owned.has(key))
  if (after.join() !== wanted.join()) throw stopped('was written, but is another than it was to be')
  return { after: null, former: null, isWritten: places.length > 0, list: { former: now, after: all } }
}

/** What stands in the list of an order, in its order. @param place where that is at the target */
export async function itemsOf(
  { kind, list }: Pick<OrderStep, 'kind' | 'list'>,
  place: Place,
  { reader }: Pick<ApplyParts, 'reader'>,
): Promise<SyncObject[]> {
  const { order } = SYNCED_KINDS[kind]
  const all = (await reader.list(place)).filter(({ body }) => order?.(body) === list)
  return all.sort((a, b) => placeOf(a) - placeOf(b))
}
