import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Where tests build the program (test/helpers/built-cli.ts): beside the packages that stay outside of a bundle, gone when the run ends. */
export function setup(): () => void {
  const cache = join(import.meta.dirname, '../../node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'gatehouse-tests-'))
  process.env['GATEHOUSE_BUILD_FOLDER'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
