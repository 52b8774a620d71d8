import type { PlanStep, StepJournal } from '#contract/sync/plan-step.ts'
import { isSame, SAME_TERMS } from '../compare/compare-values.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import { withoutSecrets } from '../plan/without-state.ts'
import { listed } from '../plan/losses.ts'
import type { SyncObject } from '../snapshot.ts'
import type { StepResult } from './apply-parts.ts'

/** Of steps after which both sides agree on nothing new: what takes back a step, and what is done in the workspace itself. */
export const NOT_AGREED: StepJournal['agreed'] = { row: null, places: [] }

/**
 * What a step has done, so that it can be taken back; without secrets that the target answers, as it is kept in the file.
 * @param about.isBegun whether anything was written, now or in a run that was cut short before
 */
export function journalOf(
  { act }: Pick<PlanStep, 'act'>,
  { after, former, isWritten, list }: StepResult,
  { isBegun = false, agreed = NOT_AGREED }: { isBegun?: boolean; agreed?: StepJournal['agreed'] } = {},
): StepJournal {
  return {
    // What was begun before and is now as it is to be was written then; other changes may have followed from steps before.
    isWritten: isWritten || isBegun || (act === 'change' && isChanged(former, after)),
    ...{ former: former && withoutSecrets(former), after: after && withoutSecrets(after), agreed },
    list: list
      ? { above: list.after[0]?.parent ?? null, former: listed(list.former), after: listed(list.after) }
      : null,
  }
}

const isChanged = (former: SyncObject | null, after: SyncObject | null) =>
  former !== null && !isSame(FIELD_RULES[former.kind], former.body, after?.body, SAME_TERMS)
