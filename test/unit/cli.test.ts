import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogVerification } from '#contract/log/log-proof.ts'
import { VERSION } from '#server/index.ts'
import { builtCli } from '../helpers/built-cli.ts'
import { companionsOf, hashOf, withDatabase } from '../helpers/files.ts'
import { gatehouse, theProgram, type Ended } from '../helpers/gatehouse.ts'
import { aFolder, startServer, TestClock, type TestServer } from '../helpers/server.ts'

let cli: string

let data: string
const started: ChildProcessWithoutNullStreams[] = []
beforeAll(async () => {
  cli = await builtCli()
})
beforeEach(async () => {
  data = join(await aFolder(), 'org.sqlite')
})
afterEach(async () => {
  for (const child of started.splice(0))
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
})

interface Run {
  child: ChildProcessWithoutNullStreams
  out: () => string
  err: () => string
  ended: Promise<number | null>
}

function run(args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, GATEHOUSE_TOKEN: '', NODE_OPTIONS: '', ...env },
  })
  started.push(child)
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, out: () => text.out, err: () => text.err, ended }
}

/** Starts the service and waits until it says that it is ready. */
async function serve(args: string[] = [], env: Record<string, string> = {}) {
  const service = run(['--data', data, '--port', '0', '--json', ...args], env)
  await Promise.race([once(service.child.stdout, 'data'), service.ended])
  if (!service.out()) throw new Error(`it did not start: ${service.err()}`)
  const facts = JSON.parse(service.out()) as { url: string; tokenFile: string | null }
  return { ...service, ...facts }
}

const ask = (url: string, token: string) =>
  fetch(`${url}/gatehouse/v1/workspace`, { headers: { Authorization: `SSWS ${token}` } })

async function stop(service: Run): Promise<void> {
  service.child.kill('SIGTERM')
  expect(await service.ended).toBe(0)
}

/** What lies beside the workspace; backups aside, the first of which may not have begun. */
const left = async () => (await companionsOf(data)).filter((name) => name !== 'org.sqlite.backups')

describe('the headless service', () => {
  it('with --json prints one line, and writes the first token for its owner only', async () => {
    const service = await serve()
    expect(service.out()).toMatch(/^\{[^\n]*\}\n$/)
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(service.tokenFile).toBe(`${data}.token`)
    const token = (await readFile(`${data}.token`, 'utf8')).trim()
    expect(token).toMatch(/^00[0-9A-Za-z]{40}$/)
    if (process.platform !== 'win32') expect((await stat(`${data}.token`)).mode & 0o777).toBe(0o600)
    expect((await ask(service.url, token)).status).toBe(200)
    await stop(service)
    expect(service.out().split('\n')).toHaveLength(2)
    expect(service.err()).toBe('')
    expect(await companionsOf(data)).toEqual(['org.sqlite.key', 'org.sqlite.sealed', 'org.sqlite.token'])
  })

  it('without --json says where it is and where the token lies, never the token itself', async () => {
    const service = run(['--data', data, '--port', '0'])
    await once(service.child.stdout, 'data')
    expect(service.out()).toContain(VERSION)
    expect(service.out()).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
    await stop(service)
    expect(service.out()).toContain(`${data}.token`)
    expect(service.out()).not.toContain((await readFile(`${data}.token`, 'utf8')).trim())
  })

  it('takes a token from the command line or the environment, and then writes none', async () => {
    const token = 'a-token-of-my-own-choice'
    const first = await serve(['--token', token])
    expect(first.tokenFile).toBeNull()
    expect((await ask(first.url, token)).status).toBe(200)
    await stop(first)
    const second = await serve([], { GATEHOUSE_TOKEN: `${token}-2` })
    expect((await ask(second.url, `${token}-2`)).status).toBe(200)
    expect((await ask(second.url, token)).status).toBe(401)
    await stop(second)
    expect(await left()).toEqual(['org.sqlite.key', 'org.sqlite.sealed'])
  })

  it('is what the word serve names, too', async () => {
    const service = run(['serve', '--data', data, '--port', '0', '--json'])
    await once(service.child.stdout, 'data')
    expect(JSON.parse(service.out())).toMatchObject({ tokenFile: `${data}.token` })
    await stop(service)
  })

  it('keeps the engine of a workspace that exists', async () => {
    await stop(await serve(['--engine', 'classic']))
    const again = await startServer({ dataFile: data, engine: 'identity' })
    expect((await again.client.call('getWorkspace')).body).toMatchObject({ engine: 'classic' })
    await again.stop()
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('on %s finishes what it is doing, and ends with 0', async (signal) => {
    const token = 'x'.repeat(40)
    const service = await serve(['--token', token])
    const headers = { Authorization: `SSWS ${token}`, 'Content-Type': 'application/json' }
    const writes = Array.from({ length: 20 }, (_, index) =>
      fetch(`${service.url}/api/v1/groups`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ profile: { name: `Last ${index}` } }),
      }),
    )
    await writes[0]
    service.child.kill(signal)
    const replies = await Promise.allSettled(writes)
    expect(await service.ended).toBe(0)
    const done = replies.filter((reply) => reply.status === 'fulfilled' && reply.value.status === 200).length
    expect(done).toBeGreaterThan(0)
    expect(await left()).toEqual(['org.sqlite.key', 'org.sqlite.sealed'])
    const again = await startServer({ dataFile: data, token, clock: new TestClock(Date.now()) })
    expect((await again.client.call('listGroups', { query: { q: 'Last' } })).body).toHaveLength(done)
    await again.stop()
  })
})

describe('the headless service behind npm', () => {
  it.skipIf(process.platform === 'win32')(
    'ends, drained, when the shell that npm started it with is gone',
    async () => {
      const line = `"${process.execPath}" "${cli}" --data "${data}" --port 0 --json; true`
      const env = { ...process.env, GATEHOUSE_TOKEN: '', NODE_OPTIONS: '', npm_lifecycle_event: 'serve' }
      const shell = spawn('sh', ['-c', line], { env })
      started.push(shell)
      await once(shell.stdout, 'data')
      expect(await companionsOf(data)).toContain('org.sqlite.lock')
      shell.kill('SIGTERM')
      await expect
        .poll(() => companionsOf(data), { timeout: 10_000 })
        .toEqual(['org.sqlite.key', 'org.sqlite.sealed', 'org.sqlite.token'])
    },
  )
})

describe('a command line that cannot be followed', () => {
  const BAD = {
    'the service': {
      'no file': [],
      'an unknown option': ['--data', 'x', '--colour', 'blue'],
      'a port that is none': ['--data', 'x', '--port', '70000'],
      'a port in words': ['--data', 'x', '--port', 'http'],
      'an unknown engine': ['--data', 'x', '--engine', 'steam'],
      'an argument too many': ['serve', '--data', 'x', 'more'],
    },
    'other commands': {
      'an unknown command': ['sing'],
      'no word after audit': ['audit'],
      'an unknown word after audit': ['audit', 'toString', 'x'],
      'nothing to verify': ['audit', 'verify'],
      'two files to verify': ['audit', 'verify', 'x', 'y'],
      'a key that is none': ['audit', 'verify', 'x', '--key', 'abc'],
    },
  }

  it.each(Object.entries(BAD))('says why in a sentence, and where its help is, and ends with 2: %s', async (_, bad) => {
    const [first = []] = Object.values(bad)
    const calls = Object.entries(bad).map(([what, args]) => [what, () => gatehouse(...args)] as const)
    for (const [what, call] of [['the program itself', () => theProgram(...first)] as const, ...calls]) {
      const { status, out, err } = await call()
      expect(status, what).toBe(2)
      expect(out, what).toBe('')
      expect(err, what).toMatch(/^[^\n]+\.\nSee `gatehouse (?:\w+ )?--help`\.\n$/)
    }
  })

  it.each([
    [['--colour'], 'There is no option --colour.', 'serve --help'],
    [['--data'], '--data needs a value.', 'serve --help'],
    [
      ['--token', '--sample'],
      '--token needs a value; one that begins with a dash is typed behind --token=.',
      'serve --help',
    ],
    [['--sample=yes'], '--sample takes no value.', 'serve --help'],
    [['audit', 'verify', 'x', '--colour=blue'], 'There is no option --colour.', 'audit --help'],
    [['sync', 'pull', '--prefer'], '--prefer needs a value.', 'sync --help'],
    [['toString'], 'toString is no command.', '--help'],
  ])('%j says what is wrong, and where its help is', async (args, message, help) => {
    expect((await gatehouse(...args)).err).toBe(`${message}\nSee \`gatehouse ${help}\`.\n`)
  })

  it('--help and --version answer and end with 0', async () => {
    const help = await gatehouse('--help')
    expect([help.status, help.err]).toEqual([0, ''])
    for (const word of ['--data FILE', 'audit verify FILE', '--key KEY']) expect(help.out).toContain(word)
    expect(await theProgram('--version')).toEqual({ status: 0, out: `${VERSION}\n`, err: '' })
  })
})

describe('audit verify', () => {
  /** A workspace with some events, served in this process. */
  async function aService(): Promise<TestServer> {
    const server = await startServer()
    data = server.dataFile
    for (const name of ['One', 'Two', 'Three']) await server.make.aGroup(name)
    return server
  }
  const aWorkspace = async () => (await aService()).stop()

  const verify = (...args: string[]) => gatehouse('audit', 'verify', data, ...args)
  const jsonOf = ({ out }: Ended) => JSON.parse(out) as LogVerification
  const json = async (...args: string[]) => jsonOf(await verify('--json', ...args))

  it('proves a log, says what sealed it, and leaves nothing beside the file', async () => {
    await aWorkspace()
    const before = [await hashOf(data), await companionsOf(data)]
    const { status, out, err } = await theProgram('audit', 'verify', data)
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(/^SOUND: \d+ events .*\nSealed up to event \d+ at .* by the key [0-9a-f]{64}\n/)
    expect([await hashOf(data), await companionsOf(data)]).toEqual(before)
  })

  it('names the first broken event, as text and as JSON, and ends with 1', async () => {
    await aWorkspace()
    const sql = `UPDATE log_events SET payload = replace(payload, 'Two', 'Six') WHERE payload LIKE '%"Two"%'`
    expect(await withDatabase(data, (file) => file.run(sql))).toBe(1)
    const event = await withDatabase(data, (file) =>
      file.first<{ sequence: number; uuid: string }>(`SELECT * FROM log_events WHERE payload LIKE '%"Six"%'`),
    )
    const { status, out } = await verify()
    expect(status).toBe(1)
    expect(out).toContain(`BROKEN at event ${event?.sequence} (CHANGED)`)
    expect(out).toContain(event?.uuid)
    expect(out).toContain('group.lifecycle.create')
    expect(await json()).toMatchObject({ state: 'BROKEN', violation: { kind: 'CHANGED', uuid: event?.uuid } })
  })

  it('with a key, takes no other key’s word', async () => {
    await aWorkspace()
    const { sealed } = await json()
    expect((await verify('--key', sealed?.fingerprint as string)).status).toBe(0)
    const pem = join(data, '..', 'key.pem')
    const keys = await withDatabase(data, (file) =>
      file.first<{ value: string }>(`SELECT value FROM settings WHERE key = 'logSigningKeys'`),
    )
    const [{ publicKey }] = JSON.parse(keys?.value as string) as [{ publicKey: string }]
    await writeFile(pem, publicKey)
    expect((await verify('--key', pem)).status).toBe(0)
    const { status, out } = await verify('--key', '0'.repeat(64))
    expect([status, out]).toEqual([1, expect.stringContaining('SEAL')])
  })

  it('works on a workspace that is in use, and does not disturb it', async () => {
    const { client, stop } = await aService()
    expect(jsonOf(await theProgram('audit', 'verify', data, '--json'))).toMatchObject({ state: 'SOUND' })
    expect((await client.call('createGroup', { body: { profile: { name: 'Four' } } })).status).toBe(200)
    await stop()
  })

  it('of what is no workspace: one sentence, and 2', async () => {
    await writeFile(data, 'not a database at all'.repeat(100))
    expect(await verify()).toEqual({ status: 2, out: '', err: expect.stringMatching(/^[^\n]+\.\n$/) })
    await rm(data)
    expect(await verify()).toEqual({ status: 2, out: '', err: expect.stringMatching(/^[^\n]+\.\n$/) })
  })
})

describe('a start that fails', () => {
  it('a missing folder, a folder for a file, a token that is too simple: one sentence, and 1', async () => {
    const bad = {
      'a missing folder': () => gatehouse('--data', join(data, '..', 'nowhere', 'org.sqlite'), '--port', '0'),
      'a folder for a file': () => gatehouse('--data', join(data, '..'), '--port', '0'),
      'a token that is too simple': () => theProgram('--data', data, '--token', 'abc', '--port', '0'),
    }
    for (const [what, start] of Object.entries(bad))
      expect(await start(), what).toEqual({ status: 1, out: '', err: expect.stringMatching(/^[^\n]+\.\n$/) })
  })

  it('a port that is taken: one sentence, and 1', async () => {
    const { port } = await startServer()
    const second = await gatehouse('--data', data, '--port', String(port))
    expect(second).toMatchObject({
      status: 1,
      err: expect.stringMatching(new RegExp(`^[^\\n]*${port}[^\\n]*\\.\\n$`)),
    })
  })

  it('a workspace that is in use: one sentence, and 1', async () => {
    const { dataFile } = await startServer()
    expect(await theProgram('--data', dataFile, '--port', '0')).toMatchObject({
      status: 1,
      err: expect.stringMatching(new RegExp(`^[^\\n]*${process.pid}[^\\n]*\\.\\n$`)),
    })
  })
})
