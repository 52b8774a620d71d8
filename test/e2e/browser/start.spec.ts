import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const root = join(import.meta.dirname, '../../..')

test.skip(process.platform !== 'linux', 'only on Linux can a session be without a display')

test('npm start without a display says why in one line, and serves the same program headless', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-start-'))
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), `--profile-dir=${folder}`], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  try {
    await expect.poll(() => said).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
    expect(said.split('\n').filter((line) => line.includes('headless'))).toEqual([
      'No window, because this machine has no display; serving headless instead.',
    ])
    await page.goto(/http:\/\/127\.0\.0\.1:\d+\S*/.exec(said)?.[0] ?? '')
    await expect(page).toHaveTitle(/Gatehouse/)
  } finally {
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number | null]
    expect(code).toBe(0)
    await rm(folder, { recursive: true, force: true })
  }
})
