import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/packaging/root.ts'
import { EXTERNAL_PACKAGES } from '../../../vite.server.config.ts'

/** Beside the packages that the service loads from there. */
const CACHE = join(ROOT, 'node_modules/.cache')
/** What only the library of the authorization servers says. */
const OF_OAUTH = 'oidc-provider NOTICE'

let folder = ''
const running = new Set<ChildProcess>()

beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true })
  folder = mkdtempSync(join(CACHE, 'bundle-'))
  await build({
    root: ROOT,
    configFile: join(ROOT, 'vite.server.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder },
  })
}, 120_000)

afterAll(() => {
  for (const service of running) service.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

describe('the bundle of the service', () => {
  const ofOauth = (files: readonly string[]) => files.filter((file) => readFileSync(file, 'utf8').includes(OF_OAUTH))

  it('loads, until it has something to do, neither what migrates nor what serves authorization servers', async () => {
    const data = join(folder, 'idle.sqlite')
    await stop(await serve(data))
    const service = await serve(data)
    service.send('loaded?')
    const [loaded] = (await once(service, 'message')) as [Loaded]
    await stop(service)
    expect(loaded.packages.filter((name) => EXTERNAL_PACKAGES.includes(name))).toEqual(['pino', 'sequelize', 'sqlite3'])
    expect(ofOauth(loaded.files.filter((file) => file.startsWith(`${folder}/`)))).toEqual([])
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
    expect(ofOauth(written.map((name) => join(folder, name)))).not.toEqual([])
  }, 60_000)
})

/** What a program has loaded. */
interface Loaded {
  packages: string[]
  files: string[]
}

/** Started on a file, which the first start makes. */
async function serve(data: string): Promise<ChildProcess> {
  const preload = join(ROOT, 'test/helpers/list-loaded.mjs')
  const args = ['--import', preload, join(folder, 'cli.js'), '--data', data, '--port', '0', '--json']
  const service = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  running.add(service)
  await once(service.stdout as NodeJS.ReadableStream, 'data')
  return service
}

async function stop(service: ChildProcess): Promise<void> {
  service.kill()
  await once(service, 'exit')
  running.delete(service)
}
