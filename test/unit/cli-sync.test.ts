import { expect, it } from 'vitest'
import { gatehouse } from '../helpers/gatehouse.ts'
import { startServer } from '../helpers/server.ts'

/** What the command prints, and how it ends. */
async function run(...args: string[]): Promise<{ code: number | null; text: string }> {
  const { status, out, err } = await gatehouse('sync', ...args)
  return { code: status, text: out + err }
}

it('the command line says where a closed workspace and a remote differ', async () => {
  const remote = await startServer({ sample: true })
  const here = await startServer({ sample: true })
  const authentication = { type: 'API_TOKEN', token: remote.token } as const
  await here.client.call('createConnection', { body: { name: 'Production', address: remote.url, authentication } })
  const compare = (name: string, ...more: string[]) =>
    run('compare', '--data', here.dataFile, '--remote', name, ...more)
  expect(await compare('Production')).toMatchObject({ code: 1, text: expect.stringContaining('Use the page Sync') })
  await here.stop()

  expect(await compare('Production')).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^No difference; \d+ objects/),
  })
  const group = (await remote.client.call('listGroups', { query: { q: 'Sales' } })).body[0]
  const profile = { name: 'Sales', description: 'Changed there' }
  await remote.client.call('replaceGroup', { params: { groupId: group?.id ?? '' }, body: { profile } })
  const found = await compare('Production')
  expect(found).toMatchObject({ code: 2 })
  expect(found.text).toContain(
    'group Sales\n  profile.description: workspace "Accounts and tenders", remote "Changed there"\n',
  )
  const json = JSON.parse((await compare('Production', '--json')).text) as object
  expect(json).toMatchObject({ differences: [{ kind: 'group', name: 'Sales', fields: [{ theirs: 'Changed there' }] }] })

  const policy = (await remote.client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body[0]
  const policyId = policy?.id ?? ''
  const rule = (await remote.client.call('listRules', { params: { policyId } })).body[0]
  const { _links, ...body } = { ...rule, actions: { signon: { access: 'DENY' } } }
  await remote.client.call('replaceRule', { params: { policyId, ruleId: rule?.id ?? '' }, body: body as never })
  expect(await compare('Production', '--impact')).toMatchObject({
    code: 2,
    text: expect.stringMatching(
      /\nimpact: (?:1 person loses|1 person may lose|\d+ people (?:may )?lose) access[^\n]*\n[^]*\nA pull would affect \d+ of \d+ people\.\n$/,
    ),
  })
  expect(JSON.parse((await compare('Production', '--impact', '--json')).text)).toMatchObject({
    impact: { considered: expect.any(Number), notes: expect.any(Array) },
  })

  expect(await compare('Nothing')).toMatchObject({ code: 1, text: 'There is no connection “Nothing”.\n' })
  await remote.stop()
  const gone = await compare('Production')
  expect(gone.code).toBe(1)
  expect(gone.text).toBe(`Production: the remote at ${remote.url} does not answer: connection refused.\n`)
})

it.each([
  [[], 'sync takes compare, pull, status, plan, apply, pair, pairs, unpair or take-back, and --data FILE.'],
  [
    ['push', '--data', 'x', '--remote', 'y'],
    'sync takes compare, pull, status, plan, apply, pair, pairs, unpair or take-back, and --data FILE.',
  ],
  [
    ['compare', '--remote', 'y'],
    'sync takes compare, pull, status, plan, apply, pair, pairs, unpair or take-back, and --data FILE.',
  ],
  [['compare', '--data', 'x'], 'sync compare needs --remote.'],
  [['compare', '--nothing'], '--nothing'],
  [['compare', '--data', 'x', '--remote', 'y', '--prefer', 'remote'], 'sync compare takes no --prefer.'],
  [['pull', '--data', 'x'], 'sync pull needs --remote.'],
  [['pull', '--data', 'x', '--remote', 'y', '--prefer', 'me'], '--prefer takes remote or workspace, not “me”.'],
  [['pull', '--data', 'x', '--remote', 'y', '--choose', 'group'], '--choose takes WHAT=SIDE'],
  [['status', '--data', 'x'], 'sync status needs --remote.'],
  [['plan', '--data', 'x'], 'sync plan needs --remote.'],
  [['plan', '--data', 'x', '--remote', 'y', '--plan', 'z'], 'sync plan takes no --plan.'],
  [['plan', '--data', 'x', '--remote', 'y', '--prefer', 'me'], '--prefer takes remote or workspace, not “me”.'],
  [['apply', '--data', 'x', '--remote', 'y', '--out', 'z'], 'sync apply takes no --out.'],
  [['apply', '--data', 'x', '--remote', 'y', '--yes-i-know'], '--yes-i-know needs a value.'],
  [['apply', '--data', 'x', '--remote', 'y', '--plan', 'z', '--whole'], 'it does not go with --whole.'],
])('`sync %s` ends with 1: 2 says that something differs', async (args, reason) => {
  expect(await run(...args)).toMatchObject({ code: 1, text: expect.stringContaining(reason) })
})
