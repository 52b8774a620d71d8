import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** The built headless service, as a program of its own, on a file of its own. */
export interface HeadlessService {
  url: string
  token: string
  dataFile: string
  /** Calls the interface, for what a test needs but does not show. @throws Error with the service's words */
  request<Body>(method: string, path: string, body?: unknown): Promise<Body>
  dispose(): Promise<void>
}

/** The variable of the environment that names the folder of the prepared workspace (test/setup/sample-workspace.ts). */
export const SAMPLE_FOLDER = 'GATEHOUSE_SAMPLE_FOLDER'
export const WORKSPACE_FILE = 'journey.sqlite'

interface HeadlessOptions {
  args?: string[]
  /** Of a new file. */
  name?: string
  /** Begins with a copy of the prepared workspace, which has the sample organization. */
  sample?: boolean
  /** Fills the workspace's file before it is opened. */
  prepare?: (dataFile: string) => Promise<void>
}

/** Starts `out/server/cli.js` on a free port and a new workspace. */
export async function startHeadless(options: HeadlessOptions = {}): Promise<HeadlessService> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-headless-'))
  const dataFile = join(folder, options.name ?? WORKSPACE_FILE)
  if (options.sample) await cp(process.env[SAMPLE_FOLDER] ?? '', folder, { recursive: true })
  const token = `journey-${crypto.randomUUID()}`
  const args = ['--data', dataFile, '--port', '0', '--token', token, '--json', ...(options.args ?? [])]
  await options.prepare?.(dataFile)
  const { url, end } = await launch(args)
  async function request<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const headers = { authorization: `SSWS ${token}`, 'content-type': 'application/json' }
    const reply = await fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${method} ${path}: ${String(reply.status)} ${await reply.text()}`)
    return (await reply.json()) as Body
  }
  const dispose = async () => {
    await end()
    await rm(folder, { recursive: true, force: true })
  }
  return { url, token, dataFile, request, dispose }
}

/** Starts the service on a file and ends it, for what it does at both: a new workspace is set up, and its log sealed. */
export async function serveOnce(dataFile: string, args: readonly string[] = []): Promise<void> {
  const { end } = await launch(['--data', dataFile, '--port', '0', '--json', ...args])
  await end()
}

async function launch(args: readonly string[]): Promise<{ url: string; end: () => Promise<void> }> {
  const child = spawn(process.execPath, [join(ROOT, 'out/server/cli.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk)),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${String(code)}`))),
  ])
  const { url } = JSON.parse(line) as { url: string }
  const end = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  return { url, end }
}
