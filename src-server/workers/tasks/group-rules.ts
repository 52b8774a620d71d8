import { computeBulkPreview } from '#operations/directory/group-rules/compute-bulk-preview.ts'
import { computeFacts } from '#operations/directory/group-rules/compute-facts.ts'
import { computePreview } from '#operations/directory/group-rules/compute-preview.ts'
import { findRuledPeople } from '#operations/directory/group-rules/ruled-people.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

export const ruledPeople: Task<Tasks['ruledPeople']> = ({ now, ...rules }, { atOneMoment, signal, onProgress }) =>
  atOneMoment(({ connection }) => findRuledPeople({ read: connection, now, signal, onProgress }, rules))

export const groupRulePreview: Task<Tasks['groupRulePreview']> = ({ now, ...question }, { atOneMoment, signal }) =>
  atOneMoment(({ connection }) => computePreview({ read: connection, now, signal }, question))

export const groupRulesPreview: Task<Tasks['groupRulesPreview']> = ({ now, ruleIds }, { atOneMoment, signal }) =>
  atOneMoment(({ connection }) => computeBulkPreview({ read: connection, now, signal }, ruleIds))

export const groupRuleFacts: Task<Tasks['groupRuleFacts']> = (_, { atOneMoment }) =>
  atOneMoment(({ connection }) => computeFacts(connection))
