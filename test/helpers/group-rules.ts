import type { Client } from './client.ts'

let count = 0

/** The body of a rule with a name of its own. */
export const ruleBody = (value: string, groupIds: string[], exclude: { users?: string[]; groups?: string[] } = {}) => ({
  type: 'group_rule' as const,
  name: `Rule ${(count += 1)}`,
  conditions: {
    people: { users: { exclude: exclude.users ?? null }, groups: { exclude: exclude.groups ?? [] } },
    expression: { type: 'urn:svc:expression:1.0' as const, value },
  },
  actions: { assignUserToGroups: { groupIds } },
})

/** A rule that is not active yet. */
export const aGroupRule = async (client: Client, ...parts: Parameters<typeof ruleBody>) =>
  (await client.call('createGroupRule', { body: ruleBody(...parts) })).body

/** Until no job waits or runs. */
export async function atRest(client: Client): Promise<void> {
  for (;;) {
    const { body: jobs } = await client.call('listJobs')
    if (jobs.every(({ state }) => !['QUEUED', 'RUNNING'].includes(state))) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
