import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
let built: Promise<string> | null = null

/**
 * The command line as it is handed out, built once in this worker: a start of the sources takes two seconds, which some hundred starts
 * are not worth. @returns its path
 */
export function builtCli(): Promise<string> {
  built ??= buildCli()
  return built
}

async function buildCli(): Promise<string> {
  const { GATEHOUSE_BUILD_FOLDER: folder = '', VITEST_POOL_ID: worker = '' } = process.env
  const outDir = join(folder, worker)
  await build({ root: ROOT, configFile: join(ROOT, 'vite.server.config.ts'), logLevel: 'warn', build: { outDir } })
  return join(outDir, 'cli.js')
}
