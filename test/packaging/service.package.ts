import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { PROGRAM } from '../../scripts/packaging/metadata.ts'
import { packService } from '../../scripts/packaging/service-package.ts'
import { runTool } from './run-tool.ts'

/** Only the project's own Node on the path: nothing of the checkout helps the installed service. */
const env = (home: string): NodeJS.ProcessEnv => ({
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  HOME: home,
})

test.describe.serial('the package of the headless service', () => {
  let folder = ''
  let file = ''
  let service: ChildProcess | null = null

  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-service-package-'))
  })
  test.afterAll(async () => {
    service?.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  test('holds the built service, its page and the licence, and nothing else', async () => {
    file = await packService(folder)
    const files = (await runTool('tar', ['-tzf', file])).trim().split('\n')
    const names = files.map((path) => path.replace(/^package\//, ''))
    const kinds = new Set(names.map((path) => path.replace(/^(out\/renderer|out\/server\/chunks)\/.*/, '$1')))
    expect([...kinds].sort()).toEqual([
      'LICENSE',
      'README.md',
      'out/renderer',
      'out/server/chunks',
      'out/server/cli.js',
      'out/server/verify-bundle.mjs',
      'out/server/worker.js',
      'package.json',
    ])
    expect(files.filter((path) => path.endsWith('.map'))).toEqual([])
  })

  test('installs into an empty folder, without Electron and what the page is built from', async () => {
    await mkdir(join(folder, 'project'))
    const args = ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', file]
    await runTool('npm', args, { cwd: join(folder, 'project') })
    const lock = await readFile(join(folder, 'project/package-lock.json'), 'utf8')
    const { packages } = JSON.parse(lock) as { packages: Record<string, unknown> }
    for (const name of ['sequelize', 'sqlite3']) expect(packages).toHaveProperty([`node_modules/${name}`])
    const foreign = ['electron', 'electron-log', 'electron-updater', 'vue', 'koa', 'pg', 'vite', 'typescript']
    expect(foreign.filter((name) => `node_modules/${name}` in packages)).toEqual([])
  })

  test('runs as `npx gatehouse` outside of the checkout', async () => {
    const options = { cwd: join(folder, 'project'), env: env(folder) }
    expect((await runTool('npx', ['--no-install', 'gatehouse', '--version'], options)).trim()).toBe(PROGRAM.version)
    const args = ['--no-install', 'gatehouse', 'serve', '--data', 'org.gatehouse', '--port', '0', '--sample', '--json']
    service = spawn('npx', args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(service.stdout as NodeJS.ReadableStream, 'data')) as [Buffer]
    const { url, tokenFile } = JSON.parse(line.toString()) as { url: string; tokenFile: string }
    const authorization = `SSWS ${(await readFile(tokenFile, 'utf8')).trim()}`
    const ask = (path: string) => fetch(url + path, { headers: { authorization } })

    const policies = (await (await ask('/api/v1/policies?type=SVC_SIGN_ON')).json()) as { name: string }[]
    expect(policies.map(({ name }) => name)).toContain('Contractors')
    expect(await (await ask('/')).text()).toContain('<div id="app">')
    // Each is read from a package or a file beside the bundle.
    for (const path of ['/docs', '/gatehouse/v1/logs/verifier', '/gatehouse/v1/findings', FACETS])
      expect((await ask(path)).status, path).toBe(200)
  })

  test('ends on a signal with its file closed', async () => {
    if (!service) throw new Error('nothing runs')
    const ended = once(service, 'exit')
    service.kill('SIGTERM')
    await ended
    service = null
    await expect.poll(() => runTool('ls', [join(folder, 'project')])).not.toContain('org.gatehouse-wal')
  })
})

/** Counted in a worker thread. */
const FACETS = '/gatehouse/v1/logs/facets?since=2020-01-01T00:00:00Z&until=2100-01-01T00:00:00Z'
