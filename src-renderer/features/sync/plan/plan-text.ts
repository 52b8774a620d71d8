import { CircleCheck, TriangleAlert, Undo2 } from '@lucide/vue'
import type { PlanSource, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { count, counted } from '#ui/lib/numbers.ts'
import type { Meaning } from '#ui/resource/plan/step-text.ts'
import type { takingBack } from './plan-runs.ts'

interface Situation {
  /** Whether it is the newest one, which can be applied. */
  isLatest: boolean
  /** Whether a job works on it now. */
  isInWork: boolean
  /** How far it is taken back. */
  takenBack?: ReturnType<typeof takingBack>
}

const TAKEN_BACK: Readonly<Record<NonNullable<Situation['takenBack']>, Meaning>> = {
  GOING_ON: { label: 'Being taken back', tone: 'accent', icon: Undo2 },
  PARTLY: { label: 'Partly taken back', tone: 'warning', icon: TriangleAlert },
  DONE: { label: 'Taken back', tone: 'neutral', icon: Undo2 },
}

/** The state of a plan. */
export function planMeaning({ state, steps }: Pick<SyncPlanView, 'state' | 'steps'>, now: Situation): Meaning {
  if (now.takenBack) return TAKEN_BACK[now.takenBack]
  if (state === 'APPLIED') return { label: 'Applied', tone: 'success', icon: CircleCheck }
  if (now.isInWork) return { label: state === 'PLANNING' ? 'Being planned' : 'Being applied', tone: 'accent' }
  if (state === 'STOPPED') return { label: 'Stopped', tone: 'danger', icon: TriangleAlert }
  if (state !== 'READY') return { label: 'Cut short', tone: 'warning', icon: TriangleAlert }
  if (steps === 0) return { label: 'Nothing to do', tone: 'neutral' }
  return now.isLatest ? { label: 'Ready', tone: 'accent' } : { label: 'Not applied', tone: 'neutral' }
}

/** Where a plan that was not carried out to its end is. */
export function stoppedText({ done, steps }: Pick<SyncPlanView, 'done' | 'steps'>): string {
  if (done >= steps) return `All ${counted(steps, 'step')} are done, but what was checked after them does not hold.`
  return `It stopped at step ${count(done + 1)} of ${count(steps)}.`
}

/**
 * What becomes of a plan that has stopped, by the names of its buttons; empty where it cannot be gone on with. A page has no folder to plan from
 * again.
 */
export function nextText({
  done,
  source,
  takesBack,
  takenBackBy,
}: Pick<SyncPlanView, 'done' | 'source' | 'takesBack' | 'takenBackBy'>): string {
  if (takenBackBy !== null) return ''
  const stays = done > 0 ? 'What is done until then stays done. ' : ''
  const isAgain = !takesBack && source?.kind !== 'FOLDER'
  return `${stays}“Go on” tries it again${isAgain ? '; “Plan again” works out what is left' : ''}.`
}

interface Planning {
  remote: string
  /** There is a connection to promote from. */
  canPromote: boolean
  /** “Plan again” plans from another connection. */
  isPromoted: boolean
}

/** The other ways to plan than “Plan again”, by what each emits. */
export const waysToPlan = ({ remote, canPromote, isPromoted }: Planning) => [
  { key: 'dryRun', label: 'Plan with a dry run' },
  ...(isPromoted ? [{ key: 'own', label: 'Plan from this workspace' }] : []),
  { key: 'promote', label: `Promote to ${remote}…`, disabled: !canPromote },
]

/** That a plan is carried out to its end. */
export const appliedText = (steps: number): string =>
  steps === 1 ? 'The step is done' : `All ${counted(steps, 'step')} are done`

/** What is left to be done of a plan that was begun; empty for one that was not. */
export const remainingText = ({ done, steps }: Pick<SyncPlanView, 'done' | 'steps'>): string =>
  done > 0
    ? `${count(done)} of ${counted(steps, 'step')} ${done === 1 ? 'is' : 'are'} done; it goes on with the rest.`
    : ''

/** What a plan makes a remote be as, where that is not the workspace. */
export const sourceText = ({ kind, name, removes }: PlanSource, remote: string): string =>
  `It makes ${remote} be as ${kind === 'FOLDER' ? `the folder ${name}` : name}; what only ${remote} has ${removes ? 'is removed' : 'stays'}.`

/** That a plan finds nothing to do. */
export const sameText = (source: PlanSource | null): string =>
  `The remote is as ${source === null ? 'the workspace' : source.kind === 'FOLDER' ? `the folder ${source.name}` : source.name}; nothing to apply`
