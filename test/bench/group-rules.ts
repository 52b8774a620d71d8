import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { targetOf } from '#contract/log/targets.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { openStore, type Store } from '#db/store.ts'
import { users } from '#db/tables/users.ts'
import { groupRules } from '#db/tables/group-rules.ts'
import { groups } from '#db/tables/groups.ts'
import { createGroup } from '#operations/directory/groups.ts'
import { createGroupRule, deleteGroupRule, setGroupRuleStatus } from '#operations/directory/group-rules/group-rules.ts'
import { runGroupRules } from '#operations/directory/group-rules/run-job.ts'
import { personTarget } from '#operations/service/person-target.ts'
import { changeUser } from '#operations/directory/update-user.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { ruleBody } from '../helpers/group-rules.ts'
import { LARGE, type WorkspaceSizes } from '../helpers/large-workspace/sizes.ts'
import { writeLargeWorkspace } from '../helpers/large-workspace/write.ts'
import { appendEvents } from './append.ts'
import { ratioFigure, timed, type Figure } from './measure.ts'

/** Policies are not asked, so few do. */
const SIZES: WorkspaceSizes = { ...LARGE, memberships: 200_000, policies: 10, rules: 10 }
const OVER = `over ${SIZES.people.toLocaleString('en')} people`
/** Events of one transaction, as of a run. */
const SLICE = 250
const RULES = 500
const PREVIEWED = 50
const CHANGES = 40
const ROUNDS = 5

/** Milliseconds of the processor, of all threads. WHY not of the clock: these take long, and the machine does other things meanwhile. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Puts the same events of memberships into the log as a run over everybody, in transactions of {@link SLICE}. */
async function appending(store: Store): Promise<number> {
  const people = await users.all(store.read, 'ORDER BY id')
  const group = targetOf('group', { id: '00gAAAAAAAAAAAAAAAAA', name: 'All' })
  const rule = targetOf('groupRule', { id: '0prAAAAAAAAAAAAAAAAA', name: 'All' })
  const drafts = people.map((user) => ({
    type: 'group.user_membership.add' as const,
    targets: [personTarget(user), group, rule],
  }))
  return cpuOf(async () => {
    for (let from = 0; from < drafts.length; from += SLICE) {
      const some = drafts.slice(from, from + SLICE)
      await store.write((tx) => appendEvents(tx, systemContext(), new Date().toISOString(), some))
    }
  })
}

const aTarget = (service: Service, name: string) =>
  service.write(systemContext(), (tx) => createGroup(tx, { name, description: null }))

/** Activates a rule and does the work of its job, which is then taken back. */
async function activating(service: Service, name: string, condition: string): Promise<number> {
  const target = await aTarget(service, name)
  const id = await service.write(systemContext(), async (tx) => {
    const made = await createGroupRule(tx, { ...ruleBody(condition, [target]), name })
    await setGroupRuleStatus(tx, made, 'ACTIVE')
    return made
  })
  const parts = { id: 'jobBench', subjectId: '', context: systemContext(), signal: new AbortController().signal }
  const ms = await cpuOf(() =>
    runGroupRules({ ...parts, service, input: { touched: [id], dropped: [] }, report: () => {} }),
  )
  await service.write(systemContext(), (tx) => deleteGroupRule(tx, id, false))
  return ms
}

async function runs(service: Service): Promise<Figure[]> {
  const { store } = service
  // The thread is there before it is measured.
  await service.workers.run('groupRuleFacts', {})
  const none = await activating(service, 'Nobody', 'user.department == "no such department"')
  // WHY before and after it: the longer the log, the more an event costs.
  const before = await appending(store)
  const all = await activating(service, 'All', 'String.len(user.login) > 0')
  const theirs = [(before + (await appending(store))) / 2]
  const of = 'appending as many events'
  return [
    ratioFigure(
      `Activate a group rule that all match ${OVER}`,
      'ms CPU',
      { ours: [all], theirs },
      { bound: { most: 1.5 }, of },
    ),
    ratioFigure(
      `Activate a group rule that none matches ${OVER}`,
      'ms CPU',
      { ours: [none], theirs },
      { bound: { most: 0.1 }, of },
    ),
  ]
}

/** Previews of many rules at once, in turns with that of one of them. @param asks what the rule of a number asks */
async function previews(service: Service, what: string, most: number, asks: (at: number) => string): Promise<Figure> {
  const target = await aTarget(service, `Previewed ${what}`)
  const ids: string[] = []
  for (let at = 0; at < PREVIEWED; at++)
    ids.push(
      await service.write(systemContext(), (tx) =>
        createGroupRule(tx, { ...ruleBody(asks(at), [target]), name: `Previewed ${what} ${at}` }),
      ),
    )
  const previewing = (ruleIds: readonly string[]) =>
    cpuOf(() => service.workers.run('groupRulesPreview', { now: service.clock(), ruleIds }))
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = -1; round < ROUNDS; round++) {
    const [one, all] = [await previewing(ids.slice(0, 1)), await previewing(ids)]
    if (round < 0) continue
    theirs.push(one)
    ours.push(all)
  }
  for (const id of ids) await service.write(systemContext(), (tx) => deleteGroupRule(tx, id, false))
  return ratioFigure(
    `Preview ${PREVIEWED} group rules ${what} ${OVER}`,
    'ms CPU',
    { ours, theirs },
    { bound: { most }, of: 'the preview of one' },
  )
}

/** Changes of profiles, in turns with the same while the rules are switched off. */
async function changes(service: Service): Promise<Figure> {
  const people = await users.all(service.reader, 'ORDER BY id LIMIT ?', [CHANGES])
  const targets = await groups.all(service.reader, `WHERE type = 'SVC_GROUP' ORDER BY id LIMIT ?`, [RULES])
  for (const [at, { id }] of targets.entries())
    await service.write(systemContext(), (tx) =>
      createGroupRule(
        tx,
        ruleBody(`user.department == "Team ${at}" || String.startsWith(user.department, "Unit ${at}")`, [id]),
      ),
    )
  const switching = (status: 'ACTIVE' | 'INACTIVE') =>
    service.write(systemContext(), (tx) =>
      groupRules.updateWhere(tx, { attribute: 'status', value: '?', condition: '1', params: [status] }),
    )
  let made = 0
  const changing = () =>
    timed(async () => {
      made += 1
      const change = {
        profile: { department: `Department ${made}` },
        credentials: null,
        replaces: false,
        strict: false,
      }
      for (const user of people) await service.write(systemContext(), (tx) => changeUser(tx, user, change))
    })
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = -1; round < ROUNDS; round++)
    for (const [status, times] of [
      ['INACTIVE', theirs],
      ['ACTIVE', ours],
    ] as const) {
      await switching(status)
      const ms = await changing()
      if (round >= 0) times.push(ms)
    }
  return ratioFigure(
    `Change ${CHANGES} profiles with ${RULES} active group rules`,
    'ms',
    { ours, theirs },
    { bound: { most: 2 }, of: 'the same without rules' },
  )
}

/** Group rules over the people of a large organization, and after each change of a person. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  try {
    const file = join(folder, 'group-rules.sqlite')
    await writeLargeWorkspace(file, { sizes: SIZES, seed: 'bench', engine: 'identity' })
    const store = await openStore(file, new Date().toISOString())
    const options = { store, version: 'bench', engine: 'identity' as const, clock: Date.now, url: () => '' }
    const service = createService(options)
    try {
      return [
        ...(await runs(service)),
        await previews(service, 'of profiles', 4, (at) => `user.department == "Team ${at}"`),
        await previews(service, 'of groups', 3, (at) => `isMemberOfGroupName("Team ${at}")`),
        await changes(service),
      ]
    } finally {
      await service.workers.close()
      await store.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
