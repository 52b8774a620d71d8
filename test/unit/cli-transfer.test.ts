import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { withDatabase } from '../helpers/files.ts'
import { gatehouse, theProgram } from '../helpers/gatehouse.ts'
import { aForeignEvent, exportText, ndjson } from '../helpers/log-transfer.ts'
import { aFolder, startServer, type TestServer } from '../helpers/server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer()
  for (let count = 0; count < 20; count++) await server.make.aGroup(`Group ${count}`)
  folder = await aFolder()
})

describe('audit export', () => {
  it('writes what the service would, also while one has the workspace open', async () => {
    const filter = 'eventType eq "group.lifecycle.create"'
    for (const [format, name, call] of [
      ['NDJSON', 'ndjson', theProgram],
      ['CSV', 'csv', gatehouse],
    ] as const) {
      const { status, out, err } = await call(
        'audit',
        'export',
        '--data',
        server.dataFile,
        '--format',
        name,
        '--filter',
        filter,
      )
      expect([status, err]).toEqual([0, ''])
      expect(out).toBe(await exportText(server, { format, filter }))
    }
  })

  it('writes a bundle with its key beside it, which audit verify takes, and names the line that was touched', async () => {
    const out = join(folder, 'log.bundle')
    const made = await gatehouse('audit', 'export', '--data', server.dataFile, '--format', 'bundle', '--out', out)
    expect(made).toEqual({ status: 0, out: '', err: '' })
    const sound = await gatehouse('audit', 'verify', out, '--key', `${out}.pem`)
    expect([sound.status, sound.err]).toEqual([0, ''])
    expect(sound.out).toContain('is sound')
    const text = await readFile(out, 'utf8')
    await writeFile(out, text.replace('Group 7', 'Group 8'))
    const line = text.split('\n').findIndex((one) => one.includes('Group 7')) + 1
    const broken = await gatehouse('audit', 'verify', out, '--json')
    expect(broken.status).toBe(1)
    expect(JSON.parse(broken.out)).toMatchObject({ state: 'BROKEN', line })
  })

  it('says in a bundle what waits for a person, by what the file and its record show', async () => {
    const { dataFile, stop } = await startServer()
    await stop()
    const concernsAfter = async (name: string) => {
      const out = join(folder, `${name}.bundle`)
      const made = await gatehouse('audit', 'export', '--data', dataFile, '--format', 'bundle', '--out', out)
      expect([made.status, made.err]).toEqual([0, ''])
      const { status, out: said } = await gatehouse('audit', 'verify', out, '--json')
      const { state, head } = JSON.parse(said) as { state: string; head: { concerns: { kind: string }[] } }
      expect([status, state]).toEqual([0, 'SOUND'])
      return head.concerns.map(({ kind }) => kind)
    }
    expect(await concernsAfter('in-order')).toEqual([])
    await writeFile(`${dataFile}.sealed`, 'touched')
    expect(await concernsAfter('touched')).toEqual(['RECORD'])
    await rm(`${dataFile}.sealed`)
    await withDatabase(dataFile, (database) => database.run('DELETE FROM log_seals'))
    expect(await concernsAfter('without-seals')).toEqual(['UNSEALED'])
  })

  it('says that it cannot sign without the key, and leaves nothing', async () => {
    const copy = join(folder, 'copy.sqlite')
    await withDatabase(server.dataFile, (database) => database.run('VACUUM INTO ?', [copy]))
    const out = join(folder, 'unsigned')
    const { status, err } = await gatehouse('audit', 'export', '--data', copy, '--format', 'bundle', '--out', out)
    expect([status, err.includes(`${copy}.key`)]).toEqual([2, true])
    await expect(stat(out)).rejects.toThrow('ENOENT')
    expect((await gatehouse('audit', 'export', '--data', copy)).status).toBe(0)
  })

  it('overwrites no file, and says what it cannot follow', async () => {
    const taken = join(folder, 'taken')
    await writeFile(taken, 'mine')
    const data = ['--data', server.dataFile]
    for (const [args, why] of [
      [[...data, '--out', taken], 'there already'],
      [[...data, '--format', 'xml'], '--format takes'],
      [[...data, '--since', 'yesterday'], '--since'],
      [[...data, '--filter', 'eventType eq'], 'filter'],
      [[], '--data'],
      [['--data', taken], 'not a Gatehouse workspace'],
    ] as const) {
      const { status, err } = await gatehouse('audit', 'export', ...args)
      expect([Number(status) > 0, err.includes(why)], `${args.join(' ')}: ${err}`).toEqual([true, true])
    }
    expect(await readFile(taken, 'utf8')).toBe('mine')
  })
})

describe('audit import', () => {
  it('adds events to a workspace that no one has open', async () => {
    const data = join(folder, 'into.sqlite')
    const other = await startServer({ dataFile: data })
    const log = join(folder, 'foreign.ndjson')
    await writeFile(log, ndjson(aForeignEvent(), aForeignEvent()))
    const busy = await theProgram('audit', 'import', '--data', data, log)
    expect([busy.status, busy.err.includes('audit page')]).toEqual([1, true])
    await other.stop()
    const { status, out, err } = await gatehouse('audit', 'import', '--data', data, log)
    expect([status, err, out]).toEqual([0, '', '2 events were added, 0 were here already.\n'])
    expect((await gatehouse('audit', 'import', '--data', data, log)).out).toContain('0 events were added, 2 were here')
    const verified = await gatehouse('audit', 'verify', data)
    expect([verified.status, verified.out]).toEqual([0, expect.stringContaining(', of which 2 were imported')])
    expect(await readFile(log, 'utf8')).toContain('00uForeign')
    const again = await startServer({ dataFile: data })
    const imports = (await again.client.call('listLogImports')).body
    expect(imports.map(({ name, state, added }) => [name, state, added])).toEqual([
      ['foreign.ndjson', 'READY', 0],
      ['foreign.ndjson', 'READY', 2],
    ])
  })

  it('takes only what the expected key signed, by its fingerprint or its file', async () => {
    const data = join(folder, 'pinned.sqlite')
    await (await startServer({ dataFile: data })).stop()
    const bundle = join(folder, 'pinned.bundle')
    await gatehouse('audit', 'export', '--data', server.dataFile, '--format', 'bundle', '--out', bundle)
    const other = await gatehouse('audit', 'import', '--data', data, bundle, '--key', '0'.repeat(64))
    expect([other.status, other.out]).toEqual([1, '0 events were added, 0 were here already.\n'])
    expect(other.err).toContain('not the expected one')
    const expected = await gatehouse('audit', 'import', '--data', data, bundle, '--key', `${bundle}.pem`)
    expect([expected.status, expected.out]).toEqual([0, expect.stringContaining('They were signed with the key ')])
    expect((await gatehouse('audit', 'import', '--data', data, bundle, '--key', 'none')).status).toBe(2)
  })

  it('names what is wrong with a file by its lines, and makes no workspace by mistake', async () => {
    const data = join(folder, 'bad.sqlite')
    await (await startServer({ dataFile: data })).stop()
    const log = join(folder, 'bad.ndjson')
    await writeFile(log, 'import { main }\n')
    const { status, err } = await gatehouse('audit', 'import', '--data', data, log)
    expect([status, err.includes(`${log}:1: this is not JSON`)]).toEqual([1, true])
    const nowhere = join(folder, 'nowhere.sqlite')
    expect((await gatehouse('audit', 'import', '--data', nowhere, log)).status).toBe(2)
    await expect(stat(nowhere)).rejects.toThrow('ENOENT')
    await rm(log)
  })
})
