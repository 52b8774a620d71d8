import { SUBJECTS } from './subjects.ts'
import { decidedWith, hasOneOf, type Term } from './term.ts'

/** That the person is in one of some groups. @param isEveryone the group Everyone is one of them, in which everyone is (spec/4 §1.9.2) */
export const inGroups = (ids: readonly string[], isEveryone: boolean): Term =>
  isEveryone ? decidedWith(SUBJECTS.groups, true) : hasOneOf(SUBJECTS.groups, ids)
