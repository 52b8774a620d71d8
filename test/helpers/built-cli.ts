import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
let built: Promise<string> | null = null

/**
 * The command line as it is handed out, built once in this worker: a start of the sources takes two seconds, which some hundred starts
 * are not worth. It is in `node_modules` for what stays outside the bundle. @returns its path
 */
export function builtCli(): Promise<string> {
  const outDir = join(ROOT, `node_modules/.cache/gatehouse-cli-${process.env['VITEST_POOL_ID'] ?? '0'}`)
  const options = { root: ROOT, configFile: join(ROOT, 'vite.server.config.ts'), logLevel: 'warn' } as const
  built ??= build({ ...options, build: { outDir, emptyOutDir: true } }).then(() => join(outDir, 'cli.js'))
  return built
}
