import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { packService } from '../../scripts/packaging/service-package.ts'
import { runTool } from './run-tool.ts'

const dockerfile = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8').split('\n')
/** The image that is handed out: the last stage. */
const stage = dockerfile.slice(dockerfile.findLastIndex((line) => line.startsWith('FROM ')))

/** The words of an instruction that is written as a list, such as `CMD ["serve"]`. */
function listOf(instruction: string): string[] {
  const line = stage.find((each) => each.startsWith(`${instruction} `)) ?? ''
  return JSON.parse(line.slice(line.indexOf('['))) as string[]
}

/** Somebody who may write nothing but the data; only root can start a program as another. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Not the usual one: other services on the machine may take that at any moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test.describe.serial('the container', () => {
  // A build server must not take this for tried.
  test.skip(process.platform === 'win32' && process.env['CI'] !== 'true', 'Its steps are a script for a POSIX shell.')
  let folder = ''
  let root = ''
  let port = ''
  let service: ChildProcess | null = null

  /** A command of the Dockerfile, for what was laid out here instead of at the root of an image. */
  const here = (words: string[]): [string, string[]] => {
    const [command = '', ...args] = words.map((word) =>
      word.startsWith('/') ? join(root, word) : word === '7480' ? port : word,
    )
    return [command === 'node' ? process.execPath : command, args]
  }
  const health = () =>
    new Promise<number>((resolve) => {
      const child = execFile(...here(listOf('HEALTHCHECK')))
      child.once('exit', (code) => resolve(code ?? -1))
    })

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-container-'))
    await chmod(folder, 0o755)
    root = join(folder, 'stage')
    port = String(await freePort())
  })
  test.afterAll(async () => {
    service?.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  test('is laid out by the script that the Dockerfile runs', async () => {
    expect(dockerfile).toContain('COPY scripts/container/ /build/')
    expect(dockerfile.filter((line) => line.startsWith('RUN '))).toEqual([
      'RUN sh /build/install.sh /build/gatehouse.tgz /stage',
    ])
    await runTool('sh', ['scripts/container/install.sh', await packService(folder), root])
    expect(await readdir(root)).toEqual(['data', 'opt'])
    expect((await stat(join(root, 'data'))).mode & 0o777).toBe(0o700)
  })

  test('holds the driver for one system, and nothing that only compiles it', async () => {
    const modules = join(root, 'opt/gatehouse/node_modules')
    expect(await readdir(join(modules, 'sqlite3/prebuilds'))).toEqual([`${process.platform}-${process.arch}`])
    expect(['sqlite3/deps', 'node-gyp', 'electron', 'koa'].filter((name) => existsSync(join(modules, name)))).toEqual(
      [],
    )
  })

  test('is used by somebody who is not root and cannot write the program', async () => {
    expect(stage).toContain('USER node')
    expect(stage.findIndex((line) => line.startsWith('RUN '))).toBe(-1)
    expect(await runTool('find', [join(root, 'opt'), '-perm', '/022', '!', '-type', 'l'])).toBe('')
  })

  test('serves a workspace in its data folder, and its health check sees it', async () => {
    if (NOBODY.uid !== undefined) await chown(join(root, 'data'), NOBODY.uid, NOBODY.gid)
    expect(await health(), 'before it runs').toBe(1)
    const [command, args] = here([...listOf('ENTRYPOINT'), ...listOf('CMD'), '--json'])
    const env = { PATH: dirname(process.execPath), NODE_ENV: 'production' }
    service = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'], ...NOBODY })
    await once(service.stdout as NodeJS.ReadableStream, 'data')
    // As a container's engine does it: again after a miss, on a machine that is busy.
    await expect.poll(health, { message: 'while it runs', timeout: 30_000 }).toBe(0)
    expect(await readdir(join(root, 'data'))).toContain('organization.gatehouse')
  })

  test('ends on the signal that stops a container, with status 0', async () => {
    if (!service) throw new Error('nothing runs')
    const ended = once(service, 'exit') as Promise<[number]>
    service.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(await health()).toBe(1)
    expect(await readdir(join(root, 'data'))).not.toContain('organization.gatehouse-wal')
  })
})
