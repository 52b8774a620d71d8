/** The sample organization: invented people and rules to try everything on. */
export { buildSample } from './build-sample.ts'
export { APPS, ORGANIZATION, POLICIES, ZONES } from './resources.ts'
export { STORIES, type SampleTarget } from './stories.ts'
export type * from './types.ts'
