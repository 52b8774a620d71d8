import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
let built: Promise<string> | null = null

/**
 * The command line as it is handed out, built once in this worker: a start of the sources takes two seconds, which some hundred starts
 * are not worth. It is in `node_modules` for what stays outside the bundle, in a folder that goes with the worker. @returns its path
 */
export function builtCli(): Promise<string> {
  built ??= buildCli()
  return built
}

async function buildCli(): Promise<string> {
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'gatehouse-cli-'))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    root: ROOT,
    configFile: join(ROOT, 'vite.server.config.ts'),
    logLevel: 'warn',
    build: { outDir },
  })
  return join(outDir, 'cli.js')
}
