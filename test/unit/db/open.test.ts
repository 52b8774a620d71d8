import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, link, mkdir, open, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer as createListener, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { createServer, probeWorkspace, type ServerOptions } from '#server/index.ts'
import { openStore } from '#db/store.ts'
import { companionsOf, hashOf, withDatabase } from '../../helpers/files.ts'
import { aFolder } from '../../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

let folder: string
let file: string
beforeEach(async () => {
  folder = await aFolder()
  file = join(folder, 'org.sqlite')
})

/** A sound workspace, closed again. */
async function aWorkspace(): Promise<void> {
  const server = await createServer({ dataFile: file, token: 'x'.repeat(40) })
  await server.stop()
}

/** What starting says when it cannot; its sentence has no line break and no stack. */
async function startErrorOf(options: Partial<ServerOptions> = {}): Promise<StartError> {
  const error = await createServer({ dataFile: file, ...options }).then(
    (server) => server.stop().then(() => null),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(StartError)
  const { message } = error as StartError
  expect(message).toMatch(/^\S[^\n]*\.$/)
  expect(message).not.toMatch(/SQLITE|Error:/)
  return error as StartError
}

/** Refused with a code, by looking as by opening, the file untouched, and nothing left beside it. */
async function expectUntouched(code: string, path = file): Promise<void> {
  const [hash, companions, { mtimeMs }] = [await hashOf(path), await companionsOf(path), await stat(path)]
  await expect(probeWorkspace(path)).rejects.toMatchObject({ code })
  expect((await startErrorOf({ dataFile: path })).code).toBe(code)
  expect(await hashOf(path)).toBe(hash)
  expect((await stat(path)).mtimeMs).toBe(mtimeMs)
  expect(await companionsOf(path)).toEqual(companions)
}

/** Writes over part of the file. */
async function overwrite(from: number, length: number, byte = 0xff): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(length, byte), 0, length, from)
  await handle.close()
}

describe('a file that cannot be opened is left as it is:', () => {
  it('one that is damaged in the middle', async () => {
    await aWorkspace()
    const { size } = await stat(file)
    await overwrite(4_096 * 2, Math.min(size - 4_096 * 3, 4_096 * 8))
    await expectUntouched('FILE_CORRUPT')
  })

  it('one that was cut off', async () => {
    await aWorkspace()
    const { size } = await stat(file)
    for (const length of [Math.floor(size / 2), 4_096, 1_000, 100]) {
      await truncate(file, length)
      await expectUntouched('FILE_CORRUPT')
    }
  })

  it('one whose header is damaged behind its name', async () => {
    await aWorkspace()
    await overwrite(16, 60, 0x00)
    await expectUntouched('FILE_CORRUPT')
  })

  it('a text', async () => {
    await writeFile(file, 'Dear diary, today I wrote a text that is longer than sixteen characters.\n')
    await expectUntouched('FILE_FOREIGN')
  })

  it('a text of a few characters', async () => {
    await writeFile(file, 'Hi')
    await expectUntouched('FILE_FOREIGN')
  })

  it('the database of another program', async () => {
    await withDatabase(file, (database) =>
      database.exec('CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES (1)'),
    )
    await expectUntouched('FILE_FOREIGN')
  })

  it('the database of another program that keeps a write-ahead log', async () => {
    await withDatabase(file, (database) => database.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)'))
    await expectUntouched('FILE_FOREIGN')
  })

  it('one that a newer Gatehouse wrote', async () => {
    await aWorkspace()
    await withDatabase(file, (database) =>
      database.run('INSERT INTO migrations (name, applied) VALUES (?, ?)', ['9990-from-the-future', NOW]),
    )
    await expectUntouched('FILE_NEWER')
    expect((await startErrorOf()).message).toContain('9990-from-the-future')
  })

  it('a sound one is not refused by looking, which changes nothing and leaves it free', async () => {
    await aWorkspace()
    const [hash, companions] = [await hashOf(file), await companionsOf(file)]
    await probeWorkspace(file)
    await probeWorkspace(join(folder, 'new.gatehouse'))
    expect([await hashOf(file), await companionsOf(file)]).toEqual([hash, companions])
    const server = await createServer({ dataFile: file, token: 'x'.repeat(40) })
    await expect(probeWorkspace(file)).rejects.toMatchObject({ code: 'FILE_IN_USE' })
    await server.stop()
  })

  it('one that is open already', async () => {
    const server = await createServer({ dataFile: file, token: 'x'.repeat(40) })
    await expect.poll(() => companionsOf(file)).toContain('org.sqlite.sealed')
    const companions = await companionsOf(file)
    const error = await startErrorOf()
    expect(error.code).toBe('FILE_IN_USE')
    expect(error.message).toContain(String(process.pid))
    expect(await companionsOf(file)).toEqual(companions)
    await server.stop()
    expect(await companionsOf(file)).toEqual(['org.sqlite.key', 'org.sqlite.sealed'])
  })

  it('a folder', async () => {
    const path = join(folder, 'sub')
    await mkdir(path)
    expect((await startErrorOf({ dataFile: path })).code).toBe('FILE_FOREIGN')
    expect(await companionsOf(path)).toEqual([])
  })
})

describe('a file that another path leads to', () => {
  it.skipIf(process.platform === 'win32')(
    'is in use by every symbolic link, and has one place for what stands beside it',
    async () => {
      await mkdir(join(folder, 'other'))
      const path = join(folder, 'other', 'link.sqlite')
      await symlink(file, path)
      expect((await startErrorOf({ dataFile: path })).message).toContain('leads to no file')
      await aWorkspace()
      const server = await createServer({ dataFile: path })
      expect(server.tokenFile).toBe(`${file}.token`)
      expect((await startErrorOf()).code).toBe('FILE_IN_USE')
      expect((await startErrorOf({ dataFile: path })).code).toBe('FILE_IN_USE')
      expect(await companionsOf(path)).toEqual([])
      await server.stop()
    },
  )

  it('is refused by a second name, a hard link, until that is gone', async () => {
    await aWorkspace()
    const second = join(folder, 'second.sqlite')
    await link(file, second)
    for (const path of [file, second]) {
      const { code, message } = await startErrorOf({ dataFile: path })
      expect(code).toBe('FILE_LINKED')
      expect(message).toContain('2 names')
    }
    await rm(second)
    await aWorkspace()
  })

  it('cannot be had by two who open it at once', async () => {
    await aWorkspace()
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => openStore(file, NOW)))
    const opened = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    expect(opened).toHaveLength(1)
    await opened[0]?.value.close()
  })
})

describe('a place that cannot be had:', () => {
  it('a folder that does not exist', async () => {
    const error = await startErrorOf({ dataFile: join(folder, 'nowhere', 'org.sqlite') })
    expect(error.code).toBe('FOLDER_MISSING')
    expect(error.message).toContain(join(folder, 'nowhere'))
  })

  it('a folder that is a file', async () => {
    await writeFile(join(folder, 'plain'), '')
    expect((await startErrorOf({ dataFile: join(folder, 'plain', 'org.sqlite') })).code).toBe('FOLDER_MISSING')
  })

  // The superuser may write anywhere.
  it.skipIf(process.getuid?.() === 0)('a folder or a file that is read-only', async () => {
    await aWorkspace()
    await chmod(file, 0o400)
    await expectUntouched('FILE_READ_ONLY')
    await chmod(folder, 0o500)
    expect((await startErrorOf()).code).toBe('FOLDER_READ_ONLY')
    await chmod(folder, 0o700)
  })

  it('a port that another program has', async () => {
    await aWorkspace()
    const hash = await hashOf(file)
    const busy = createListener()
    await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done))
    const { port } = busy.address() as AddressInfo
    const error = await startErrorOf({ port, token: 'x'.repeat(40) })
    expect(error.code).toBe('PORT_BUSY')
    expect(error.message).toContain(String(port))
    await new Promise((done) => busy.close(done))
    expect(await hashOf(file)).toBe(hash)
    expect(await companionsOf(file)).toEqual(['org.sqlite.key', 'org.sqlite.sealed'])
  })
})

describe('after a crash', () => {
  it('a lock whose process is gone is no obstacle', async () => {
    await aWorkspace()
    const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(gone, 'close')
    // Our own number too: in a container every start may have the same one.
    for (const owner of [String(gone.pid), '', 'not a number', '-1', '0', String(process.pid)]) {
      await writeFile(`${file}.lock`, owner)
      const store = await openStore(file, NOW)
      expect(await companionsOf(file)).toContain('org.sqlite.lock')
      await store.close()
      expect(await companionsOf(file)).toEqual(['org.sqlite.key', 'org.sqlite.sealed'])
    }
  })

  it('what was committed is there', async () => {
    const script = `
      const { createServer } = await import(${JSON.stringify(new URL('../../../src-server/index.ts', import.meta.url).href)})
      const server = await createServer({ dataFile: process.argv[1], token: 'x'.repeat(40) })
      const headers = { Authorization: 'SSWS ' + server.token, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ profile: { name: 'Survivors' } })
      await fetch(server.url + '/api/v1/groups', { method: 'POST', headers, body })
      process.kill(process.pid, 'SIGKILL')`
    // WHY not `spawnSync`: one that hangs would hold this thread, and with it the bound of the test.
    const ended = new Promise((resolve) =>
      execFile(process.execPath, ['--input-type=module', '-e', script, file], (error, _, stderr) =>
        resolve([error?.signal, stderr]),
      ),
    )
    expect(await ended).toEqual(['SIGKILL', ''])
    expect(await companionsOf(file)).toContain('org.sqlite.lock')
    const store = await openStore(file, NOW)
    expect(await store.read.first('SELECT name FROM groups WHERE name = ?', ['Survivors'])).toEqual({
      name: 'Survivors',
    })
    await store.close()
    expect(await companionsOf(file)).not.toContain('org.sqlite.lock')
  })
})

describe('a write-ahead log that is left beside a file', () => {
  /** A workspace whose last run did not end well, so that its changes stand in the write-ahead log. */
  async function aCrash(): Promise<void> {
    const live = join(folder, 'live.sqlite')
    const store = await openStore(live, NOW)
    await store.write(async (tx) => {
      await tx.run('CREATE TABLE IF NOT EXISTS marks (text TEXT)')
      await tx.run("INSERT INTO marks VALUES ('kept')")
    })
    // Copied as a crash would leave them; the lock's own file is read by no one else while it is held.
    for (const end of ['', '-wal']) await copyFile(live + end, file + end)
    await store.close()
  }

  it('is its own after a crash, and what it holds is there', async () => {
    await aCrash()
    const store = await openStore(file, NOW)
    expect(await store.read.all('SELECT * FROM marks')).toEqual([{ text: 'kept' }])
    await store.close()
  })

  it('is named when the file is a backup that was put in place of the crashed one', async () => {
    await aWorkspace()
    const backup = join(folder, 'backup.sqlite')
    await withDatabase(file, (database) => database.run('VACUUM INTO ?', [backup]))
    await aCrash()
    await copyFile(backup, file)
    await expectUntouched('WAL_FOREIGN')
    expect((await startErrorOf()).message).toContain(`move ${file}-wal to another folder`)
    await rm(`${file}-wal`)
    await aWorkspace()
  })

  it('is named when the file is missing, empty or has another size of pages', async () => {
    await aCrash()
    await rm(file)
    expect((await startErrorOf()).code).toBe('WAL_FOREIGN')
    await writeFile(file, '')
    await expectUntouched('WAL_FOREIGN')
    expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0)
    await aCrash()
    const handle = await open(file, 'r+')
    await handle.write(Buffer.from([0x20, 0x00]), 0, 2, 16)
    await handle.close()
    await expectUntouched('WAL_FOREIGN')
  })

  it('is named when its head cannot be read, for SQLite would leave it out without a word', async () => {
    for (const [at, byte] of [
      [0, 0],
      [17, 1],
      [30, 1],
    ] as const) {
      await aCrash()
      const bytes = await readFile(`${file}-wal`)
      bytes[at] = (bytes[at] ?? 0) ^ (byte || 0xff)
      await writeFile(`${file}-wal`, bytes)
      await expectUntouched('WAL_DAMAGED')
    }
    await truncate(`${file}-wal`, 20)
    await expectUntouched('WAL_DAMAGED')
  })
})

describe('a workspace that is fine', () => {
  it('is made from nothing, and from an empty file', async () => {
    const store = await openStore(file, NOW)
    expect([store.created, store.migrationBackup]).toEqual([true, null])
    await store.close()
    const empty = join(folder, 'empty.sqlite')
    await writeFile(empty, '')
    const other = await openStore(empty, NOW)
    expect(other.created).toBe(true)
    await other.close()
  })

  it('is opened again with what it held, and leaves nothing beside itself but its token, its key and the note of its newest seal', async () => {
    const first = await createServer({ dataFile: file })
    expect(await companionsOf(file)).toContain('org.sqlite.token')
    await first.stop()
    expect(await companionsOf(file)).toEqual(['org.sqlite.key', 'org.sqlite.sealed', 'org.sqlite.token'])
    const second = await createServer({ dataFile: file })
    expect(second.token).toBe(first.token)
    await second.stop()
    const store = await openStore(file, NOW)
    expect(store.created).toBe(false)
    await store.close()
  })

  it('keeps its engine', async () => {
    const classic = await createServer({ dataFile: file, engine: 'classic' })
    await classic.stop()
    const again = await createServer({ dataFile: file, engine: 'identity' })
    const response = await fetch(`${again.url}/gatehouse/v1/workspace`, {
      headers: { Authorization: `SSWS ${again.token}` },
    })
    expect(((await response.json()) as { engine: string }).engine).toBe('classic')
    await again.stop()
  })

  it('is copied while it is in use', async () => {
    const server = await createServer({ dataFile: file })
    const copy = join(folder, 'copy.sqlite')
    await server.backup(copy)
    await server.stop()
    const opened = await createServer({ dataFile: copy, token: server.token })
    expect(opened.tokenFile).toBeNull()
    await opened.stop()
  })
})

describe('the token file', () => {
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777

  it.skipIf(process.platform === 'win32')('is for its owner only, even where an older one was not', async () => {
    await writeFile(`${file}.token`, 'stale\n', { mode: 0o644 })
    await chmod(`${file}.token`, 0o644)
    const server = await createServer({ dataFile: file })
    expect(await modeOf(`${file}.token`)).toBe(0o600)
    expect((await readFile(`${file}.token`, 'utf8')).trim()).toBe(server.token)
    await server.stop()
    await chmod(`${file}.token`, 0o644)
    const again = await createServer({ dataFile: file })
    expect(again.token).toBe(server.token)
    expect(await modeOf(`${file}.token`)).toBe(0o600)
    await again.stop()
  })

  it('that cannot be read is told in one sentence, and nothing is left running', async () => {
    await mkdir(`${file}.token`)
    const error = await startErrorOf()
    expect(error.code).toBe('TOKEN_UNREADABLE')
    expect(error.message).toContain(`${file}.token`)
    expect(await companionsOf(file)).toEqual(['org.sqlite.token'])
  })

  it('that cannot be written is told in one sentence, and nothing is left running', async () => {
    await symlink(join(dirname(file), 'missing', 'token'), `${file}.token`)
    const error = await startErrorOf()
    expect(error.code).toBe('TOKEN_UNWRITABLE')
    expect(error.message).toContain(`${file}.token`)
    expect(await companionsOf(file)).toEqual(['org.sqlite.token'])
  })

  it('is not made where a token is given, and one that is too simple is refused', async () => {
    const server = await createServer({ dataFile: file, token: 'y'.repeat(20) })
    expect([server.tokenFile, await companionsOf(file)]).toEqual([
      null,
      expect.not.arrayContaining(['org.sqlite.token']),
    ])
    await server.stop()
    for (const token of ['short', 'with spaces in it, and long', 'x'.repeat(201)])
      expect((await startErrorOf({ token })).code).toBe('TOKEN_INVALID')
  })
})
