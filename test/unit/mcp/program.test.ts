import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { startAssistant, wordsFor } from '../../helpers/assistant.ts'
import { builtCli } from '../../helpers/built-cli.ts'
import { gatehouse, theProgram } from '../../helpers/gatehouse.ts'
import { aFolder, startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
let words: string[]
beforeAll(async () => {
  server = await startServer()
  words = await wordsFor(server)
})

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const line = (message: object) => `${JSON.stringify(message)}\n`

/** The program as a process, after its first answer. */
async function running(...args: string[]) {
  const env = { ...process.env, GATEHOUSE_TOKEN: '', NODE_OPTIONS: '' }
  const child = spawn(process.execPath, [await builtCli(), 'mcp', ...args], { env })
  const text = { out: '', err: '' }
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()))
  const ended = once(child, 'close').then(([status]) => status as number | null)
  child.stdin.write(line(INITIALIZE))
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()))
  await Promise.race([once(child.stdout, 'data'), ended])
  return { child, ended, text }
}

const messagesOf = (out: string) =>
  out
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => JSON.parse(one) as { jsonrpc: string; id?: number; result?: object })

it('ends with 0 where its input ends, and has written nothing but the protocol', async () => {
  const { child, ended, text } = await running(...words)
  child.stdin.end()
  expect(await ended).toBe(0)
  expect(messagesOf(text.out)).toMatchObject([{ jsonrpc: '2.0', id: 1, result: { serverInfo: { name: 'gatehouse' } } }])
  expect(text.err).toBe('')
})

it('ends with 0 where it is asked to end', async () => {
  const { child, ended } = await running(...words)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

it('ends where a message is too long, and says so', async () => {
  const { child, ended, text } = await running(...words)
  child.stdin.on('error', () => {})
  child.stdin.write('x'.repeat(LIMITS.assistantMessageBytes + 1_000))
  expect(await ended).toBe(0)
  expect(text.err).toMatch(/buffer/i)
})

it('lines that are no message are passed over', async () => {
  const { child, ended, text } = await running(...words)
  child.stdin.write('nonsense\n{"jsonrpc":"2.0"}\n')
  child.stdin.write(line({ jsonrpc: '2.0', method: 'notifications/initialized' }))
  const answered = once(child.stdout, 'data')
  child.stdin.write(line({ jsonrpc: '2.0', id: 2, method: 'tools/list' }))
  await answered
  child.stdin.end()
  expect(await ended).toBe(0)
  expect(messagesOf(text.out).map(({ id }) => id)).toEqual([1, 2])
})

it.each(['legacy', 'auto'] as const)(
  'clients of the earlier and of the later protocol are served: %s',
  async (mode) => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
    const args = [await builtCli(), 'mcp', ...words]
    await client.connect(new StdioClientTransport({ command: process.execPath, args }))
    expect(client.getNegotiatedProtocolVersion()).toBe({ legacy: '2025-11-25', auto: '2026-07-28' }[mode])
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('findings')
    const { structuredContent } = await client.callTool({ name: 'findings', arguments: {} })
    expect(structuredContent).toMatchObject({ counts: { findings: expect.any(Number) as unknown } })
    await client.close()
  },
)

it('a token that is not good is said at the start', async () => {
  const file = join(await aFolder(), 'token')
  await writeFile(file, 'not-a-token-of-this-service')
  const ended = await theProgram('mcp', '--url', server.url, '--token-file', file)
  expect(ended).toMatchObject({ status: 1, out: '', err: 'The token is not valid\n' })
})

it('a service that does not answer is said at the start', async () => {
  const gone = await startServer()
  const there = await wordsFor(gone)
  await gone.stop()
  const ended = await theProgram('mcp', ...there)
  expect(ended).toMatchObject({ status: 1, out: '', err: `The service at ${gone.url} does not answer.\n` })
})

it('serves a file that is not in use, and leaves one alone that is', async () => {
  const closed = await startServer()
  expect(await theProgram('mcp', '--data', closed.dataFile)).toMatchObject({
    ...{ status: 1, out: '', err: expect.stringContaining('Give the address of its service: --url.') as unknown },
  })
  await closed.stop()
  const assistant = await startAssistant('--data', closed.dataFile)
  expect((await assistant.ask('describe_workspace')).counts).toMatchObject({ users: 1 })
  await assistant.client.close()
  const again = await startServer({ dataFile: closed.dataFile })
  expect((await again.client.call('getWorkspace')).body.counts.users).toBe(1)
})

const MISUSED: [words: string[], says: string][] = [
  [[], 'mcp takes either --url or --data.'],
  [['--url', 'http://127.0.0.1:1', '--data', 'x'], 'mcp takes either --url or --data.'],
  [['more', '--data', 'x'], 'more is one argument too many.'],
  [['--data', 'no-such-file.sqlite'], 'no-such-file.sqlite is not a file.'],
  [['--url', 'http://127.0.0.1:1'], '--url needs --token-file or GATEHOUSE_TOKEN.'],
  [['--url', 'http://127.0.0.1:1', '--token-file', 'no-such-file'], 'There is no file no-such-file.'],
  [['--publish', '--data', 'x'], 'There is no option --publish.'],
]

it.each(MISUSED)('%j cannot be followed', async (args, says) => {
  const { status, out, err } = await gatehouse('mcp', ...args)
  expect({ status, out }).toEqual({ status: 2, out: '' })
  expect(err).toBe(`${says}\nSee \`gatehouse mcp --help\`.\n`)
})

it.each(['http://example.com', 'ftp://127.0.0.1', 'http://127.0.0.1:1/api', 'https://a:b@example.com', 'x'])(
  'the address %s is none that a token is sent to',
  async (url) => {
    const [, , ...token] = words
    const { status, err } = await gatehouse('mcp', '--url', url, ...token)
    expect({ status, err }).toMatchObject({ status: 2, err: expect.stringContaining('--url takes https') as unknown })
  },
)
