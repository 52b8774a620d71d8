import { execFile } from 'node:child_process'
import { vi } from 'vitest'
import { main } from '#cli/main.ts'
import { builtCli } from './built-cli.ts'

/** How a command ended, and what it wrote to each of the two outputs. */
export interface Ended {
  /** Null where it would go on until it is stopped, or was ended by a signal. */
  status: number | null
  out: string
  err: string
}

type Output = typeof process.stdout | typeof process.stderr

/** Takes what is written to an output. */
function take(output: Output): { text: () => string; release: () => void } {
  const chunks: Buffer[] = []
  const write = (chunk: string | Uint8Array, written?: () => void) => {
    chunks.push(Buffer.from(chunk as string))
    written?.()
    return true
  }
  const spy = vi.spyOn(output, 'write').mockImplementation(write as Output['write'])
  return { text: () => Buffer.concat(chunks).toString(), release: () => spy.mockRestore() }
}

/**
 * Does what a command line says in this process, one command at a time. For what is not about the process: starting one takes a second.
 * @param argv the words after the name of the program
 */
export async function gatehouse(...argv: string[]): Promise<Ended> {
  const [out, err] = [take(process.stdout), take(process.stderr)]
  const heard = process.stdout.listeners('error')
  try {
    const status = await main(argv)
    return { status, out: out.text(), err: err.text() }
  } finally {
    for (const { release } of [out, err]) release()
    for (const listener of process.stdout.listeners('error'))
      if (!heard.includes(listener)) process.stdout.off('error', listener as () => void)
  }
}

/** Has the program itself do it, as it is handed out, and waits until it has ended: for what is about the process. */
export async function theProgram(...argv: string[]): Promise<Ended> {
  const line = [await builtCli(), ...argv]
  const env = { ...process.env, GATEHOUSE_TOKEN: '', NODE_OPTIONS: '' }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, line, { env, maxBuffer: 1e8 }, (_, out, err) =>
      resolve({ status: child.exitCode, out, err }),
    )
  })
}
