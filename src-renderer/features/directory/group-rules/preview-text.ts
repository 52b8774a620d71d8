import type { ConflictKind, GroupRulePreview, RuleConflict } from '#contract/gatehouse/group-rule-preview.ts'
import { count, counted } from '#ui/lib/numbers.ts'

/** How a conflict is told, and what the ids in it are. */
interface ConflictMeta {
  text: (count: number) => string
  about: 'group' | 'user'
  isGone: boolean
}

/** The words of each kind of conflict; what it is about is named after them. */
export const CONFLICTS: Readonly<Record<ConflictKind, ConflictMeta>> = {
  CYCLE: {
    text: (rules) =>
      rules === 1
        ? 'The rule asks for a group that it fills itself'
        : 'Rules that feed each other, one after the other',
    about: 'group',
    isGone: false,
  },
  GROUP_GONE: {
    text: (groups) => `${counted(groups, 'group')} that it puts people into ${groups === 1 ? 'is' : 'are'} gone`,
    about: 'group',
    isGone: true,
  },
  GROUP_TAKES_NO_MEMBERS: {
    text: (groups) => `${counted(groups, 'group')} cannot take members by a rule`,
    about: 'group',
    isGone: false,
  },
  SAME_CONDITION: {
    text: (rules) => `${rules === 1 ? 'Another rule asks' : `${count(rules)} other rules ask`} the same`,
    about: 'group',
    isGone: false,
  },
  EXCLUSION_GONE: {
    text: (ids) => `${counted(ids, 'exception names', 'exceptions name')} what is gone`,
    about: 'user',
    isGone: true,
  },
}

/** "1 group that it puts people into is gone" */
export const conflictText = ({ kind, count: number }: RuleConflict): string => CONFLICTS[kind].text(number)

/** "The rule holds for 12 of 159 people." */
export function matchingText({ matching, considered }: Pick<GroupRulePreview, 'matching' | 'considered'>): string {
  return `The rule holds for ${count(matching)} of ${counted(considered, 'person', 'people')}.`
}
