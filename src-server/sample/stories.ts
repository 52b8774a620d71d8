import storiesJson from '../../resources/sample/stories.json' with { type: 'json' }
import type { PolicyType } from '#contract/policy/policy-types.ts'

/** What a step of a story opens; things are named by their keys in the sample. */
export type SampleTarget =
  | {
      page: 'simulate'
      person: string
      app: string
      ip: string
      risk: 'LOW' | 'MEDIUM' | 'HIGH'
      device?: { registered: boolean; managed: boolean; platform?: 'WINDOWS' }
    }
  | { page: 'rule'; policy: string; rule: string }
  /** In the filter, `{user:KEY}` stands for the id of a person. */
  | { page: 'log'; filter: string }
  | { page: 'zone'; zone: string }

/** Something to try in the sample. */
interface SampleStory {
  key: string
  title: string
  steps: readonly {
    /** What to do, for a reader. */
    do: string
    /** What one then sees. */
    shows: string
    open: SampleTarget
    /** Of a simulation: which rule must decide, by the names of it and of its policy; tests hold it true. */
    expect?: { policyType: PolicyType; policy: string; rule: string }
  }[]
}

/** The stories of the sample, in the order in which they are told. */
export const STORIES = storiesJson as unknown as readonly SampleStory[]
