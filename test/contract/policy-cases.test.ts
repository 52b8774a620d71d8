import { describe, expect, it } from 'vitest'
import { makeOrganization, simulateOverHttp } from '../helpers/policy-case-http.ts'
import { inCaseWords, loadPolicyStories } from '../helpers/policy-cases.ts'
import { startServer } from '../helpers/server.ts'

const stories = loadPolicyStories()

/** Each story gets a workspace of its own, because default policies and priorities are the organization's. */
describe.each([...new Set(stories.map(({ theme }) => theme))])('over HTTP: %s', (theme) => {
  it.each(stories.filter((story) => story.theme === theme))('$story', async ({ organization, requests }) => {
    const server = await startServer()
    const ids = await makeOrganization(server, organization)
    for (const { request, expected } of requests) {
      const answer = await simulateOverHttp(server, ids, request)
      expect(inCaseWords(answer, expected)).toEqual(expected)
    }
    await server.stop()
  })
})
