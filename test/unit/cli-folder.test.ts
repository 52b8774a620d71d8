import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
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
    text: expect.stringMatching(/^\d+ files, \d+ changed, 0 removed/),
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
