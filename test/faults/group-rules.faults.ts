import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { isActive, type JobState } from '#contract/gatehouse/job.ts'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { withDatabase } from '../helpers/files.ts'
import { aGroupRule } from '../helpers/group-rules.ts'
import { MODEST } from '../helpers/large-workspace/sizes.ts'
import { writeLargeWorkspace } from '../helpers/large-workspace/write.ts'
import { aFolder } from '../helpers/server.ts'
import { endProcess, startProcess, type ServiceProcess } from './service.ts'

/** How often the service is killed during a run of group rules. */
const KILLS = Math.max(3, Math.round(Number(process.env['GATEHOUSE_KILLS'] ?? 5) / 2))
/** After its first slice the service lives no longer than this. */
const LIFE_MS = 200

/** Many slices of a run. */
const SIZES = { ...MODEST, people: 8_000 }

const runOf = async ({ client }: ServiceProcess) =>
  (await client.call('listJobs', { query: { type: 'groupRules' } })).body.at(-1)

/** Memberships by rule, beside the events that say so. */
const countIn = (dataFile: string) =>
  withDatabase(dataFile, async (database) => {
    const count = async (sql: string) => (await database.first<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`))?.n
    return {
      people: await count('users'),
      members: await count('group_members WHERE by_hand = 0'),
      reasons: await count('group_member_rules'),
      events: await count(`log_events WHERE event_type = 'group.user_membership.add'`),
    }
  })

it(
  `killed ${KILLS} times while a rule is applied, each membership has its reason and its event, and the run goes on to all of them`,
  { timeout: 120_000 + KILLS * 30_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    await writeLargeWorkspace(dataFile, { sizes: SIZES, seed: 'kill', engine: 'identity' })
    let service = await startProcess(dataFile)
    const group = (await service.client.call('createGroup', { body: { profile: { name: 'Everybody by rule' } } })).body
    const rule = await aGroupRule(service.client, 'String.len(user.login) > 0', [group.id])
    await service.client.call('activateGroupRule', { params: { groupRuleId: rule.id } })
    const seen: number[] = []
    for (let kill = 1; kill <= KILLS; kill += 1) {
      for (let run = await runOf(service); run && isActive(run.state) && run.done === 0; run = await runOf(service))
        await sleep(5)
      await sleep(Math.random() * LIFE_MS)
      await endProcess(service, 'SIGKILL')
      const { members, reasons, events } = await countIn(dataFile)
      expect([reasons, events], `after kill ${kill}`).toEqual([members, members])
      expect((await verifyLogFile(dataFile, {})).violation, `after kill ${kill}`).toBeNull()
      seen.push(members ?? 0)
      service = await startProcess(dataFile)
      const run = await runOf(service)
      expect(['QUEUED', 'RUNNING', 'COMPLETED'], `after kill ${kill}`).toContain(run?.state)
    }
    let state: JobState | undefined
    do {
      await sleep(100)
      state = (await runOf(service))?.state
    } while (state && isActive(state))
    expect(state).toBe('COMPLETED')
    await endProcess(service, 'SIGTERM')
    const { people, ...made } = await countIn(dataFile)
    expect(made).toEqual({ members: people, reasons: people, events: people })
    process.stdout.write(`${KILLS} kills during a run of group rules, at ${seen.join(', ')} of ${people} people\n`)
  },
)
