import { systemContext } from '#audit-log/request-context.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import { decides } from '#contract/sync/deciding-kinds.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNC_KINDS } from '#contract/sync/kind-names.ts'
import type { PlanTrialView } from '#contract/gatehouse/sync-plan.ts'
import type { Service } from '#operations/service/service.ts'
import { otherIds, type Pairing } from '../compare/pair-objects.ts'
import type { PlanSides } from '../plan/plan-sides.ts'
import { planTerms } from '../plan/plan-terms.ts'
import { effectOfUndeciding, type EffectOfPlan } from '../review/plan-effect.ts'
import type { Snapshot } from '../snapshot.ts'
import { tryHere } from '../try-here.ts'
import { withTwin, type Twin, type Twinning } from './make-twin.ts'

export interface TryingOnTwin extends Twinning {
  steps: readonly PlanStep[]
  /** With which the plan was made: of the remote with the source. */
  sides: Pick<PlanSides, 'source' | 'pairing'>
  /** See `ApplyParts.isFilledIn`. */
  isFilledIn?: boolean
}

/** What has come of it, and whom each step affects, people, memberships and assignments as the remote has them. */
interface TriedOnTwin {
  readonly trial: PlanTrialView
  readonly effects: EffectOfPlan
}

/**
 * Carries out a plan for a remote on a twin of that: by the same steps, in the words of the twin.
 * @throws as {@link withTwin}
 */
export function tryOnTwin(
  service: Service,
  { steps, sides, isFilledIn, ...twinning }: TryingOnTwin,
): Promise<TriedOnTwin> {
  const { signal } = twinning
  return withTwin(service, twinning, async (twin) => {
    const pairing = pairingWith(twin, sides)
    const translated = steps.map((step) => inWordsOf(twin, step))
    const terms = planTerms(translated, { pairing, target: twin.snapshot })
    const plan = { steps: translated, terms }
    const context = systemContext()
    // WHY not the ids of the source: the twin is made of the workspace, which may have them for what is another object at the remote.
    const keepsIds = false
    const trying = { plan, writer: twin.writer, context, isFilledIn, keepsIds, signal }
    const { effects, problem } = await tryHere(twin.service, trying)
    const trial = { problem, unlike: [...twin.unlike] }
    return { trial, effects: problem === null ? effects : effectOfRefused(steps) }
  })
}

/** Whom a plan affects that the twin has refused. */
function effectOfRefused(steps: readonly PlanStep[]): EffectOfPlan {
  if (!steps.some(({ kind }) => decides(kind))) return effectOfUndeciding(steps)
  const unknown = { effect: null, effectProblem: 'Whom it affects is not known, since the twin has refused it.' }
  return { whole: unknown, steps: steps.map(({ kind }) => (decides(kind) ? unknown : null)) }
}

/** A step that says of the twin what it says of the remote. */
function inWordsOf({ snapshot, pairing }: Twin, step: PlanStep): PlanStep {
  const keyOf = (kind: SyncKind, key: string) => pairing.ours.get(kind)?.get(key) ?? key
  if (step.act === 'order')
    return { ...step, before: step.before.map(({ key, name }) => ({ key: keyOf(step.kind, key), name })) }
  const { kind, before } = step
  // WHY as the twin has it now: that others have not changed it since says nothing of a twin.
  const there = before && (snapshot.objects.get(kind)?.get(keyOf(kind, before.key)) ?? before)
  // Authenticators, of which the key is the id.
  const going = step.going?.map((id) => keyOf('authenticator', id))
  return { ...step, before: there, ...(going && { going }) }
}

/** The keys and ids of the twin by those of the source. */
function pairingWith(twin: Twin, { source, pairing }: TryingOnTwin['sides']): Pairing {
  const ours = new Map(
    SYNC_KINDS.map((kind) => {
      const there = twin.pairing.ours.get(kind)
      const pairs = [...(pairing.ours.get(kind) ?? [])].map(([key, own]) => [key, there?.get(own) ?? own] as const)
      return [kind, new Map(pairs)] as const
    }),
  )
  const idsOf = (kind: SyncKind) =>
    otherIds(ours.get(kind) ?? NONE, objectsOf(twin.snapshot, kind), objectsOf(source, kind))
  return { ours, ids: new Map(SYNC_KINDS.map((kind) => [kind, idsOf(kind)])), ambiguous: [] }
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>()
const objectsOf = ({ objects }: Pick<Snapshot, 'objects'>, kind: SyncKind) => objects.get(kind) ?? NONE
