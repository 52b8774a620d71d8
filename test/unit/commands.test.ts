import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const suites = [...readFileSync(join(ROOT, 'test/bench/run.ts'), 'utf8').matchAll(/import\('\.\/([\w-]+\.ts)'\)/g)]

it(
  'what the commands `bench` and `test:fuzz` run can be loaded without the test runner',
  { timeout: 60_000 },
  async () => {
    const files = ['test/fuzz/fuzz.ts', 'test/fuzz/report.ts', ...suites.map(([, file]) => `test/bench/${file}`)]
    expect(suites.length).toBeGreaterThan(10)
    const program = files.map((file) => `await import(${JSON.stringify(join(ROOT, file))})`).join('\n')
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: ROOT })
    await expect(run).resolves.toMatchObject({ stderr: '' })
  },
)
