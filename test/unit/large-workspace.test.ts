import { BUILT_IN_GROUPS } from '#contract/directory/built-in-groups.ts'
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PolicyConditions, RuleConditions } from '#contract/policy/conditions.ts'
import {
  policyConditionsSchema,
  policyType,
  ruleConditionsSchema,
  type PolicyType,
} from '#contract/policy/policy-types.ts'
import { SIMULATED_TYPES } from '#contract/policy/simulation.ts'
import { makeWorkspace } from '../helpers/large-workspace/command.ts'
import { END, type Defaults, type Row } from '../helpers/large-workspace/plan.ts'
import { largeWorkspace } from '../helpers/large-workspace/index.ts'
import { LARGE, MODEST, sizeProblem, type WorkspaceSizes } from '../helpers/large-workspace/sizes.ts'
import { writeLargeWorkspace } from '../helpers/large-workspace/write.ts'
import { companionsOf } from '../helpers/files.ts'
import { aFolder, startServer, TestClock, type TestServer } from '../helpers/server.ts'

const SIZES: WorkspaceSizes = {
  people: 301,
  groups: 23,
  memberships: 1_501,
  apps: 17,
  zones: 11,
  policies: 61,
  rules: 211,
}

const DEFAULTS: Defaults = {
  engine: 'identity',
  administratorId: 'administrator',
  everyoneGroupId: 'everyone',
  userTypeId: 'type',
  accessPolicyId: 'access',
  profileEnrollmentId: 'enrollment',
}

function rowsOf(seed: string, sizes: WorkspaceSizes): Map<string, Row[]> {
  return new Map([...largeWorkspace(seed, sizes, DEFAULTS)].map(({ table, rows }) => [table, [...rows]]))
}

describe('a large workspace', () => {
  it('is the same for the same seed and sizes, and another for another seed', () => {
    const [first, again, other] = ['a', 'a', 'b'].map((seed) => JSON.stringify([...rowsOf(seed, SIZES)]))
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it.each([
    ['some of all', SIZES],
    ['everybody in every group', { ...SIZES, memberships: SIZES.people * SIZES.groups }],
    ['nearly that', { ...SIZES, memberships: SIZES.people * SIZES.groups - 3 }],
    ['people alone', { people: 10, groups: 0, memberships: 0, apps: 0, zones: 0, policies: 0, rules: 0 }],
    ['policies alone', { people: 0, groups: 0, memberships: 0, apps: 0, zones: 0, policies: 20, rules: 400 }],
    ['nothing', { people: 0, groups: 0, memberships: 0, apps: 0, zones: 0, policies: 0, rules: 0 }],
  ])('has the sizes that were asked for: %s', (_, sizes: WorkspaceSizes) => {
    expect(sizeProblem(sizes, 'identity')).toBeNull()
    const rows = rowsOf('seed', sizes)
    const count = (table: string) => rows.get(table)?.length
    expect([count('users'), count('groups'), count('apps'), count('zones'), count('policies')]).toEqual([
      ...[sizes.people, sizes.groups, sizes.apps, sizes.zones, sizes.policies],
    ])
    expect(new Set(rows.get('group_members')?.map((row) => row.join())).size).toBe(sizes.memberships)
    expect(rows.get('policy_rules')?.filter((row) => row[5] === 0)).toHaveLength(sizes.rules)
  })

  it.each([
    [{ people: -1 }, 'The number of people must be a whole number from 0 to 10,000,000.'],
    [{ apps: 1.5 }, 'The number of apps must be a whole number from 0 to 10,000,000.'],
    [{ zones: NaN }, 'The number of zones must be a whole number from 0 to 10,000,000.'],
    [{ memberships: 6_924 }, '301 people and 23 groups have at most 6,923 memberships, not 6,924.'],
    [{ policies: 0 }, '0 policies have at most 0 rules, not 211.'],
    [{ rules: 1_000_000 }, '61 policies have at most 5,742 rules, not 1,000,000.'],
  ])('is refused in one sentence where it makes no sense: %j', (over, sentence) => {
    expect(sizeProblem({ ...SIZES, ...over }, 'identity')).toBe(sentence)
  })

  it('keeps to what a type of policy has room for', () => {
    expect([MODEST, LARGE].map((sizes) => sizeProblem(sizes, 'identity'))).toEqual([null, null])
    const rows = rowsOf('seed', { ...SIZES, policies: 20_000, rules: 0 })
    for (const type of ['ACCESS_POLICY', 'PROFILE_ENROLLMENT'] as const)
      expect(rows.get('policies')?.filter((row) => row[1] === type).length).toBe(
        (policyType(type).maxPolicies ?? 0) - 4,
      )
  })
})

describe.each(['identity', 'classic'] as const)('the service over a workspace of the %s engine', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    const dataFile = join(await aFolder(), 'large.sqlite')
    await writeLargeWorkspace(dataFile, { sizes: SIZES, seed: 'seed', engine })
    server = await startServer({ dataFile, clock: new TestClock(END) })
  })
  const get = async <T>(path: string) => (await server.client.follow<T>(`${server.url}${path}`)).body

  it('tells the sizes, and lists people, groups and members', async () => {
    const { counts } = (await server.client.call('getWorkspace')).body
    // Those who are deprovisioned are not counted.
    expect(counts.users).toBeGreaterThan(SIZES.people * 0.9)
    expect(counts.groups).toBe(SIZES.groups + Object.keys(BUILT_IN_GROUPS).length)
    const groups = await get<{ id: string; type: string }[]>('/api/v1/groups')
    expect(groups).toHaveLength(SIZES.groups + Object.keys(BUILT_IN_GROUPS).length)
    expect(await get<unknown[]>('/api/v1/users?limit=200')).toHaveLength(200)
    const own = groups.filter(({ type }) => type === 'SVC_GROUP')
    const members = await Promise.all(own.map(({ id }) => get<unknown[]>(`/api/v1/groups/${id}/users?limit=1000`)))
    expect(members.flat()).toHaveLength(SIZES.memberships)
  })

  it('finds a person by the login', async () => {
    const [first] = await get<{ id: string; profile: { login: string } }[]>('/api/v1/users?limit=1')
    expect(await get(`/api/v1/users/${first?.profile.login}`)).toMatchObject({ id: first?.id })
  })

  it('finds people and groups by name', async () => {
    const [group] = await get<{ id: string; profile: { name: string } }[]>('/api/v1/groups?q=Finance&limit=1')
    const q = group?.profile.name ?? ''
    expect((await server.client.call('searchObjects', { query: { q } })).body[0]).toMatchObject({ id: group?.id })
  })

  it('reads every policy as valid, with the default of each list last', async () => {
    const types =
      engine === 'identity'
        ? ['SVC_SIGN_ON', 'PASSWORD', 'MFA_ENROLL', 'ACCESS_POLICY', 'PROFILE_ENROLLMENT']
        : ['SVC_SIGN_ON', 'PASSWORD', 'MFA_ENROLL']
    let count = 0
    for (const type of types as PolicyType[]) {
      const policies = (await server.client.call('listPolicies', { query: { type, limit: 200 } })).body
      const { priorityScheme } = policyType(type)
      count += policies.filter(({ system }) => !system).length
      if (priorityScheme === 'v1') {
        expect(policies.map(({ priority }) => priority)).toEqual(policies.map((_, index) => index + 1))
        expect(policies.at(-1)?.system).toBe(true)
      }
      for (const { id, conditions, system } of policies) {
        policyConditionsSchema(type).parse(conditions as PolicyConditions)
        const rules = (await server.client.call('listRules', { params: { policyId: id } })).body
        const own = rules.filter((rule) => !rule.system)
        if (!system)
          expect(own.map(({ priority }) => priority)).toEqual(
            own.map((_, index) => index + (priorityScheme === 'v1' ? 1 : 0)),
          )
        for (const rule of own) ruleConditionsSchema(type).parse(rule.conditions as RuleConditions)
      }
    }
    // Three of the platform's own authentication policies are no system policies.
    expect(count).toBe(SIZES.policies + (engine === 'identity' ? 3 : 0))
  })

  it('has no reference to what does not exist', async () => {
    const attention = (await server.client.call('listFindings')).body
    expect(attention.filter(({ kind }) => kind === 'dangling-reference')).toEqual([])
  })

  it.runIf(engine === 'identity')('decides on a sign-in', async () => {
    const apps = await get<{ id: string }[]>('/api/v1/apps?limit=200')
    const assigned = apps.map(async ({ id }) => ({
      id,
      users: await get<{ id: string }[]>(`/api/v1/apps/${id}/users`),
    }))
    const app = (await Promise.all(assigned)).find(({ users }) => users.length > 0)
    const policyContext = { user: { id: app?.users[0]?.id ?? '' }, ip: '10.0.3.4', risk: { level: 'LOW' as const } }
    const body = { appInstance: app?.id ?? '', policyContext }
    const { evaluation } = (await server.client.call('simulatePolicies', { body })).body
    const decided = evaluation.filter(({ result }) => result?.policies?.some(({ status }) => status === 'MATCH'))
    expect(decided.map((one) => one.policyType)).toEqual(SIMULATED_TYPES)
  })
})

describe('npm run workspace', () => {
  /** What a command line comes to: its status and what it says. */
  async function run(...args: string[]) {
    const said: string[] = []
    const remarked: string[] = []
    const output = { say: (line: string) => void said.push(line), remark: (line: string) => void remarked.push(line) }
    return { status: await makeWorkspace(args, output), said, remarked }
  }

  it('makes a file that tells what it holds', async () => {
    const file = join(await aFolder(), 'made.sqlite')
    const script = join(import.meta.dirname, '../../scripts/make-workspace.ts')
    const args = [script, '--data', file, '--people', '40', '--groups', '3', '--policies', '5']
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '' } })
    expect(stdout).toContain('users: 40\ngroup_members: 120\n')
    expect(await companionsOf(file)).toEqual([])
  })

  it.each<[string, string[], number, RegExp]>([
    ['no file', [], 2, /^--data FILE is needed\.$/],
    [
      'a negative size',
      ['--data', 'new', '--people', '-5'],
      1,
      /^The number of people must be a whole number from 0 to/,
    ],
    ['no number', ['--data', 'new', '--groups=many'], 1, /^The number of groups must be a whole number from 0 to/],
    ['too many', ['--data', 'new', '--memberships', '999999'], 1, /at most 50,000 memberships, not 999,999\.$/],
    ['an unknown engine', ['--data', 'new', '--engine', 'steam'], 2, /^--engine takes identity or classic\.$/],
    ['an unknown option', ['--data', 'new', '--planets', '9'], 2, /^There is no option --planets\.$/],
    ['a word too many', ['--data', 'new', 'more'], 2, /^more is a word too many\.$/],
    ['an existing file', ['--data', 'there'], 1, /there exists already\.$/],
    ['no folder', ['--data', 'no/new'], 1, /^The folder .* does not exist\.$/],
  ])('ends with one sentence, and changes no file: %s', async (_, args, status, sentence) => {
    const folder = await aFolder()
    await writeFile(join(folder, 'there'), 'mine')
    const placed = args.map((arg, index) => (args[index - 1] === '--data' ? join(folder, arg) : arg))
    expect(await run(...placed)).toEqual({ status, said: [], remarked: [expect.stringMatching(sentence)] })
    expect(await readdir(folder)).toEqual(['there'])
    expect(await readFile(join(folder, 'there'), 'utf8')).toBe('mine')
  })
})
