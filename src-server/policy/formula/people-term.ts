import { EVERYONE } from '#contract/policy/conditions.ts'
import { SUBJECTS } from './subjects.ts'
import { decidedWith, hasOneOf, type Term } from './term.ts'

/** That the person is in one of some groups; everyone is in the group Everyone (spec/4 §1.9.2). */
export function everyoneOr(ids: readonly string[], everyoneGroupId: string, words = [EVERYONE]): Term {
  return ids.some((id) => id === everyoneGroupId || words.includes(id))
    ? decidedWith(SUBJECTS.groups, true)
    : hasOneOf(SUBJECTS.groups, ids)
}
