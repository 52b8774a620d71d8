import { writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { desktopDiagnostics } from '#main/lifecycle/diagnostics.ts'
import { aFolder } from '../../helpers/server.ts'

const versions = { version: '1', electron: '45', chrome: '150', node: '24' }
const TOKEN = 'a-token-that-was-given'

async function reportOf(log: string | null) {
  const logFile = join(await aFolder(), 'gatehouse.log')
  if (log !== null) await writeFile(logFile, log)
  return desktopDiagnostics({ versions, isPackaged: true, logFile, secrets: () => [TOKEN] })
}

it('the desktop’s part holds the end of its log, without secrets, people and the home folder', async () => {
  const { log } = await reportOf(
    [
      `[2026-11-23 01:00:00.000] [info]  Gatehouse 1 on Electron 45`,
      `[2026-11-23 01:00:01.000] [warn]  {"level":40,"hook":"Desk of Ada","err":{"type":"TypeError","message":"no ${TOKEN}"},"msg":"failed"}`,
      `[2026-11-23 01:00:02.000] [error] Error: ada@persons.example.org at ${homedir()}/work.gatehouse`,
      `    at start (file://${homedir()}/app/index.js:1:2)`,
      '',
    ].join('\n'),
  )
  expect(log).toEqual([
    '[2026-11-23 01:00:00.000] [info]  Gatehouse 1 on Electron 45',
    '[2026-11-23 01:00:01.000] [warn]  {"level":40,"err":{"type":"TypeError","message":"no [token]"},"msg":"failed"}',
    '[2026-11-23 01:00:02.000] [error] Error: [e-mail] at ~/work.gatehouse',
    '    at start (file://~/app/index.js:1:2)',
  ])
})

it('of a long log only the end is read, and no part of a line', async () => {
  const { log } = await reportOf(Array.from({ length: 40_000 }, (_, line) => `line number ${line}`).join('\n'))
  expect(log).toHaveLength(200)
  expect([log[0], log.at(-1)]).toEqual(['line number 39800', 'line number 39999'])
})

it('before anything was logged there is a report all the same', async () => {
  expect(await reportOf(null)).toMatchObject({ ...versions, log: [] })
})
