import { describe, expect, it } from 'vitest'
import { simulationSchema } from '#contract/policy/simulation.ts'
import { simulateInCore } from '../../helpers/policy-case-core.ts'
import { inCaseWords, loadPolicyStories } from '../../helpers/policy-cases.ts'

const stories = loadPolicyStories()

it('has at least 60 stories, each told once', () => {
  expect(stories.length).toBeGreaterThanOrEqual(60)
  expect(new Set(stories.map(({ story }) => story)).size).toBe(stories.length)
})

describe.each([...new Set(stories.map(({ theme }) => theme))])('%s', (theme) => {
  it.each(stories.filter((story) => story.theme === theme))('$story', ({ organization, requests }) => {
    for (const { request, expected } of requests) {
      const answer = simulateInCore(organization, request)
      expect(inCaseWords(simulationSchema.parse(answer), expected)).toEqual(expected)
      if (request.expand.includes('EVALUATED')) continue
      expect(answer.evaluation.flatMap((entry) => [...entry.evaluated.policies, ...entry.undefined.policies])).toEqual(
        [],
      )
    }
  })
})
