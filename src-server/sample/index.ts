/** The sample organization: invented people and rules to try everything on. */
export { buildSample } from './build-sample.ts'
export type * from './types.ts'
