import type { RouteLocationRaw } from 'vue-router'
import type { StoryTarget } from '#contract/gatehouse/story.ts'
import { pathOf, PATHS } from './paths.ts'
import { simulationPath } from './sign-in.ts'

type Locate<Page extends StoryTarget['page']> = (target: Extract<StoryTarget, { page: Page }>) => RouteLocationRaw

/** Of each page that a story leads to: its address, with all of the step filled in. */
const LOCATE: { [Page in StoryTarget['page']]: Locate<Page> } = {
  simulate: ({ page: _, ...signIn }) => simulationPath(signIn),
  // The list of its rules, not the editor of one: what a rule does depends on those around it.
  rule: ({ policyId }) => PATHS.policy(policyId),
  // The sample's log may have been loaded long ago.
  log: ({ filter }) => ({ path: PATHS.audit, query: { range: 'all', filter } }),
  zone: ({ zoneId }) => pathOf('zone', zoneId),
}

/** Where a step of a story is to be seen. */
export function storyPath(target: StoryTarget): RouteLocationRaw {
  return LOCATE[target.page](target as never)
}
