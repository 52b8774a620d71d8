import { withSecrets, type GivenSecret } from '#contract/sync/needed-secrets.ts'
import type { ObjectStep, PlanStep } from '#contract/sync/plan-step.ts'
import { textAt, valueAt, type Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import { isRelation, SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { TargetSide, WriteCall } from '#contract/sync/writing.ts'
import { isSame, SAME_TERMS, valueDifferences } from '../compare/compare-values.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import { withoutState } from '../plan/without-state.ts'
import { stepOf, type Step } from '../deciding/steps.ts'
import type { SyncObject } from '../snapshot.ts'
import { applyOrder } from './apply-order.ts'
import type { ApplyParts, StepResult } from './apply-parts.ts'
import { findAlike, placeOf } from './find-alike.ts'
import { lift, whyNotGivenAgain, whyNotGone } from './last-limit.ts'
import { withoutItems } from './without-items.ts'
import { withoutLinked } from './without-linked.ts'
import { StepStopped } from './step-stopped.ts'
import type { Place } from './target-reader.ts'

/**
 * Carries out one step of a plan: reads what it is about, compares that with what the plan saw, writes, and reads again. What is as it is to be
 * already is left alone, so that a step can be repeated.
 * @param isAgain whether it was begun before, and may have been carried out in part
 * @throws StepStopped where the target is not as the plan saw it, or reads other than was written; what the target throws
 */
export function applyStep(step: PlanStep, isAgain: boolean, parts: ApplyParts): Promise<StepResult> {
  if (step.act === 'order') return applyOrder(step, parts)
  return new Applying(step, isAgain, parts).run()
}

class Applying {
  readonly #step: ObjectStep
  readonly #isAgain: boolean
  readonly #parts: ApplyParts
  readonly #secrets: readonly GivenSecret[]
  readonly #side: TargetSide

  constructor(step: ObjectStep, isAgain: boolean, parts: ApplyParts) {
    this.#step = step
    this.#isAgain = isAgain
    this.#parts = parts
    const { target, names, secrets = [] } = parts
    this.#secrets = secrets
    this.#side = {
      address: target.address,
      find: (kind, id) => (kind === 'app' ? { name: names.appName(id) } : undefined),
    }
  }

  run(): Promise<StepResult> {
    const { act, isGiven } = this.#step
    if (act === 'remove') return this.#remove()
    if (act === 'change') return this.#change()
    return isGiven ? this.#complete() : this.#create()
  }

  async #change(): Promise<StepResult> {
    const { before, paths } = this.#step
    const now = await this.#readNow()
    if (!now) throw this.#stopped('is not there any more')
    this.#parts.names.noteLost(this.#step)
    if (before) this.#assertUnchanged(now, before, this.#planned('change', now, paths)?.target.body)
    return this.#changeFrom(now, paths)
  }

  /** Changes what came with what it belongs to. */
  async #complete(): Promise<StepResult> {
    const found = await this.#find(this.#source)
    if (!found) throw this.#stopped('did not come with what it belongs to')
    return this.#goOn(found)
  }

  /** What is there already: what is not yet as it is to be is changed. */
  #goOn(found: SyncObject): Promise<StepResult> {
    const source = this.#source
    this.#note(source, found)
    const { terms } = this.#parts.names
    const differing = valueDifferences(FIELD_RULES[source.kind], found.body, source.body, terms)
    return this.#changeFrom(
      found,
      differing.map(({ path }) => path),
    )
  }

  async #changeFrom(now: SyncObject, paths: readonly string[]): Promise<StepResult> {
    const planned = this.#planned('change', now, paths)
    const former = this.#step.before ?? (this.#isAgain ? null : now)
    // Whether a secret is there already no side answers: one that was given is written.
    const mayBeDone = this.#secrets.length === 0
    if (!planned || (paths.length === 0 && mayBeDone)) return { after: now, former, isWritten: false }
    const rules = FIELD_RULES[now.kind]
    const { body } = planned.target
    if (mayBeDone && isSame(rules, now.body, body, SAME_TERMS)) return { after: now, former, isWritten: false }
    await this.#carryOut(planned)
    this.#parts.names.touch(now.kind, now.id)
    if (!SYNC_WRITES[now.kind].get) this.#parts.reader.forget()
    const after = await this.#parts.reader.one(now, now)
    if (!after) throw this.#stopped('was changed, and is not there any more')
    this.#assertWritten(after, body, paths)
    return { after, former, isWritten: true }
  }

  async #create(): Promise<StepResult> {
    const source = this.#source
    const found = await this.#find(source)
    if (found && (this.#isAgain || isRelation(source.kind))) return this.#goOn(found)
    if (found) throw this.#stopped(`is there already, made ${this.#parts.since ?? 'since the plan was'}`)
    const planned = this.#planned('create', null, [])
    if (!planned) throw this.#stopped('belongs to what is not there')
    const made = await this.#make(planned)
    this.#note(source, made)
    this.#assertWritten(made, planned.target.body, null)
    return { after: made, former: null, isWritten: true }
  }

  async #make(planned: Step): Promise<SyncObject> {
    const { target } = planned
    const { kind } = this.#step
    const place = this.#placeOf(this.#source)
    const id = await this.#carryOut(planned)
    if (isDeactivated(this.#source)) await this.#send([{ operation: 'deactivateUser', params: { userId: id } }])
    const own = id || (this.#source.key.split('/').at(-1) ?? '')
    const key = place.parent === null ? own : `${place.parent}/${own}`
    const about = { ...place, id, key, body: target.body }
    const after = SYNC_WRITES[kind].get ? await this.#parts.reader.one(place, about) : about
    if (!after) throw this.#stopped('was made, and is not there')
    await this.#parts.reader.noteMade(place, after)
    return after
  }

  async #remove(): Promise<StepResult> {
    const before = this.#step.before as SyncObject
    const now = await this.#readNow()
    if (!now) {
      const lifting = this.#isAgain ? this.#planned('remove', before, [])?.lifting : null
      if (lifting) this.#stopFor(await whyNotGone(before, this.#parts.reader))
      return { after: null, former: this.#isAgain ? before : null, isWritten: false }
    }
    const former = withPlaceOf(before, now)
    this.#assertUnchanged(now, before)
    const planned = this.#planned('remove', now, [])
    if (!planned) throw this.#stopped('cannot be removed')
    await this.#carryOut(planned)
    await this.#parts.reader.noteGone(before, before.key)
    if (await this.#parts.reader.one(before, before)) throw this.#stopped('was removed, and is still there')
    return { after: null, former, isWritten: true }
  }

  get #source(): SyncObject {
    return this.#step.source as SyncObject
  }

  /** As the target has it now, where the plan saw it or an earlier step has made it. */
  #readNow(): Promise<SyncObject | null> {
    const { before, kind } = this.#step
    if (before) return this.#parts.reader.one(before, before)
    const key = this.#parts.names.keyOf(kind, this.#source.key)
    if (key === undefined) throw this.#stopped('was not made')
    return this.#parts.reader.one(this.#placeOf(this.#source), { key, id: key.split('/').at(-1) ?? '' })
  }

  #placeOf(source: SyncObject): Place {
    const place = placeOf(source, this.#parts.names)
    if (!place) throw this.#stopped('belongs to what is not there')
    return place
  }

  /** The object of the target that is known as one of the source is; null: there is none. */
  #find(source: SyncObject): Promise<SyncObject | null> {
    this.#placeOf(source)
    return findAlike(source, this.#parts)
  }

  #planned(act: Step['act'], now: SyncObject | null, paths: readonly string[]): Step | null {
    const { kind, name, difference, source, unlimited: isUnlimited = false } = this.#step
    const { pairing, terms } = this.#parts.names
    return stepOf(
      { id: difference, kind, name, ours: now, theirs: source && act === 'create' ? withoutState(source) : source },
      { act, taken: paths.map((path) => ({ path })), isUnlimited },
      { pairing, terms, side: this.#side },
    )
  }

  /** @returns the id of what is written */
  async #carryOut(planned: Step): Promise<string> {
    const { target, onWriting } = this.#parts
    if (!target.carryOut) return this.#carryOutByCalls(planned)
    await onWriting()
    return target.carryOut({ ...planned, calls: planned.calls.map((call) => this.#filled(call)) })
  }

  /** A call with the secrets in what it sends. */
  #filled(call: WriteCall): WriteCall {
    return call.body ? { ...call, body: withSecrets(call.body, this.#secrets) } : call
  }

  async #carryOutByCalls({ act, kind, target, calls, lifting }: Step): Promise<string> {
    if (lifting) {
      const send = (some: readonly WriteCall[]) => this.#send(some)
      const whyNot = () => whyNotGivenAgain(this.#step, this.#parts.reader)
      this.#stopFor(await lift(lifting, { remove: () => send(calls), send, whyNot }))
      return target.id
    }
    const answers = await this.#send(calls)
    if (act !== 'create') return target.id
    const id = isRelation(kind) ? target.id : idIn(kind, answers.at(-1) ?? null)
    await this.#send(SYNC_WRITES[kind].afterwards?.({ ...target, id }) ?? [])
    return id
  }

  /** Sends requests one after the other. */
  async #send(calls: readonly WriteCall[]): Promise<(Body | null)[]> {
    const { target, signal, onWriting } = this.#parts
    const answers: (Body | null)[] = []
    for (const call of calls) {
      signal?.throwIfAborted()
      await onWriting()
      const sent = this.#filled(withoutLinked(this.#step.kind, call))
      answers.push(
        await target.write(
          sent,
          signal,
          this.#secrets.map(({ value }) => value),
        ),
      )
    }
    return answers
  }

  #note(source: SyncObject, made: SyncObject): void {
    const { kind } = this.#step
    this.#parts.names.note(kind, source, { key: made.key, id: made.id, appName: textAt(made.body, 'name') })
  }

  /**
   * @param wanted what it is to be; WHY what is that already is no change by others: it may follow from an earlier step, as the profile of an assignment
   * does from that of its person
   */
  #assertUnchanged(now: SyncObject, before: SyncObject, wanted?: Body): void {
    // It follows what it relates to, which the plan has written.
    if (isRelation(now.kind) && this.#parts.names.isWritten(now.id)) return
    const rules = FIELD_RULES[now.kind]
    const own = this.#parts.names.withoutTouched(now.body)
    const seen = this.#parts.names.withoutTouched(before.body)
    const found = valueDifferences(rules, own, seen, SAME_TERMS).map(({ path }) => path)
    const left = wanted && new Set(valueDifferences(rules, now.body, wanted, SAME_TERMS).map(({ path }) => path))
    const isOwn = (path: string) => {
      const isTaken = this.#step.paths.includes(path)
      return this.#isAgain ? isTaken || path === 'status' : isTaken && left !== undefined && !left.has(path)
    }
    const isLost = (path: string) => this.#parts.names.hasLost(now.kind, path) && valueAt(now.body, path) === undefined
    const foreign = found.filter((path) => !isOwn(path) && !isLost(path))
    if (foreign.length > 0)
      throw this.#stopped(`was changed ${this.#parts.since ?? 'there since the plan was made'}: ${told(foreign)}`)
  }

  /** @param paths null: of all fields */
  #assertWritten(after: SyncObject, body: Body, paths: readonly string[] | null): void {
    const going = new Set(this.#step.going)
    const [read, wanted] = [after.body, body].map((one) => withoutItems(one, going))
    const all = valueDifferences(FIELD_RULES[after.kind], read, wanted, SAME_TERMS)
    const said = this.#parts.isFilledIn ? all.filter(({ theirs }) => theirs !== null) : all
    const foreign = said.map(({ path }) => path)
    const other = paths === null ? foreign : foreign.filter((path) => paths.includes(path))
    if (other.length > 0) throw this.#stopped(`was written, but reads other than it was to be: ${told(other)}`)
  }

  /** @param why null: it goes on */
  #stopFor(why: string | null): void {
    if (why !== null) throw this.#stopped(why)
  }

  #stopped(what: string): StepStopped {
    const { kind, name } = this.#step
    return new StepStopped(`The ${SYNCED_KINDS[kind].singular} “${name}” of ${this.#parts.target.name}`, what)
  }
}

/** As the plan saw it, but where it stands now: what the plan does before may have moved it. */
function withPlaceOf(before: SyncObject, { body: { priority } }: SyncObject): SyncObject {
  return priority === undefined ? before : { ...before, body: { ...before.body, priority } }
}

/** People cannot be made so. */
const isDeactivated = ({ kind, body }: SyncObject) => kind === 'user' && textAt(body, 'status') === 'DEPROVISIONED'

const told = (paths: readonly string[]) => paths.slice(0, 10).join(', ')

function idIn(kind: SyncKind, answer: Body | null): string {
  const { id } = SYNCED_KINDS[kind]
  return typeof id === 'string' ? textAt(answer, id) : ''
}
