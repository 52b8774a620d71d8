import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeDraft } from '../helpers/drafts.ts'
import { gatehouse } from '../helpers/gatehouse.ts'
import { aFolder, startServer } from '../helpers/server.ts'

/** What the command prints, and how it ends. */
async function run(...args: string[]): Promise<{ code: number | null; text: string }> {
  const { status, out, err } = await gatehouse('folder', ...args)
  return { code: status, text: out + err }
}

it('the command line writes a folder and compares with it, while the workspace is in use', async () => {
  const { dataFile, client } = await startServer({ sample: true })
  const to = join(await aFolder(), 'org')
  const data = ['--data', dataFile]
  expect(await run('compare', to, ...data)).toMatchObject({
    code: 1,
    text: expect.stringContaining('no folder of Gatehouse'),
  })
  expect(await run('write', to, ...data)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^(\d+) files: \1 new, 0 changed, 0 removed\.\n/),
  })
  expect(await run('compare', to, ...data)).toMatchObject({
    code: 0,
    text: expect.stringContaining('No difference'),
  })

  const group = (await client.call('listGroups', { query: { q: 'Sales' } })).body[0]
  const profile = { name: 'Sales', description: 'Changed' }
  await client.call('replaceGroup', { params: { groupId: group?.id ?? '' }, body: { profile } })
  const compared = await run('compare', to, ...data)
  expect(compared.code).toBe(2)
  expect(compared.text).toContain(
    'group Sales\n  profile.description: workspace "Changed", folder "Accounts and tenders"\n',
  )
  const json = await run('compare', to, ...data, '--json')
  expect(json.code).toBe(2)
  expect(JSON.parse(json.text)).toMatchObject({ differences: [{ kind: 'group', name: 'Sales', direction: 'unknown' }] })

  expect(await run('write', to, ...data)).toMatchObject({ text: expect.stringContaining(' 1 changed, 0 removed') })
  await writeFile(join(to, 'groups/sales.yaml'), 'kind: group\nspec: [\n')
  expect(await run('compare', to, ...data)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/groups\/sales\.yaml:\d/),
  })
})

it('a folder never holds a secret', async () => {
  const { dataFile, make, client } = await startServer({ sample: true })
  const secrets = [
    'S3cret-of-a-hook',
    'S3cret-of-a-header',
    'S3cret-of-a-provider',
    'S3cret-of-a-person1',
    'S3cret-answer',
  ]
  const [hook = '', header = '', provider = '', password = '', answer = ''] = secrets
  await client.call('createEventHook', {
    body: {
      name: 'Hook',
      events: { type: 'EVENT_TYPE', items: ['user.session.start'] },
      channel: {
        type: 'HTTP',
        version: '1.0.0',
        config: {
          uri: 'https://hooks.example.com',
          headers: [{ key: 'X-Header', value: header }],
          authScheme: { type: 'HEADER', key: 'Authorization', value: hook },
        },
      },
    },
  })
  await make.anIdentityProvider('GOOGLE', {
    protocol: {
      type: 'OIDC',
      scopes: ['openid'],
      credentials: { client: { client_id: 'c', client_secret: provider } },
    },
  })
  const credentials = { password: { value: password }, recovery_question: { question: 'Who?', answer } }
  await client.call('createUser', {
    body: { profile: { firstName: 'A', lastName: 'B', login: 'a@b.example', email: 'a@b.example' }, credentials },
  })
  const app = await client.call('createApp', {
    body: {
      name: 'oidc_client',
      label: 'Client',
      signOnMode: 'OPENID_CONNECT',
      credentials: { oauthClient: { token_endpoint_auth_method: 'client_secret_basic' } },
      settings: {
        oauthClient: {
          application_type: 'web',
          grant_types: ['authorization_code'],
          response_types: ['code'],
          redirect_uris: ['https://a.example'],
        },
      },
    } as never,
  })
  const made = (app.body as { credentials: { oauthClient: { client_secret: string } } }).credentials.oauthClient
    .client_secret
  expect(made).toMatch(/\S{20}/)
  const to = join(await aFolder(), 'org')
  expect((await run('write', to, '--data', dataFile, '--people')).code).toBe(0)
  const entries = await readdir(to, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
  const all = texts.join('\n')
  expect(all).toContain('https://hooks.example.com')
  for (const secret of [...secrets, made]) expect(all.includes(secret), secret).toBe(false)
})

it.each([
  [['write'], 'folder takes'],
  [['copy', 'x'], 'folder takes'],
  [['write', 'x'], 'folder takes'],
  [['write', 'x', '--data', 'y', '--json'], 'takes no --json'],
  [['compare', 'x', '--data', 'y', '--people'], 'takes no --people'],
  [['write', 'x', '--data', 'y', '--people', '--no-people'], 'does not go with'],
  [['compare', 'x', '--data', 'y', '--nothing'], '--nothing'],
  [['compare', 'x', '--data', '/nowhere/y'], 'is not a file'],
])('`folder %s` ends with 1: 2 says that something differs', async (args, reason) => {
  expect(await run(...args)).toMatchObject({ code: 1, text: expect.stringContaining(reason) })
})

describe('a folder that was edited', () => {
  const NAME = 'Tidewrack Logistics'
  const RULES = 'policies/svc-sign-on/contractors.yaml'

  async function written() {
    const { dataFile, stop } = await startServer({ sample: true })
    await stop()
    const to = join(await aFolder(), 'org')
    const data = ['--data', dataFile]
    expect(await run('write', to, ...data)).toMatchObject({ code: 0 })
    const edit = async (path: string, change: (text: string) => string) => {
      const text = await readFile(join(to, path), 'utf8')
      expect(change(text)).not.toBe(text)
      await writeFile(join(to, path), change(text))
    }
    return { to, data, edit }
  }

  it('is planned with whom each step affects, and applied as a whole; what it has no more is removed where that is said to be known', async () => {
    const { to, data, edit } = await written()
    expect(await run('plan', to, ...data)).toMatchObject({ code: 0, text: expect.stringContaining('Nothing to do.') })
    await writeFile(join(to, 'groups/night.yaml'), 'kind: group\nspec:\n  profile:\n    name: Night shift\n')
    await edit('policies/svc-sign-on/office-staff.yaml', (text) =>
      text.replace('include:', 'include:\n          - Night shift'),
    )
    await edit(RULES, (text) => {
      const [head = '', first = '', ...others] = text.split(/^ {2}- (?=status)/m)
      return [head, others[0]?.replace('name: At our sites', 'name: At first'), first, ...others].join('  - ')
    })
    await rm(join(to, 'policies/svc-sign-on/partners.yaml'))
    await edit('policies/order.yaml', (text) => text.replace('  - SVC_SIGN_ON/Partners\n', ''))

    const planned = await run('plan', to, ...data)
    expect(planned).toMatchObject({ code: 2, text: expect.stringContaining('create group Night shift\n') })
    expect(planned.text).toMatch(/create rule At first of Contractors\n {2}impact: \d+ people /)
    expect(planned.text).toMatch(/order rules of Contractors: At first, High risk from a new place is refused, /)
    expect(planned.text).toMatch(/remove policy Partners\n {2}impact: \d+ people may gain access/)
    expect(planned.text).toMatch(/The plan would affect \d+ of \d+ people\.\n2 to create, 1 to change, 1 to remove, /)

    expect(await run('apply', to, ...data)).toMatchObject({
      code: 1,
      text: expect.stringContaining(`which needs --yes-i-know "${NAME}".`),
    })
    expect(await run('compare', to, ...data)).toMatchObject({ code: 2 })
    const applied = await run('apply', to, ...data, '--yes-i-know', NAME)
    expect(applied).toMatchObject({ code: 0, text: expect.stringContaining('All 5 steps are done.') })
    expect(await run('compare', to, ...data)).toMatchObject({ code: 0 })
    expect(await run('apply', to, ...data)).toMatchObject({
      code: 0,
      text: expect.stringContaining('Nothing was changed'),
    })
    expect(await run('write', to, ...data)).toMatchObject({ code: 0 })
    expect(await run('plan', to, ...data)).toMatchObject({ code: 0 })
  })

  it('says of which type of policies the order changes', async () => {
    const { to, data, edit } = await written()
    await edit('policies/order.yaml', (text) =>
      text.replace(/( {2}- SVC_SIGN_ON\/Contractors\n)( {2}- SVC_SIGN_ON\/Ships and warehouses\n)/, '$2$1'),
    )
    expect((await run('plan', to, ...data)).text).toMatch(
      /^order global session policies: (?:.*, )?Ships and warehouses, Contractors(?:,|\n)/m,
    )
  })

  it('may leave out of what is new what the workspace fills in, until it is written again', async () => {
    const { to, data } = await written()
    await writeFile(join(to, 'groups/night.yaml'), 'kind: group\nspec: { profile: { name: Night shift } }\n')
    await writeFile(
      join(to, 'network-zones/harbour.yaml'),
      'kind: zone\nspec: { type: IP, name: Harbour, gateways: [{ type: CIDR, value: 192.0.2.0/24 }] }\n',
    )
    await writeFile(
      join(to, 'policies/svc-sign-on/night.yaml'),
      `kind: policy
spec: { type: SVC_SIGN_ON, name: At night, conditions: { people: { groups: { include: [Night shift] } } } }
rules:
  - name: From the harbour
    type: SIGN_ON
    conditions: { network: { connection: ZONE, include: [Harbour] } }
    actions: { signon: { access: DENY } }
`,
    )
    expect(await run('apply', to, ...data)).toMatchObject({ code: 0 })
    expect((await run('plan', to, ...data)).text).toMatch(/^change rule From the harbour of At night: .*\n(not.*\n)*/)
    expect(await run('apply', to, ...data)).toMatchObject({ code: 0 })
    expect(await run('write', to, ...data)).toMatchObject({ code: 0 })
    expect(await run('plan', to, ...data)).toMatchObject({ code: 0 })
  })

  it('is refused as a whole where a part of it cannot be: nothing is changed', async () => {
    const { to, data, edit } = await written()
    await writeFile(join(to, 'groups/night.yaml'), 'kind: group\nspec:\n  profile:\n    name: Night shift\n')
    await edit(RULES, (text) => text.replace('- Contractors', '- Contractors\n          - Nigth shift'))
    const text = await readFile(join(to, RULES), 'utf8')
    const line = text.split('\n').findIndex((one) => one.includes('include:')) + 2
    const reason = `${RULES}:${line}: The policy “Contractors” cannot be written: conditions.people.groups.include: Nigth shift`
    expect(await run('apply', to, ...data)).toMatchObject({ code: 1, text: expect.stringContaining(reason) })
    const planned = await run('plan', to, ...data)
    expect(planned).toMatchObject({ code: 1, text: expect.stringContaining('create group Night shift\n') })
    expect(planned.text).toContain(`It would be refused: ${reason}`)
    expect((await run('compare', to, ...data)).text).toContain('Night shift')
  })

  it('names each step that the workspace refuses, by file and line, and is applied without those where that is asked for', async () => {
    const { to, data, edit } = await written()
    await writeFile(join(to, 'groups/night.yaml'), 'kind: group\nspec: { profile: { name: Night shift } }\n')
    await edit(RULES, (text) => text.replace('- Contractors', '- Contractors\n          - Nigth shift'))
    const zone =
      'kind: zone\nspec:\n  type: IP\n  name: Harbour\n  gateways:\n    - type: CIDR\n      value: 192.0.2.0/64\n'
    await writeFile(join(to, 'network-zones/harbour.yaml'), zone)
    await writeFile(
      join(to, 'policies/svc-sign-on/night.yaml'),
      `kind: policy
spec: { type: SVC_SIGN_ON, name: At night, conditions: { people: { groups: { include: [Night shift] } } } }
rules:
  - name: From the harbour
    type: SIGN_ON
    conditions: { network: { connection: ZONE, include: [Harbour] } }
    actions: { signon: { access: DENY } }
`,
    )
    const planned = await run('plan', to, ...data)
    expect(planned.code).toBe(1)
    const refused = planned.text.split('\n').filter((one) => one.startsWith('It would be refused: '))
    expect(refused).toEqual([
      expect.stringMatching(/: network-zones\/harbour\.yaml:\d: The network zone “Harbour” cannot/),
      expect.stringMatching(/contractors\.yaml:\d+: The policy “Contractors” cannot/),
      expect.stringMatching(/night\.yaml:\d: The rule “From the harbour” cannot/),
    ])
    expect((await run('apply', to, ...data)).text).toMatch(
      /Nothing was changed\. .*2 more steps would be refused\. --partial leaves out what is refused\.\n$/,
    )
    const json = JSON.parse((await gatehouse('folder', 'plan', to, ...data, '--json')).out) as { problems: string[] }
    expect(json.problems).toHaveLength(3)
    const partial = await run('plan', to, ...data, '--partial')
    expect(partial).toMatchObject({ code: 2, text: expect.stringContaining('create policy At night\n') })
    expect(partial.text).toMatch(/^refused: network zone Harbour: network-zones\/harbour\.yaml:\d: gateways/m)
    expect(partial.text).not.toContain('From the harbour\n')
    const applied = await run('apply', to, ...data, '--partial')
    expect(applied).toMatchObject({ code: 0, text: expect.stringContaining('steps are done.') })
    const left = (await run('compare', to, ...data)).text
    expect(left).toContain('Harbour')
    expect(left).not.toContain('group Night shift')
  })

  it('is applied to a closed workspace alone, by the name of its organization', async () => {
    const { to, data } = await written()
    expect(await run('apply', to, ...data, '--yes-i-know', 'Other')).toMatchObject({
      code: 1,
      text: expect.stringContaining(`--yes-i-know takes the name of the organization, ${NAME}, not “Other”.`),
    })
    const { dataFile } = await startServer({ sample: true })
    expect(await run('apply', to, '--data', dataFile)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/close it there first, .*\. A folder is applied to a closed workspace\.\n$/),
    })
  })
})

it('a draft is written into a folder, and compared with it, while it is in use', async () => {
  const server = await startServer()
  const draft = await makeDraft(server, 'Tighten Payroll')
  await draft.make.aGroup('Payroll of the draft')
  const to = join(await aFolder(), 'org')
  const line = ['--data', server.dataFile, '--draft', 'tighten payroll']
  expect(await run('write', to, ...line)).toMatchObject({ code: 0 })
  expect(await readdir(join(to, 'groups'))).toContain('payroll-of-the-draft.yaml')
  expect(await run('compare', to, ...line)).toMatchObject({ code: 0 })
  const compared = await run('compare', to, '--data', server.dataFile)
  expect(compared).toMatchObject({ code: 2, text: expect.stringContaining('Payroll of the draft') })
  const unknown = ['--data', server.dataFile, '--draft', 'Unknown']
  expect(await run('write', to, ...unknown)).toMatchObject({ code: 1, text: expect.stringContaining('“Unknown”') })
})
