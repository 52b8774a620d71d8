import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDriver } from '#db/driver.ts'
import { Connection } from '#db/connection.ts'
import { callFromPage } from '../../helpers/acts/call.ts'
import { act, openType, policyRow } from '../../helpers/acts/policies.ts'
import { goTo } from '../../helpers/acts/shell.ts'
import { expect, test } from '../../helpers/journey.ts'

test.use({ sample: true })

const OUT = join(import.meta.dirname, '../../../out/server')
const POLICY = 'Contractors'

/** What a program of the command line ended with. */
interface Ending {
  status: number
  output: string
}

/** Runs one of the built programs, as an auditor would. */
function run(program: 'cli.js' | 'verify-bundle.mjs', ...args: string[]): Promise<Ending> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(OUT, program), ...args], (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

/** Copies the workspace, which is in use, as it is at one moment, and rewrites its latest event about the policy. @returns its uuid */
async function tamperedCopy(dataFile: string, copy: string): Promise<string> {
  const driver = await loadDriver()
  const original = await Connection.open(driver, dataFile, driver.OPEN_READWRITE)
  await original.run('VACUUM INTO ?', [copy])
  await original.close()
  const file = await Connection.open(driver, copy, driver.OPEN_READWRITE)
  const sql = `SELECT uuid FROM log_events WHERE event_type = 'policy.lifecycle.deactivate' ORDER BY sequence DESC`
  const uuid = (await file.first<{ uuid: string }>(sql))?.uuid ?? ''
  await file.run(`UPDATE log_events SET payload = replace(payload, '${POLICY}', 'Nobody') WHERE uuid = ?`, [uuid])
  await file.close()
  return uuid
}

test('audit: a change is seen live and at a hook, exported and proved; a touched copy is found out', async ({
  journey: { page, dataFile, saved },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-audit-'))
  const [bundle, key, copy] = ['bundle.ndjson', 'key.pem', 'copy.sqlite'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]

  await test.step('a hook that sends to this machine hears of policies', async () => {
    await goTo(page, 'Hooks')
    await main.getByRole('button', { name: 'Try one out on this machine' }).click()
    await main.getByRole('button', { name: 'Turn on' }).click()
    await main.getByRole('button', { name: 'Create a hook that sends here' }).click()
    await dialog.getByLabel('Search events').fill('policy.lifecycle.deactivate')
    await dialog.getByRole('checkbox', { name: 'Deactivate policy' }).click()
    await dialog.getByRole('button', { name: 'Create hook' }).click()
    await expect(main.getByRole('list', { name: 'Hooks that send here' })).toContainText('Verified')
  })

  await test.step('the change shows in the live tail, without reading anew', async () => {
    await goTo(page, 'Audit')
    await main.getByRole('button', { name: 'Live tail' }).click()
    await expect(main.getByRole('row').filter({ hasText: 'Verify event hook' }).first()).toBeVisible()
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    const read = await callFromPage<{ id: string; name: string }[]>(page, 'GET', '/api/v1/policies?type=SVC_SIGN_ON')
    const policy = read.body.find(({ name }) => name === POLICY)
    const done = await callFromPage(page, 'POST', `/api/v1/policies/${policy?.id ?? ''}/lifecycle/deactivate`)
    expect(done.status).toBe(204)
    await expect(main.getByRole('row').filter({ hasText: 'Deactivate policy' }).first()).toContainText(POLICY)
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
  })

  await test.step('its event says what changed, and leads to what else the same request did', async () => {
    await main.getByRole('row').filter({ hasText: 'Deactivate policy' }).first().click()
    await expect(dialog).toContainText('ACTIVE')
    await expect(dialog).toContainText('INACTIVE')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('it arrived at the hook', async () => {
    await goTo(page, 'Hooks')
    await main.getByRole('button', { name: 'Built-in receiver' }).click()
    await expect(main.getByRole('table')).toContainText(POLICY)
  })

  await test.step('the log verifies on its page, and from the command line while it is in use', async () => {
    await goTo(page, 'Integrity and retention', 'Audit')
    await main.getByRole('button', { name: 'Verify the log' }).click()
    await expect(main).toContainText('events are unmodified')
    expect(await run('cli.js', 'audit', 'verify', dataFile)).toMatchObject({ status: 0 })
  })

  await test.step('a signed export is checked offline, with the key from another way', async () => {
    await main.getByRole('button', { name: 'Export the whole log' }).click()
    await dialog.getByText('Signed bundle').click()
    await saved(() => dialog.getByRole('button', { name: 'Export', exact: true }).click(), bundle)
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
    await saved(() => main.getByRole('button', { name: 'Public key' }).click(), key)
    expect(await run('verify-bundle.mjs', bundle, '--key', key)).toMatchObject({ status: 0 })
  })

  await test.step('a log of another instance comes in, is found, and goes again; a broken one is refused by line', async () => {
    const events = (await readFile(bundle, 'utf8')).split('\n').slice(1, 3)
    const lines = events.map((line) => {
      const { event } = JSON.parse(line) as { event: { uuid: string; eventType: string } }
      return JSON.stringify({ ...event, uuid: `elsewhere-${event.uuid}`, eventType: 'support.org.view' })
    })
    const offer = (name: string, text: string) =>
      main
        .getByLabel('Log file to import')
        .setInputFiles({ name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) })
    await offer('broken.ndjson', `${lines[0]}\n{"uuid":\n`)
    await expect(main.getByRole('list', { name: 'Problems in the file' })).toContainText('line 2')
    await offer('elsewhere.ndjson', `${lines.join('\n')}\n`)
    const imported = main.getByRole('list', { name: 'Imports' }).getByRole('listitem').filter({ hasText: 'elsewhere' })
    await expect(imported).toContainText('2 events added')
    await imported.getByRole('button', { name: 'Remove elsewhere.ndjson' }).click()
    await dialog.getByRole('button', { name: 'Remove import' }).click()
    await expect(imported).toHaveCount(0)
    await main.getByRole('button', { name: 'Verify the log' }).click()
    await expect(main).toContainText('2 events were removed, with signed records')
  })

  await test.step('a changed row of the export is named', async () => {
    const lines = (await readFile(bundle, 'utf8')).split('\n')
    const at = lines.findLastIndex((line) => line.includes('policy.lifecycle.deactivate') && line.includes(POLICY))
    const { event } = JSON.parse(lines[at] ?? '') as { event: { uuid: string } }
    lines[at] = (lines[at] ?? '').replace(POLICY, 'Nobody')
    await writeFile(bundle, lines.join('\n'))
    const { status, output } = await run('verify-bundle.mjs', bundle, '--key', key)
    expect(status).toBe(1)
    expect(output).toContain(event.uuid)
  })

  await test.step('a changed row in a copy of the workspace is named', async () => {
    const uuid = await tamperedCopy(dataFile, copy)
    const { status, output } = await run('cli.js', 'audit', 'verify', copy)
    expect(status).toBe(1)
    expect(output).toContain(uuid)
  })

  await test.step('the policy is as it was left', async () => {
    await openType(page, 'SVC_SIGN_ON')
    await act(policyRow(page, POLICY), POLICY, 'Activate')
  })
  await rm(folder, { recursive: true, force: true })
})
