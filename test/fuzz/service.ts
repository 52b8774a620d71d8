import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'

const CLI = join(import.meta.dirname, '../../src-server/cli.ts')
const PROBE = new URL('heap-probe.ts', import.meta.url).href

/** The headless service, as a program of its own with a workspace of its own. */
export interface FuzzedService {
  url: string
  token: string
  /** Bytes of memory that it has now; null where the system does not tell. */
  memory(): number | null
  /** Bytes that its heap holds once all garbage is gone, buffers outside of it included. */
  heap(): Promise<number>
  /** Begins to ask whether it answers; the result is the longest wait in milliseconds. */
  watch(): () => Promise<{ worst: number; asked: number }>
  dispose(): Promise<void>
}

/** @param cli the program; absent: from its sources @throws Error where it does not start */
export async function startService(cli = CLI): Promise<FuzzedService> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-fuzz-'))
  const token = `fuzz-${crypto.randomUUID()}`
  const args = ['--data', join(folder, 'org.sqlite'), '--port', '0', '--token', token, '--json']
  const child = spawn(process.execPath, ['--expose-gc', '--import', PROBE, cli, ...args], {
    // Its log tells of every 5xx, which the replies tell already. As npm's child it ends with its parent.
    env: { ...process.env, GATEHOUSE_LOG: process.env['GATEHOUSE_LOG'] ?? 'silent', npm_lifecycle_event: 'fuzz' },
    // Interrupting the run must not end the service before the report.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const line = await Promise.race([
    once(child.stdout as Readable, 'data').then(([chunk]) => String(chunk)),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${String(code)}`))),
  ])
  const { url } = JSON.parse(line) as { url: string }
  return {
    url,
    token,
    memory: () => memoryOf(child.pid as number),
    async heap() {
      const told = once(child, 'message')
      child.send('heap')
      const [bytes] = (await told) as [number]
      return bytes
    },
    watch: () => watch(`${url}/.well-known/svc-organization`),
    async dispose() {
      const ended = child.exitCode === null ? once(child, 'exit') : null
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function memoryOf(pid: number): number | null {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024
  } catch {
    return null
  }
}

function watch(address: string): () => Promise<{ worst: number; asked: number }> {
  const worker = new Worker(new URL('health-worker.ts', import.meta.url), { workerData: address })
  return async () => {
    const told = once(worker, 'message')
    worker.postMessage('end')
    const [result] = (await told) as [{ worst: number; asked: number }]
    await worker.terminate()
    return result
  }
}
