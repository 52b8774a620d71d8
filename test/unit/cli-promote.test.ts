import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { newId } from '#db/ids.ts'
import { gatehouse } from '../helpers/gatehouse.ts'
import { aFolder, startServer, type TestServer } from '../helpers/server.ts'
import { connect } from '../helpers/sync/connections.ts'
import { setStage } from '../helpers/sync/closed-stage.ts'

const namesOf = async ({ client }: TestServer) =>
  (await client.call('listGroups')).body.map(({ profile }) => profile.name)

/** A closed workspace with two connections: Production may be written, Staging has a group of its own. */
async function promotingStage() {
  const stage = await setStage({ mayWrite: true })
  const staging = await startServer()
  await staging.make.aGroup('Payroll')
  await stage.here((server) => connect(server, staging, { name: 'Staging' }))
  return { ...stage, staging }
}

it('the command line plans, tries and applies what makes one remote be as another', async () => {
  const { remote, sync } = await promotingStage()
  const seen = await sync('plan', '--from', 'Staging')
  expect(seen).toMatchObject({ status: 2, err: '' })
  expect(seen.out.split('\n')).toEqual([
    ...['What makes Production be as Staging:', 'create group Payroll'],
    ...['Tried on a twin of Production: it would not be refused.', '1 to create at Production.', ''],
  ])
  expect(await sync('apply', '--from', 'Staging', '--dry-run')).toMatchObject({ status: 2, out: seen.out })
  expect(await namesOf(remote)).not.toContain('Payroll')
  const folder = await aFolder()
  const [out, markdown] = [join(folder, 'plan.json'), join(folder, 'plan.md')]
  await sync('plan', '--from', 'Staging', '--remove', '--out', out, '--markdown', markdown)
  const text = await readFile(markdown, 'utf8')
  expect(text).toContain('## Plan for `Production` as `Staging`: 1 to create, 2 to remove')
  expect(text).toContain('Tried on a twin of the remote: it would not be refused.')
  expect(await sync('apply', '--plan', out, '--from', 'Staging')).toMatchObject({
    ...{ status: 1, err: expect.stringContaining('--from') },
  })
  expect(await sync('apply', '--plan', out, '--yes-i-know', 'Production')).toMatchObject({ status: 0, err: '' })
  expect((await namesOf(remote)).toSorted()).not.toContain('Sales')
  expect(await namesOf(remote)).toContain('Payroll')
  expect(await sync('plan', '--from', 'Staging', '--remove')).toMatchObject({ status: 0 })
})

it('a line that mixes up what goes together is refused before anything is read', async () => {
  const { sync } = await promotingStage()
  const refused: [string[], string][] = [
    [['--remove'], '--remove goes with --from alone.'],
    [['--from', 'Staging', '--choose', 'group:Sales=remote'], '--choose takes whole kinds with --from'],
    [['--from', 'Unknown'], 'Unknown'],
    [['--from', 'Production'], 'Production and Production lead to the same address.'],
  ]
  for (const [line, reason] of refused)
    expect(await sync('plan', ...line)).toMatchObject({ status: 1, out: '', err: expect.stringContaining(reason) })
})

it('a folder is applied to a remote, people aside, after which nothing is left to do', async () => {
  const { remote, here } = await promotingStage()
  const { dataFile } = await here((server) => Promise.resolve({ dataFile: server.dataFile }))
  const folder = join(await aFolder(), 'org')
  const run = (...args: string[]) => gatehouse('folder', ...args, '--data', dataFile)
  await run('write', folder)
  await writeFile(join(folder, 'groups/payroll.yaml'), 'kind: group\nspec:\n  profile:\n    name: Payroll\n')
  const line = ['--remote', 'Production']
  expect(await run('plan', folder, ...line)).toMatchObject({
    ...{ status: 2, err: '', out: expect.stringContaining('What makes Production be as org:\ncreate group Payroll\n') },
  })
  expect((await run('plan', folder, ...line)).out).toContain('so that `folder apply` needs the name of the connection')
  expect(await namesOf(remote)).not.toContain('Payroll')
  expect(await run('apply', folder, ...line)).toMatchObject({ status: 1, err: expect.stringContaining('--yes-i-know') })
  const applied = await run('apply', folder, ...line, '--yes-i-know', 'Production')
  expect(applied).toMatchObject({ status: 0, err: '' })
  const names = await namesOf(remote)
  expect([names.includes('Payroll'), names.includes('Sales')]).toEqual([true, false])
  expect(await run('plan', folder, ...line)).toMatchObject({ status: 0 })
})

it('a dry run leaves no copy, and removes what one that was killed has left', async () => {
  const { sync, here } = await promotingStage()
  const { dataFile } = await here((server) => Promise.resolve({ dataFile: server.dataFile }))
  const folder = `${dataFile}.drafts`
  await mkdir(folder, { recursive: true })
  for (const end of ['', '-wal', '-shm']) await writeFile(join(folder, `${newId('draft')}.making${end}`), 'cut short')
  expect(await sync('plan', '--from', 'Staging')).toMatchObject({ status: 2, err: '' })
  expect(await readdir(folder)).toEqual([])
})

it('planning ends where the program is asked to end', async () => {
  const { here, sync } = await promotingStage()
  const silent = createServer(() => process.emit('SIGINT')).listen(0, '127.0.0.1')
  onTestFinished(() => silent.closeAllConnections())
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  await here((server) => connect(server, { url, token: 'x'.repeat(40) }, { name: 'Silent' }))
  expect(await sync('plan', '--from', 'Silent')).toMatchObject({
    ...{ status: 1, out: '', err: 'It was interrupted; nothing was changed.\n' },
  })
})
