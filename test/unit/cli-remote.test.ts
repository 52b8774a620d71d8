import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { expect, it, vi } from 'vitest'
import { builtCli } from '../helpers/built-cli.ts'
import { gatehouse } from '../helpers/gatehouse.ts'
import { startServer } from '../helpers/server.ts'
import { clockLine } from '#cli/clock-line.ts'

/** What the command prints, and how it ends. */
async function run(args: string[], env: Readonly<Record<string, string>> = {}) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const { status, out, err } = await gatehouse('remote', ...args)
  vi.unstubAllEnvs()
  return { code: status, text: out || err }
}

/** The same by the program itself, which is given a text on its standard input. */
async function runWith(input: string, args: string[]): Promise<number | null> {
  const child = spawn(process.execPath, [await builtCli(), 'remote', ...args], { stdio: ['pipe', 'ignore', 'inherit'] })
  child.stdin.end(input)
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

it('the command line adds, lists, tests and removes connections, and takes no token in its options', async () => {
  const [near, far] = await Promise.all([startServer(), startServer()])
  const data = ['--data', near.dataFile]
  await near.stop()
  const made = ['add', ...data, '--address', far.url]
  expect(await run([...made, '--name', 'A'])).toMatchObject({ code: 2, text: expect.stringContaining('--token-file') })
  expect(await run([...made, '--name', 'A', '--token', far.token])).toMatchObject({ code: 2 })
  expect(await run(['add', ...data, '--name', 'A'])).toMatchObject({
    code: 2,
    text: expect.stringContaining('--address'),
  })
  const env = { GATEHOUSE_REMOTE_TOKEN: far.token }
  const id = (await run([...made, '--name', 'A'], env)).text.trim()
  expect(id).toMatch(/^rcn\w{17}$/)

  const file = `${near.dataFile}.remote-token`
  await writeFile(file, `${far.token}\n`)
  const second = await run([...made, '--name', 'B', '--token-file', file, '--budget', '20', '--json'])
  expect(JSON.parse(second.text)).toMatchObject({ name: 'B', budgetPercent: 20, mayWrite: false, needsSecret: false })
  expect(await runWith(far.token, [...made, '--name', 'C', '--token-file', '-', '--may-write'])).toBe(0)
  const follows = await run([...made, '--name', 'G', '--follow-log', '--json'], env)
  expect(JSON.parse(follows.text)).toMatchObject({ followLog: true, following: { added: 0, problem: null } })
  const left = ['--name', 'H', '--follow-log', '--people', 'pseudonyms']
  expect(await run([...made, ...left], env)).toMatchObject({
    code: 1,
    text: expect.stringContaining('--follow-log is for connections that take all people'),
  })
  const greedy = [...made, '--name', 'I', '--token-file', file, '--budget', '500']
  expect(await run(greedy)).toMatchObject({
    code: 2,
    text: expect.stringMatching(/^--budget must be at most 100\.\nSee `gatehouse remote --help`\.\n$/),
  })
  const search = 'profile.department eq "Sales"'
  const some = await run([...made, '--name', 'E', '--people', `search=${search}`, '--json'], env)
  expect(JSON.parse(some.text)).toMatchObject({ people: { mode: 'SEARCH', search } })
  expect(some.text).not.toMatch(/salt/i)
  expect(await run([...made, '--name', 'F', '--people', 'some'], env)).toMatchObject({ code: 2 })
  expect(await run([...made, '--name', 'F', '--people', 'search=department'], env)).toMatchObject({
    ...{ code: 1, text: expect.stringMatching(/^--people .{10,}\.\n$/) },
  })
  const app = await run([
    ...made,
    '--name',
    'D',
    '--people',
    'pseudonyms',
    '--client-id',
    '0oa1',
    '--scopes',
    'svc.groups.read',
  ])
  expect(JSON.parse(app.text.split('\n')[1] ?? '')).toMatchObject({ kty: 'EC', use: 'sig' })

  const listed = (await run(['list', ...data])).text
  expect(listed).toContain(`${id}\t${far.url}\treads\tA\n`)
  expect(listed).toContain('\tmay write\tC\n')
  expect(listed).toContain('\treads\tG\tfollows its log, 0 events\n')
  const all = JSON.parse((await run(['list', ...data, '--json'])).text) as { name: string; people: { mode: string } }[]
  expect(all.map(({ name, people }) => `${name} ${people.mode}`).sort()).toEqual([
    ...['A ALL', 'B ALL', 'C ALL', 'D PSEUDONYMS', 'E SEARCH', 'G ALL'],
  ])
  expect(listed + second.text).not.toContain(far.token)

  const tested = await run(['test', ...data, '--remote', 'A'])
  expect(tested).toMatchObject({ code: 0, text: expect.stringMatching(/^It works\.\nEngine: identity\n/) })
  expect(JSON.parse((await run(['test', ...data, '--remote', id, '--json'])).text)).toMatchObject({ problem: null })
  expect(await run(['remove', ...data, '--remote', id])).toMatchObject({ code: 0 })
  expect(await run(['test', ...data, '--remote', id])).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no connection “'),
  })
})

it.each([
  [0, 'the same as here'],
  [-400, 'the same as here'],
  [1_000, 'ahead by 1 second'],
  [-90_000, 'behind by 90 seconds'],
])('a clock of a remote that differs by %i milliseconds is told as %s', (ms, words) => {
  expect(clockLine(ms)).toBe(`Its clock is ${words}`)
})
