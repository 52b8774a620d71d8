import type { PullRequest } from '#contract/gatehouse/pull.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { Caller } from '#operations/service/caller.ts'
import { comparing } from './compare/compare-snapshots.ts'
import { namedInReverse } from './compare/named-in-reverse.ts'
import { withKeysOf } from './compare/with-keys-of.ts'
import { winnerBy } from './deciding/decide.ts'
import { namedIn } from './deciding/overruled.ts'
import { inTurns } from './in-turns.ts'
import { makePlan, type Plan } from './plan/make-plan.ts'
import { sidesTowards } from './plan/sides-towards.ts'
import { assertBounded } from './plan-summary.ts'
import { readSide, type Omitted } from './sides/read-side.ts'
import type { Snapshot, Unread } from './snapshot.ts'

interface PlanningHere {
  /** Reads the workspace. */
  caller: Caller
  /** What it is called in sentences; absent: `the workspace`. */
  targetName?: string
  source: Snapshot
  /** Of {@link PlanSides}. */
  unlimited?: ReadonlySet<string>
  /** As both sides were when they were last the same; absent: the source is what is wanted, whole, as a folder is. */
  base?: Snapshot
  /** Whether differences are called as where the workspace is the source, and the source the target; see {@link namedInReverse}. */
  isNamedInReverse?: boolean
  /** Who wins where both sides have changed the same since; absent: that stays open. `remote` stands for the source. */
  request?: PullRequest
  /** What the source was not asked for, so that it stays. */
  without?: Omitted | undefined
  signal?: AbortSignal | undefined
  /** @param objects that were read so far */
  onProgress?: (objects: number) => void
}

/** What makes the workspace be as another side. */
export interface PlanHere extends Plan {
  /** What a side could not say, so that it is left as it is. */
  readonly unread: readonly Unread[]
  /** The workspace as it was read. */
  readonly target: Snapshot
}

/**
 * Plans what makes the workspace be as another side, as far as that has changed: a folder, or a copy of the workspace that was changed.
 * @throws SyncError for a plan of more steps than there may be
 */
export async function planHere(planning: PlanningHere): Promise<PlanHere> {
  const { caller, targetName = 'the workspace', source, isNamedInReverse, request = {}, signal, onProgress } = planning
  const base = planning.base && (await inTurns(withKeysOf(source, planning.base), signal))
  let objects = 0
  const { without } = planning
  const target = await readSide(caller, {
    ...{ signal, without },
    onProgress: (kind) => onProgress?.((objects += kind.objects)),
  })
  const compared = await inTurns(comparing({ ours: target, theirs: source, base }), signal)
  const comparison = isNamedInReverse ? namedInReverse(compared) : compared
  const sides = base
    ? {
        ...comparison,
        targetName,
        target,
        source,
        agreed: agreedIn(base),
        winner: winnerBy(request, null),
        named: namedIn(request),
      }
    : sidesTowards({ targetName, target, source, comparison })
  const plan = makePlan({ ...sides, ...(without && { omitted: without.kinds }), unlimited: planning.unlimited })
  assertBounded(plan.steps)
  const unread = comparison.unread.filter(({ kind, call }) => call !== null || !without?.kinds.has(kind))
  return { ...plan, unread, target }
}

const agreedIn =
  ({ objects }: Pick<Snapshot, 'objects'>) =>
  (kind: SyncKind) =>
    objects.get(kind)?.size ?? 0
