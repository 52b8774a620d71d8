import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'vite'
import { verifierBuild } from '../../vite.server.config.ts'

/** Builds the standalone verifier into a folder of its own. @returns its path */
export async function buildVerifier(folder: string): Promise<string> {
  await build(verifierBuild(folder))
  return join(folder, 'verify-bundle.mjs')
}

export interface Verdict {
  status: number
  out: string
  err: string
}

/** Runs the verifier as the person does who was sent a bundle. */
export function runVerifier(verifier: string, ...args: string[]): Promise<Verdict> {
  return new Promise((resolve) => {
    execFile(process.execPath, [verifier, ...args], { env: {}, cwd: '/' }, (error, out, err) =>
      resolve({ status: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    )
  })
}
