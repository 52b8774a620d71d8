import { beforeAll, describe, expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { createGroupRule, setGroupRuleStatus } from '#operations/directory/group-rules/group-rules.ts'
import { runGroupRules } from '#operations/directory/group-rules/run-job.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { openStore } from '#db/store.ts'
import type { Client } from '../../../../helpers/client.ts'
import type { Factories } from '../../../../helpers/factories.ts'
import { aGroupRule, atRest, ruleBody } from '../../../../helpers/group-rules.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

/** One slice, and a few more. */
const SLICE = 250
const PEOPLE = SLICE + 30

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

const ruleJobs = async () =>
  (await client.call('listJobs')).body.filter(({ type, state }) => type === 'groupRules' && state !== 'COMPLETED')
const statusOf = async (groupRuleId: string) =>
  (await client.call('getGroupRule', { params: { groupRuleId } })).body.status

describe('jobs that apply group rules', () => {
  it('are one run where many rules are activated while one goes on', async () => {
    const group = await make.aGroup()
    for (let count = 0; count < 20; count += 1) await make.aUser({ department: 'Paper' })
    const before = (await client.call('listJobs')).body.length
    const rules = []
    for (let count = 0; count < 8; count += 1)
      rules.push(await aGroupRule(client, `user.department == "Paper" && user.title != "${count}"`, [group.id]))
    await Promise.all(rules.map(({ id }) => client.call('activateGroupRule', { params: { groupRuleId: id } })))
    await atRest(client)
    expect((await client.call('listJobs')).body.length - before).toBeLessThan(rules.length)
    const facts = (await client.call('listGroupRuleFacts')).body
    for (const { id } of rules) expect(facts.find((one) => one.id === id)?.people, id).toBe(20)
  })

  it('that are cancelled leave no rule active that was not held against everybody, and say so', async () => {
    const group = await make.aGroup()
    const [first, second] = [
      await aGroupRule(client, 'user.department == "Tin"', [group.id]),
      await aGroupRule(client, 'user.department == "Lead"', [group.id]),
    ]
    await client.call('activateGroupRule', { params: { groupRuleId: first.id } })
    await client.call('activateGroupRule', { params: { groupRuleId: second.id } })
    for (const { id, state } of await ruleJobs())
      if (['QUEUED', 'RUNNING'].includes(state)) await client.call('cancelJob', { params: { jobId: id } })
    await atRest(client)
    const jobs = (await client.call('listJobs')).body.filter(({ type }) => type === 'groupRules')
    for (const rule of [first, second]) {
      const job = jobs.find(({ name }) => name === rule.name)
      if (job) expect(await statusOf(rule.id)).toBe(job.state === 'CANCELLED' ? 'INACTIVE' : 'ACTIVE')
    }
  })
})

describe('a run that is cut short', () => {
  it('leaves whole slices behind, says how far it was, and comes to the same when it begins again', async () => {
    const other = await startServer()
    for (let count = 0; count < PEOPLE; count += 1) await other.make.aUser({ department: 'Slate' })
    const target = await other.make.aGroup()
    await other.stop()
    const store = await openStore(other.dataFile, new Date(other.clock.now).toISOString())
    const options = { store, version: 'test', engine: 'identity' as const, clock: () => other.clock.now, url: () => '' }
    const service = createService(options)
    try {
      const id = await service.write(systemContext(), async (tx) => {
        const made = await createGroupRule(tx, ruleBody('user.department == "Slate"', [target.id]))
        await setGroupRuleStatus(tx, made, 'ACTIVE')
        return made
      })
      const count = async () =>
        (await store.read.first<{ n: number }>('SELECT count(*) AS n FROM group_member_rules'))?.n
      const stopping = new AbortController()
      const cut = await run(service, id, stopping.signal, (done) => {
        if (done > 0) stopping.abort()
      })
      expect(cut).toEqual({ done: SLICE, total: PEOPLE, facts: { added: SLICE, removed: 0 } })
      // The owner of the workspace is one more.
      expect(looked).toEqual([{ checked: PEOPLE + 1, people: PEOPLE + 1, found: PEOPLE }])
      expect(await count()).toBe(SLICE)
      const whole = await run(service, id, new AbortController().signal)
      expect(whole).toEqual({ done: 30, total: 30, facts: { added: 30, removed: 0 } })
      expect(await count()).toBe(PEOPLE)
      expect(await run(service, id, new AbortController().signal)).toMatchObject({ total: 0 })
    } finally {
      await service.workers.close()
      await store.close()
    }
  })
})

/** What was told while it was not known yet whom the rules concern. */
const looked: unknown[] = []

/** Runs a job's work by hand. @returns how far it came */
async function run(service: Service, id: string, signal: AbortSignal, onDone?: (done: number) => void) {
  let progress: object = { done: 0 }
  const parts = { service, id: 'jobX', subjectId: '', input: { touched: [id], dropped: [] }, context: systemContext() }
  await runGroupRules({
    ...parts,
    signal,
    report: (now) => {
      progress = { ...progress, ...now }
      if (now.done !== undefined) onDone?.(now.done)
      if (now.total === undefined && now.done === undefined) looked.push(now.facts)
    },
  })
  return progress
}
