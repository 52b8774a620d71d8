import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/packaging/root.ts'
import { EXTERNAL_PACKAGES } from '../../../vite.server.config.ts'
import { builtCli } from '../../helpers/built-cli.ts'

/** What only the library of the authorization servers says. */
const OF_OAUTH = 'oidc-provider NOTICE'

/** 8.3 MB as of 0.2.0, 10.1 MB with the client of instances elsewhere and YAML, 11.5 MB with the protocol of assistants: a library that comes in unnoticed is noticed here. */
const MOST_BYTES = 12_000_000

let cli = ''
let data = ''
const running = new Set<ChildProcess>()

beforeAll(async () => {
  cli = await builtCli()
  data = mkdtempSync(join(tmpdir(), 'gatehouse-bundle-'))
})

afterAll(() => {
  for (const service of running) service.kill('SIGKILL')
  rmSync(data, { recursive: true, force: true, maxRetries: 5 })
})

describe('the bundle of the service', () => {
  const ofOauth = (files: readonly string[]) => files.filter((file) => readFileSync(file, 'utf8').includes(OF_OAUTH))

  it('loads, until it has something to do, neither what migrates nor what serves authorization servers', async () => {
    await stop(await serve())
    const service = await serve()
    service.send('loaded?')
    const [loaded] = (await once(service, 'message')) as [Loaded]
    await stop(service)
    expect(loaded.packages.filter((name) => EXTERNAL_PACKAGES.includes(name))).toEqual(['pino', 'sequelize', 'sqlite3'])
    expect(ofOauth(loaded.files.filter((file) => file.startsWith(`${dirname(cli)}/`)))).toEqual([])
    expect(ofOauth(written())).not.toEqual([])
  })

  it('is no larger than what the service needs of its own libraries', () => {
    const bytes = written().reduce((sum, file) => sum + statSync(file).size, 0)
    expect(bytes).toBeGreaterThan(1_000_000)
    expect(bytes).toBeLessThan(MOST_BYTES)
  })
})

const written = () =>
  readdirSync(dirname(cli), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(dirname(cli), name))

/** What a program has loaded. */
interface Loaded {
  packages: string[]
  files: string[]
}

/** Started on a file, which the first start makes. */
async function serve(): Promise<ChildProcess> {
  const preload = join(ROOT, 'test/helpers/list-loaded.mjs')
  const args = ['--import', preload, cli, '--data', join(data, 'idle.sqlite'), '--port', '0', '--json']
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
