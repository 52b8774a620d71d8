import { GROUP_ACTS, PEOPLE_ACT_NAMES, PEOPLE_ACTS, type PeopleAct } from '#contract/directory/people-change.ts'
import type { User } from '#contract/directory/user.ts'
import { stepsFrom, type UserVerb } from '#contract/directory/user-steps.ts'
import type { BulkAction } from '#ui/resource/list/bulk.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { PERSON_STEPS } from '../person-steps.ts'
import { ACT_TEXT } from './change-text.ts'
import LeaveGroupPreview from './LeaveGroupPreview.vue'

type Act = BulkAction<User>

/** A step is taken with those of the chosen ones whose status allows it. */
const ofStep = (verb: UserVerb): Partial<Act> => ({
  danger: !PERSON_STEPS[verb].harmless,
  applies: ({ status }) => stepsFrom(status).includes(verb),
})

const ofGroup: Partial<Act> = { target: { kind: 'group', label: 'Group' } }

/** What is only so of one. */
const OWN: Partial<Record<PeopleAct, Partial<Act>>> = {
  remove_from_group: {
    danger: true,
    namable: false,
    preview: { component: LeaveGroupPreview, most: LIMITS.peopleChangeIds },
  },
}

const isStep = (act: PeopleAct): act is PeopleAct & UserVerb => Object.hasOwn(PERSON_STEPS, act)

/** All that can be done to many people at once, but deleting them, which every list offers by itself. */
export const bulkActions: Act[] = PEOPLE_ACT_NAMES.filter((act) => act !== 'delete').map((act) => ({
  ...{ key: act, label: PEOPLE_ACTS[act].label, says: ACT_TEXT[act].says, done: ACT_TEXT[act].done() },
  needs: 'createPeopleChange' as const,
  ...(isStep(act) ? ofStep(act) : {}),
  ...(GROUP_ACTS.has(act) ? ofGroup : {}),
  ...OWN[act],
}))
