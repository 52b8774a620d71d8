import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { withDatabase } from '../../../../helpers/files.ts'
import { LogFixture } from '../../../../helpers/log-fixture.ts'

/** Recomputes what `docs/audit-proof.md` says, with nothing of ours but the file: as somebody would who has no Gatehouse. */
const PAGE = readFileSync('docs/audit-proof.md', 'utf8').replaceAll(/\s+/g, ' ')
const DAY_MS = 86_400_000

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const lines = (...parts: unknown[]) => Buffer.from(parts.map((part) => `${String(part)}\n`).join(''))

interface SealRow {
  number: number
  previous: Uint8Array | null
  sequence: number
  chain: Uint8Array
  settings: string
  sealed: string
  fingerprint: string
  signature: Uint8Array
}
interface RemovedRow extends Pick<SealRow, 'chain' | 'signature'> {
  first: number
  last: number
  removed: string
}

let log: LogFixture
beforeEach(async () => {
  log = await LogFixture.create()
  for (let day = 0; day < 3; day += 1) {
    log.clock.advance(DAY_MS)
    await log.append(5)
    await log.append(2, 'import-1')
    await log.seal()
  }
})

/** All that the page speaks of, as it stands in the file and beside it. */
async function read() {
  await log.store.close()
  const content = await withDatabase(log.file, async (database) => ({
    events: await database.all<{ sequence: number; payload: string; import_id: string | null; chain: Uint8Array }>(
      'SELECT sequence, CAST(payload AS TEXT) AS payload, import_id, chain FROM log_events ORDER BY sequence',
    ),
    seals: await database.all<SealRow>('SELECT * FROM log_seals ORDER BY sequence'),
    removed: await database.all<RemovedRow>('SELECT * FROM log_removed ORDER BY first'),
    keys: await database.first<{ value: string }>(`SELECT value FROM settings WHERE key = 'logSigningKeys'`),
  }))
  const [{ publicKey }] = JSON.parse(content.keys?.value ?? '[]') as [{ publicKey: string }]
  return { ...content, key: createPublicKey(publicKey) }
}
const signs = (key: ReturnType<typeof createPublicKey>, message: Buffer, signature: Uint8Array) =>
  verify(null, message, key, signature)

describe('as the page says', () => {
  it('each link is over the one before, the event, and the import that it came with', async () => {
    const { events } = await read()
    let link: Uint8Array = Buffer.alloc(32)
    for (const { payload, import_id: importId, chain } of events) {
      link = importId === null ? sha256(link, payload) : sha256(link, payload, '\n', importId)
      expect(hex(chain)).toBe(hex(link))
    }
    expect(events).toHaveLength(21)
  })

  it('a seal signs its number, the seal before, the link and the settings; the record signs the newest seal', async () => {
    const { seals, key } = await read()
    const fingerprint = hex(sha256(key.export({ type: 'spki', format: 'der' })))
    let before: Buffer = Buffer.alloc(32)
    for (const [at, seal] of seals.entries()) {
      const { number, previous, sequence, chain, settings, sealed, signature } = seal
      const message = lines('gatehouse-log-seal/2', number, hex(before), sequence, hex(chain), settings, sealed)
      expect([number, hex(previous ?? Buffer.alloc(32)), seal.fingerprint]).toEqual([at + 1, hex(before), fingerprint])
      expect(signs(key, message, signature)).toBe(true)
      before = sha256(message, signature)
    }
    expect(seals).toHaveLength(3)
    const record = JSON.parse(await readFile(`${log.file}.sealed`, 'utf8')) as Record<string, string | number>
    const { number, seal, sequence, chain, sealed, signature } = record
    const message = lines('gatehouse-log-record', number, seal, sequence, chain, sealed)
    expect(signs(key, message, Buffer.from(String(signature), 'base64'))).toBe(true)
    expect([number, seal]).toEqual([3, hex(before)])
  })

  it('the settings that a seal signs are those that the page names', async () => {
    const { seals } = await read()
    const ids = Object.keys(JSON.parse(seals.at(-1)?.settings ?? '{}') as object)
    const [sentence] = /The settings are those that protect the workspace: [^.]*\./.exec(PAGE) ?? ['']
    expect([...sentence.matchAll(/\(`(\w+)`\)/g)].map(([, id]) => id)).toEqual(ids)
  })

  it('a removal signs the links in front of the run and of its last event', async () => {
    const chains = new Map(
      (await log.store.read.all<{ sequence: number; chain: Uint8Array }>('SELECT sequence, chain FROM log_events')).map(
        ({ sequence, chain }) => [sequence, chain],
      ),
    )
    await log.remove([2, 3, 4])
    const { removed, key } = await read()
    expect(removed).toHaveLength(1)
    for (const { first, last, chain, removed: time, signature } of removed) {
      const front = chains.get(first - 1) as Uint8Array
      expect(hex(chain)).toBe(hex(chains.get(last) as Uint8Array))
      const message = lines('gatehouse-log-removed', first, last, hex(front), hex(chain), time)
      expect(signs(key, message, signature)).toBe(true)
    }
  })
})
