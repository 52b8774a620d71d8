import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import autocannon from 'autocannon'

const ROOT = join(import.meta.dirname, '../..')

/** A program that a bench started and that listens. */
export interface Started {
  child: ChildProcess
  url: string
  /** From its start to the line that says where it listens. */
  startMs: number
}

/**
 * Starts a program that prints one line of JSON with its `url` when it is ready.
 * @param preload a module that Node loads before the program; it can talk to us by messages
 */
export function start(file: string, args: string[], input?: string, preload?: string): Promise<Started> {
  const began = performance.now()
  const child = spawn(process.execPath, [...(preload ? ['--import', preload] : []), file, ...args], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit', ...(preload ? (['ipc'] as const) : [])],
  })
  child.stdin?.end(input ?? '')
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)))
    child.stdout?.once('data', (line: Buffer) => {
      const { url } = JSON.parse(line.toString()) as { url: string }
      resolve({ child, url, startMs: performance.now() - began })
    })
  })
}

export async function stop({ child }: Started): Promise<void> {
  child.removeAllListeners('exit')
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

/** What a program takes of memory, resident, in MiB. */
export const memoryOf = ({ child: { pid } }: Started): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1_024

/** What authenticates requests to a service on a workspace. */
export const headersOf = (dataFile: string) => ({
  authorization: `SSWS ${readFileSync(`${dataFile}.token`, 'utf8').trim()}`,
})

const SECONDS = 3
const CONNECTIONS = 10

/**
 * How many requests a program answers in a second.
 * @param connections clients that ask at once, each as soon as it has its answer
 * @throws Error when any is refused
 */
export async function requestsPerSecond(
  url: string,
  headers: Record<string, string>,
  connections = CONNECTIONS,
): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}
