import { generateKeyPairSync, sign } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildVerifier, runVerifier, type Verdict } from '../../helpers/built-verifier.ts'
import { aForeignEvent, exportText, importLog, ndjson } from '../../helpers/log-transfer.ts'
import { aFolder, startServer, type TestServer } from '../../helpers/server.ts'
import { endLine, eventLine, hashOfEvent, hashOfHead, headLine, signedMessage } from '#verifier/bundle-format.ts'
import { fingerprintOf } from '#verifier/public-key.ts'

let server: TestServer
let folder: string
let verifier: string
/** The lines of a sound bundle of some events. */
let sound: string[]
let key: { publicKey: string; fingerprint: string }
beforeAll(async () => {
  server = await startServer()
  for (let count = 0; count < 10; count++) await server.make.aGroup(`Group ${count} of Łódź ünd`)
  const { id } = await server.make.aGroup('Described')
  const profile = { name: 'Described', description: 'one line\u2028and another' }
  await server.client.call('replaceGroup', { params: { groupId: id }, body: { profile } })
  folder = await aFolder()
  verifier = await buildVerifier(folder)
  sound = (await exportText(server, { format: 'BUNDLE' })).trimEnd().split('\n')
  key = JSON.parse(sound[0] as string)
}, 60_000)

let files = 0
async function verify(lines: readonly string[] | string, ...args: string[]): Promise<Verdict> {
  const file = join(folder, `bundle-${files++}.ndjson`)
  await writeFile(file, typeof lines === 'string' ? lines : lines.map((line) => `${line}\n`).join(''))
  return runVerifier(verifier, file, ...args)
}

const uuidIn = (line: string | undefined) => (JSON.parse(line as string) as { event: { uuid: string } }).event.uuid
const changed = (at: number, change: (line: string) => string) =>
  sound.map((line, index) => (index === at ? change(line) : line))
const hashesOf = (line: string | undefined) => (JSON.parse(line as string) as { hash: string }).hash

it('the verifier is one file that needs nothing but Node', async () => {
  const imports = [...(await readFile(verifier, 'utf8')).matchAll(/(?:from|import\()\s*["']([^"']+)["']/g)]
  expect(imports.length).toBeGreaterThan(0)
  for (const [, name] of imports) expect(name).toMatch(/^node:/)
})

describe('a bundle that no one touched', () => {
  it('is sound, with the key that came with it', async () => {
    const { status, out } = await verify(sound)
    expect([status, out.includes('is sound'), out.includes(key.fingerprint)]).toEqual([0, true, true])
    expect(out).toContain('compare it')
  })

  it('is sound with the key that was sent another way, by file or fingerprint', async () => {
    const pem = join(folder, 'key.pem')
    await writeFile(pem, key.publicKey)
    const spaced = key.fingerprint.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:')
    for (const args of [
      ['--key', pem],
      ['--fingerprint', key.fingerprint],
      ['--fingerprint', spaced],
    ]) {
      const { status, out } = await verify(sound, ...args)
      expect([status, out.includes('expected key')], args.join(' ')).toEqual([0, true])
    }
  })

  it('tells how many of its events came with an import, and did not happen there', async () => {
    const other = await startServer({ isFirstStart: true })
    await importLog(other, ndjson(aForeignEvent(), aForeignEvent(), aForeignEvent()))
    const { status, out } = await verify(
      await exportText(other, { format: 'BUNDLE', since: '2026-01-01T00:00:00.000Z' }),
    )
    expect([status, out.split('\n')[0]]).toEqual([0, expect.stringContaining(', of which 3 were imported,')])
  })

  it('is sound with the line ends of Windows, and without the last one', async () => {
    expect((await verify(sound.join('\r\n') + '\r\n')).status).toBe(0)
    expect((await verify(sound.join('\n'))).status).toBe(0)
  })

  it('is that of the key that the service shows', async () => {
    const { body } = await server.client.call('getLogKey')
    expect([body.publicKey, body.fingerprint]).toEqual([key.publicKey, key.fingerprint])
  })
})

describe('a bundle of a log that waits for a person', () => {
  /** A log whose record of the newest seal was touched, served again. */
  async function aDoubtedLog(): Promise<TestServer> {
    const { dataFile, stop } = await startServer()
    await stop()
    await writeFile(`${dataFile}.sealed`, 'touched')
    return startServer({ dataFile })
  }

  it('can be made, and says in what is signed why the log waited', async () => {
    const doubted = await aDoubtedLog()
    const [concern] = (await doubted.client.call('getWorkspace')).body.logConcerns
    const text = await exportText(doubted, { format: 'BUNDLE' })
    expect(JSON.parse(text.split('\n')[0] as string)).toMatchObject({ concerns: [concern] })
    const { status, out } = await verify(text)
    expect([status, out.trim().split('\n').slice(-2)]).toEqual([
      0,
      [expect.stringContaining('no one had accepted'), `  RECORD, found ${concern?.found}: ${concern?.message}`],
    ])
    const imported = await importLog(await startServer({ isFirstStart: true }), text)
    expect(imported).toMatchObject({ state: 'READY', concerns: [concern] })
    const hidden = await verify(text.replace(/"concerns":\[.*?\]/, '"concerns":[]'))
    expect([hidden.status, hidden.out]).toEqual([1, expect.stringContaining('BROKEN at line 1: the head was changed')])
  })

  it('tells of none once they were accepted, as of a log that never was in doubt', async () => {
    const doubted = await aDoubtedLog()
    await doubted.client.call('acceptLogConcerns', { body: { reason: 'A test' } })
    for (const text of [await exportText(doubted, { format: 'BUNDLE' }), sound.join('\n')]) {
      expect(JSON.parse(text.split('\n')[0] as string)).toMatchObject({ concerns: [] })
      expect((await verify(text)).out).not.toContain('no one had accepted')
    }
  })
})

describe('the first broken line is named', () => {
  const broken = async (lines: readonly string[] | string, line: number, why: RegExp, uuid?: string) => {
    const { status, out, err } = await verify(lines)
    expect([status, err]).toEqual([1, ''])
    expect(out).toContain(`BROKEN at line ${line}${uuid ? `, event ${uuid}` : ''}: `)
    expect(out).toMatch(why)
  }

  it('where an event was changed', () =>
    broken(
      changed(4, (line) => line.replace('"severity":"INFO"', '"severity":"WARN"')),
      5,
      /event was changed/,
      uuidIn(sound[4]),
    ))

  it('where an event was changed with its hash', async () => {
    const lines = changed(4, (line) => {
      const text = JSON.stringify({ ...JSON.parse(line).event, severity: 'ERROR' })
      return eventLine(4, text, hashOfEvent(hashesOf(sound[3]), text))
    })
    await broken(lines, 6, /or what stands before it/, uuidIn(sound[5]))
  })

  it('where all hashes were made anew: only the key can sign', async () => {
    let hash = hashesOf(sound[0])
    const lines = sound.map((line, index) => {
      if (index === 0) return line
      if (index === sound.length - 1) return line.replace(/"hash":"\w+"/, `"hash":"${hash}"`)
      const text = JSON.stringify({ ...JSON.parse(line).event, severity: 'ERROR' })
      hash = hashOfEvent(hash, text)
      return eventLine(index, text, hash)
    })
    await broken(lines, sound.length, /signature does not fit/)
  })

  it('where a line is missing', () =>
    broken(
      sound.filter((_, index) => index !== 3),
      4,
      /event 3 is missing/,
      uuidIn(sound[4]),
    ))

  it('where a line was put in twice, or moved', async () => {
    await broken(sound.toSpliced(3, 0, sound[2] as string), 4, /put in, or moved/, uuidIn(sound[2]))
    const moved = [...sound]
    ;[moved[3], moved[4]] = [moved[4] as string, moved[3] as string]
    await broken(moved, 4, /missing before/, uuidIn(sound[4]))
  })

  it('where the head was changed', async () => {
    await broken(
      changed(0, (line) => line.replace(/"exported":"2026/, '"exported":"2025')),
      1,
      /head was changed/,
    )
    await broken(
      changed(0, (line) => line.replace('"version":1', '"version":2')),
      1,
      /version 2/,
    )
    await broken(sound.slice(1), 1, /no head/)
  })

  it('where the end was changed', async () => {
    const at = sound.length - 1
    const other = (line: string) =>
      line.replace(/"signature":"(.)/, (_, first) => `"signature":"${first === 'A' ? 'B' : 'A'}`)
    await broken(changed(at, other), at + 1, /signature does not fit/)
    await broken(
      changed(at, (line) => line.replace(/"count":\d+/, '"count":3')),
      at + 1,
      /tells of 3 events/,
    )
    await broken(
      changed(at, (line) => line.replace(/"hash":"\w{4}/, '"hash":"0000')),
      at + 1,
      /another hash/,
    )
    await broken(
      changed(at, (line) => line.replace(/"signature":".*/, '"signature":""}')),
      at + 1,
      /form of the end/,
    )
  })

  it('where only what no hash covers was changed', async () => {
    await broken(
      changed(1, (line) => line.replace('{"n":1,', '{"n":01,')),
      2,
      /event was changed/,
      uuidIn(sound[1]),
    )
    const at = sound.length - 1
    // The last letter before the filling holds four bits that mean nothing.
    const spare = (line: string) => line.replace(/(.)==/, (_, letter) => `${letter === 'B' ? 'A' : String.fromCharCode(letter.charCodeAt(0) + 1)}==`) // prettier-ignore
    await broken(changed(at, spare), at + 1, /signature does not fit/)
  })

  it('where the file was cut off, between lines or within one', async () => {
    await broken(sound.slice(0, -1), sound.length, /cut off/)
    await broken(sound.slice(0, 1), 2, /cut off/)
    await broken(`${sound.slice(0, 5).join('\n')}\n${sound[5]?.slice(0, 200)}`, 6, /form of an event/)
    await broken('', 1, /empty/)
  })

  it('where something stands behind the end', () => broken([...sound, sound[1] as string], sound.length + 1, /behind/))

  it('where a line hides a second event, or is no text', async () => {
    const doubled = (line: string) => line.replace('"event":{', '"event":{"uuid":"x"},"event":{')
    await broken(changed(2, doubled), 3, /form of an event/)
    const bytes = Buffer.from(`${sound.join('\n')}\n`)
    bytes[bytes.indexOf('Group 3')] = 0xff
    const file = join(folder, 'binary.ndjson')
    await writeFile(file, bytes)
    expect((await runVerifier(verifier, file)).out).toMatch(/is not UTF-8/)
  })
})

describe('another key', () => {
  it('is told from the expected one, however well it signed', async () => {
    const other = await startServer({ isFirstStart: true })
    const lines = (await exportText(other, { format: 'BUNDLE' })).trimEnd().split('\n')
    expect((await verify(lines)).status).toBe(0)
    const { status, out } = await verify(lines, '--fingerprint', key.fingerprint)
    expect([status, out.includes('not the expected')]).toEqual([1, true])
  })

  it('of another kind, or none, is no key', async () => {
    const file = join(folder, 'other.pem')
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
    for (const text of [publicKey.export({ type: 'spki', format: 'pem' }) as string, 'nothing']) {
      await writeFile(file, text)
      const { status, err } = await verify(sound, '--key', file)
      expect([status, err.includes('Ed25519')]).toEqual([2, true])
    }
  })
})

/** A bundle of nothing, soundly signed by a key of one's own. */
function signedByOneself(more: object): string[] {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  const head = { format: 'gatehouse-audit-bundle', version: 1, ...more, publicKey: pem }
  const text = JSON.stringify({ ...head, fingerprint: fingerprintOf(publicKey) })
  const hash = hashOfHead(text)
  return [headLine(text, hash), endLine(0, hash, sign(null, signedMessage(0, hash), privateKey))]
}

it('a bundle says nothing in the name of the verifier', async () => {
  const name = 'One\nThat is the expected key.\u001b[2K\u009b1A\u202e'
  const { status, out } = await verify(signedByOneself({ workspace: { id: 'x', name }, query: {}, exported: 'now' }))
  expect(status).toBe(0)
  expect(out.trimEnd().split('\n')).toHaveLength(3)
  expect(out).not.toMatch(/^That is the expected/m)
  for (const mark of ['\u001b', '\u009b', '\u202e']) expect(out).not.toContain(mark)
})

it('a head that does not say what it is of is broken', async () => {
  for (const more of [{}, { workspace: null, exported: 'now' }, { workspace: { id: 1, name: 'x' }, exported: 'now' }]) {
    const { status, out } = await verify(signedByOneself(more))
    expect([status, out.includes('BROKEN at line 1')]).toEqual([1, true])
  }
})

it('what cannot be checked ends with 2, and says how it is done', async () => {
  for (const args of [[], ['/nowhere/at-all.ndjson'], ['a', 'b'], ['x', '--fingerprint', 'abc'], ['x', '--no-such']]) {
    const { status, err } = await runVerifier(verifier, ...args)
    expect([status, err.includes('Usage: ')], args.join(' ')).toEqual([2, true])
  }
})
