import { open, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { allowLocalHooks, eventually, hookBody, startEndpoint, type Endpoint } from '../helpers/endpoint.ts'
import { gatehouse } from '../helpers/gatehouse.ts'
import { aFolder, startServer, type TestServer } from '../helpers/server.ts'
import { setStage } from '../helpers/sync/closed-stage.ts'
import { filesIn, findSecrets } from '../security/secrets-at-rest/find-secrets.ts'

const GIVEN = 'the-secret-that-was-given-abcdefghijkl'
const AUTH = 'channel.config.authScheme.value'
const NEEDED = `${AUTH} of eventHook/Payroll hook (Secret)`

const configOf = ({ url: uri }: Endpoint) => ({ uri, authScheme: { type: 'HEADER', key: 'X-Auth', value: 'ours' } })

const aHook = ({ client }: Pick<TestServer, 'client'>, endpoint: Endpoint, name = 'Payroll hook') =>
  client.call('createEventHook', {
    body: hookBody(endpoint.url, undefined, { name, channel: { config: configOf(endpoint) } }),
  })

/** What an endpoint is sent as the secret by the first hook of a service. */
async function secretSentBy({ client, make }: TestServer, endpoint: Endpoint): Promise<unknown> {
  const [hook] = (await client.call('listEventHooks')).body
  await client.call('verifyEventHook', { params: { eventHookId: hook?.id ?? '' } })
  await make.aGroup('Told')
  return eventually(() => {
    const delivery = endpoint.received.find(({ method }) => method === 'POST')
    return delivery?.headers['x-auth'] ?? expect.unreachable('nothing was delivered')
  })
}

const nameOf = async ({ client }: TestServer) => (await client.call('getOrganization')).body.companyName

const fileOf = async (content: unknown) => {
  const file = join(await aFolder(), 'secrets.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

/** A workspace with a hook that its remote does not have. */
async function aStage() {
  const [stage, endpoint] = [await setStage({ mayWrite: true }), await startEndpoint()]
  expect(await stage.sync('pull')).toMatchObject({ status: 0 })
  await allowLocalHooks(stage.remote.client)
  await stage.here(async (server) => {
    await allowLocalHooks(server.client)
    await aHook(server, endpoint)
  })
  return { ...stage, endpoint }
}

const SECRETS = { 'eventHook/Payroll hook': { [AUTH]: GIVEN } }

it('`sync plan` lists the secrets that are needed, and `sync apply` writes those of a file', async () => {
  const { sync, remote, endpoint } = await aStage()
  const markdown = join(await aFolder(), 'plan.md')
  const planned = await sync('plan', '--markdown', markdown)
  expect(planned.out).toContain(`  needs a secret: ${NEEDED}\n`)
  expect(await readFile(markdown, 'utf8')).toContain(`  - Needs a secret: \`Secret\`, \`${AUTH}\``)
  const file = await fileOf(SECRETS)
  const { status, out, err } = await sync('apply', '--secrets', file)
  expect([status, out + err]).toEqual([
    0,
    expect.not.stringMatching(new RegExp(`${GIVEN}|needs a secret|not known here`)),
  ])
  expect(await secretSentBy(remote, endpoint)).toBe(GIVEN)
  expect(await sync('apply', '--secrets', file)).toEqual({
    ...{ status: 0, out: 'Nothing to do at Production.\nNothing was changed.\n' },
    err: 'eventHook/Payroll hook needs no secret any more.\n',
  })
})

it('secrets come from standard input, too', async () => {
  const { sync, remote, endpoint } = await aStage()
  const input = vi.spyOn(process, 'stdin', 'get')
  input.mockReturnValue(Readable.from([JSON.stringify(SECRETS)]) as never)
  expect(await sync('apply', '--secrets', '-')).toMatchObject({ status: 0 })
  input.mockRestore()
  expect(await secretSentBy(remote, endpoint)).toBe(GIVEN)
})

it('secrets that the plan does not need are told with what it needs, and nothing is changed', async () => {
  const { sync, remote } = await aStage()
  const cases: [unknown, RegExp][] = [
    [{ 'eventHook/Payrol hook': { [AUTH]: GIVEN } }, /eventHook\/Payrol hook needs no secret\./],
    [{ 'eventHook/Payroll hook': { 'channel.secret': GIVEN } }, /Payroll hook needs no secret at channel\.secret\./],
    [{ 'group/Sales': { name: GIVEN } }, /group\/Sales is nothing that can need a secret\./],
  ]
  for (const [content, reason] of cases) {
    const { status, err } = await sync('apply', '--secrets', await fileOf(content))
    expect([status, err]).toEqual([1, expect.stringMatching(reason)])
    expect(err).toContain(`The plan needs ${NEEDED}.`)
    expect(err).not.toContain(GIVEN)
  }
  expect((await remote.client.call('listEventHooks')).body).toEqual([])
})

it('a file that holds no secrets is refused before anything is read, without what is in it', async () => {
  const { sync } = await aStage()
  for (const content of [`{ "${GIVEN}`, [GIVEN], { a: GIVEN }, { a: { b: '' } }, { a: { b: GIVEN.repeat(200) } }]) {
    const { status, err } = await sync('apply', '--secrets', await fileOf(content))
    expect(status).toBe(1)
    expect(err).toMatch(/secrets\.json (?:is not JSON|does not hold secrets)/)
    expect(err).not.toContain(GIVEN)
  }
  expect((await sync('apply', '--secrets', '/nowhere/secrets.json')).err).toContain('There is no file')
  expect((await sync('take-back', '--secrets', await fileOf({}))).err).toContain('--secrets goes with --apply')
})

it('a file without an end, or much too long, is not read whole, whatever it is given for', async () => {
  const { sync, dataFile } = await setStage({ mayWrite: true })
  const long = join(await aFolder(), 'long.json')
  // Without a byte on the disk.
  const handle = await open(long, 'w')
  await handle.truncate(3 * 2 ** 30)
  await handle.close()
  for (const file of [long, '/dev/zero']) {
    for (const option of ['--secrets', '--plan'])
      expect(await sync('apply', option, file)).toMatchObject({
        ...{ status: 1, err: expect.stringMatching(/^(?:\S+) is too long: it may have \d+ bytes\./) },
      })
    const { err } = await gatehouse(
      ...['remote', 'add', '--data', dataFile, '--name', 'Other', '--address', 'https://other.example.com'],
      ...['--token-file', file],
    )
    expect(err).toContain('is too long')
  }
})

it.each(['the workspace', 'a remote'])('`folder apply` to %s writes the secrets of a file', async (what) => {
  const [first, endpoint] = [await startServer(), await startEndpoint()]
  await allowLocalHooks(first.client)
  await aHook(first, endpoint)
  const folder = join(await aFolder(), 'org')
  expect((await gatehouse('folder', 'write', folder, '--data', first.dataFile)).status).toBe(0)
  const { sync, here, remote, dataFile } = await setStage({ mayWrite: true })
  const there = what === 'a remote' ? ['--remote', 'Production'] : []
  await sync('pull')
  const line = ['folder', 'plan', folder, '--data', dataFile, ...there]
  await allowLocalHooks(remote.client)
  await here(({ client }) => allowLocalHooks(client))
  const planned = await gatehouse(...line)
  expect(planned.out).toContain(`  needs a secret: ${NEEDED}\n`)
  const known = ['--yes-i-know', there.length > 0 ? 'Production' : await here(nameOf)]
  const apply = ['folder', 'apply', folder, '--data', dataFile, ...there, ...known, '--partial']
  const wrong = await gatehouse(...apply, '--secrets', await fileOf({ 'eventHook/Other': { [AUTH]: GIVEN } }))
  expect(wrong).toMatchObject({ status: 1, err: expect.stringContaining(NEEDED) })
  const { status, out, err } = await gatehouse(...apply, '--secrets', await fileOf(SECRETS))
  expect([status, out + err]).toEqual([
    0,
    expect.not.stringMatching(new RegExp(`${GIVEN}|needs a secret|not known here`)),
  ])
  expect(findSecrets([{ name: 'it', value: GIVEN }], await filesIn(dirname(dataFile)))).toEqual([])
  if (there.length > 0) expect(await secretSentBy(remote, endpoint)).toBe(GIVEN)
  else await here(async (server) => expect(await secretSentBy(server, endpoint)).toBe(GIVEN))
})
