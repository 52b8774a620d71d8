import type { DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import { draftWriteSchema, type Draft } from '#contract/gatehouse/draft.ts'
import type { Job } from '#contract/gatehouse/job.ts'
import { api } from '#ui/api/client.ts'
import { problemsBy } from '#ui/domain/schema-problems.ts'
import { counted } from '#ui/lib/numbers.ts'
import type { Editable } from '#ui/resource/define-resource.ts'
import { NAME_FIELD, type ObjectForm } from '#ui/resource/form/field-specs.ts'
import { isDecided } from './draft-choices.ts'

/** What the dialog that makes or renames a draft needs of drafts. */
export const drafts: Editable<Draft> = {
  one: 'draft',
  nameOf: ({ name }) => name,
  stepsOf: () => null,
  create: (body) => api.call('createDraft', { body: body as { name: string } }),
  replace: (id, body) => api.call('replaceDraft', { params: { draftId: id }, body: body as { name: string } }),
}

/** The form of a draft. */
export const draftForm: ObjectForm<Draft> = {
  width: 480,
  blank: () => ({ name: '' }),
  draftOf: ({ name }) => ({ name }),
  check: problemsBy(draftWriteSchema),
  fields: [{ ...NAME_FIELD, placeholder: 'Tighten Payroll', help: 'What is to be changed in it.' }],
}

/** How much was changed in a draft. */
export const changesText = ({ changes }: Pick<Draft, 'changes'>): string =>
  changes === null ? '–' : changes === 0 ? 'None yet' : counted(changes, 'change')

/**
 * The jobs of a draft that did not complete, as far as the plan does not say more: one that is newer than a comparison or a publication has
 * superseded it, and one in which all is decided what a draft could not be brought up to date for.
 * @param ended the latest of each type that did not complete
 */
export function unsaidEnds(ended: readonly Job[], plan: DraftPlan | null): Job[] {
  const isSuperseded = (job: Job) => {
    if (plan === null) return false
    // WHY not by time: a draft that could not be brought up to date is compared at once.
    if (job.type === 'draftRebase' && job.state === 'FAILED')
      return hasConflicts(job) && plan.conflicts === 0 && isDecided(plan)
    return job.finished !== null && Date.parse(job.finished) < Date.parse(plan.planned)
  }
  return ended.filter((job) => !isSuperseded(job))
}

/** Whether a draft could not be brought up to date for what was still to be decided, and not for what the draft refuses. */
const hasConflicts = ({ facts }: Pick<Job, 'facts'>): boolean => (facts['conflicts'] ?? 0) > 0

/** What has to be done before a draft is brought up to date, where that has failed; null: its job says it. */
export const needsFirst = (job: Pick<Job, 'type' | 'state' | 'facts'>, plan: DraftPlan | null): string | null =>
  job.type === 'draftRebase' && job.state === 'FAILED' && hasConflicts(job) && plan !== null && plan.conflicts > 0
    ? 'Decide the conflicts below first.'
    : null
