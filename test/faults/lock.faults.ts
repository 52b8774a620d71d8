import { execFileSync } from 'node:child_process'
import { copyFile, link, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aFolder } from '../helpers/server.ts'
import { endProcess, startProcess, tryProcess } from './service.ts'

it('a service that runs is found by every path; one that was killed holds nothing', { timeout: 120_000 }, async () => {
  const folder = await aFolder()
  const dataFile = join(folder, 'org.sqlite')
  const first = await startProcess(dataFile)
  await mkdir(join(folder, 'elsewhere'))
  const [symbolic, hard] = [join(folder, 'elsewhere', 'symbolic'), join(folder, 'elsewhere', 'hard')]
  await symlink(dataFile, symbolic)
  for (const path of [dataFile, symbolic]) {
    const said = await tryProcess(path)
    expect(said).toContain(`process ${first.child.pid}`)
    expect(said).toContain('close it there first')
  }
  await link(dataFile, hard)
  for (const path of [dataFile, symbolic, hard]) expect(await tryProcess(path)).toContain('hard links')
  await rm(hard)
  await endProcess(first, 'SIGKILL')
  expect(await readdir(folder)).toContain('org.sqlite.lock')

  const second = await startProcess(symbolic)
  await endProcess(second, 'SIGTERM')
  expect(await readdir(folder)).not.toContain('org.sqlite.lock')
})

it('the lock of an earlier version holds while its process runs, and not longer', { timeout: 120_000 }, async () => {
  const dataFile = join(await aFolder(), 'org.sqlite')
  await endProcess(await startProcess(dataFile), 'SIGTERM')
  await writeFile(`${dataFile}.lock`, String(process.pid))
  expect(await tryProcess(dataFile)).toContain(`process ${process.pid}`)
  await writeFile(`${dataFile}.lock`, String(Number(execFileSync('sh', ['-c', 'echo $$']))))
  await endProcess(await startProcess(dataFile), 'SIGTERM')
})

const canUnshare = (() => {
  try {
    execFileSync('unshare', ['--user', '--map-root-user', '--pid', '--fork', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

it.skipIf(!canUnshare)('a service in another process namespace is found', { timeout: 120_000 }, async () => {
  const dataFile = join(await aFolder(), 'org.sqlite')
  const first = await startProcess(dataFile)
  const said = await tryProcess(dataFile, ['unshare', '--user', '--map-root-user', '--pid', '--fork'])
  expect(said).toContain('is open in another Gatehouse')
  await endProcess(first, 'SIGKILL')
})

it(
  'a copy of an earlier run in place of a crashed file names the log that was left',
  { timeout: 120_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    await endProcess(await startProcess(dataFile), 'SIGTERM')
    await copyFile(dataFile, `${dataFile}.earlier`)
    const service = await startProcess(dataFile)
    const body = { profile: { name: 'Newer than the copy' } }
    await service.client.call('createGroup', { body })
    await endProcess(service, 'SIGKILL')
    await copyFile(dataFile, `${dataFile}.crashed`)
    await copyFile(`${dataFile}.earlier`, dataFile)
    for (const attempt of [1, 2])
      expect(await tryProcess(dataFile), `attempt ${attempt}`).toContain(`move ${dataFile}-wal`)
    await copyFile(`${dataFile}.crashed`, dataFile)
    const again = await startProcess(dataFile)
    const { body: found } = await again.client.call('listGroups', { query: { q: 'Newer' } })
    expect(found).toHaveLength(1)
    await endProcess(again, 'SIGTERM')
  },
)
