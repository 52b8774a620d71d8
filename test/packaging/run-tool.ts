import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Runs a program of the system to its end. @returns what it printed @throws Error with what it said, when it fails */
export async function runTool(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const { stdout } = await execute(command, [...args], { maxBuffer: 64 * 1024 * 1024, ...options })
  return stdout
}
