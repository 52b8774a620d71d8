import { livingGroups } from './build-objects.ts'
import { policySpecs } from './build-policies.ts'
import { ACTIVITY, APPS, ORGANIZATION, STORIES, ZONES } from './resources.ts'
import { policyType } from '#contract/policy/policy-types.ts'

/** The sample organization: invented people and rules to try everything on. */
export { buildSample } from './build-sample.ts'
export type * from './types.ts'

const invented = ORGANIZATION.departments.flatMap((department) => Object.values(department.offices))
const specs = policySpecs('identity')

/** How much the sample holds, for whoever is asked whether to load it; on Identity Engine, beside the defaults. */
export const SAMPLE_SUMMARY = Object.freeze({
  organization: ORGANIZATION.name,
  people: ORGANIZATION.people.length + invented.reduce((sum, count) => sum + count, 0),
  groups: livingGroups().length,
  userTypes: ORGANIZATION.userTypes.length,
  apps: APPS.length,
  zones: ZONES.length,
  policies: specs.length,
  /** With the catch-all rules. */
  rules: specs.reduce((sum, spec) => sum + spec.rules.length + Number(policyType(spec.type).catchAllPerPolicy), 0),
  events: ACTIVITY.events,
  days: ACTIVITY.days,
})

/** Things to try in the sample, easiest first. */
export const SAMPLE_STORIES = STORIES
