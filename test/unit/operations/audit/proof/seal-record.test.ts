import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { signerOf } from '#operations/audit/proof/existing-signer.ts'
import type { Seal } from '#operations/audit/proof/seals.sql.ts'
import { readSealRecord, recordOf, writeSealRecord } from '#operations/audit/proof/seal-record.ts'
import { START, aFolder } from '../../../../helpers/server.ts'

const signer = signerOf(generateKeyPairSync('ed25519').privateKey)

function aRecord(number: number) {
  const seal: Seal = {
    ...{ number, previous: randomBytes(32), sequence: number * 10, chain: randomBytes(32) },
    ...{ settings: '{}', sealed: new Date(START).toISOString(), fingerprint: signer.fingerprint },
    signature: randomBytes(64),
  }
  return recordOf(signer, seal)
}

const aPath = async () => join(await aFolder(), 'seals', 'record.json')

describe('the record of the newest seal', () => {
  it('is read as it was written, for the owner’s eyes only, also where its folder is not there yet', async () => {
    const path = await aPath()
    expect(await readSealRecord(path)).toBeNull()
    const record = aRecord(1)
    await writeSealRecord(path, record)
    expect(await readSealRecord(path)).toEqual(record)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('replaces the former one whole: who reads meanwhile has one or the other, and nothing is left beside it', async () => {
    const path = await aPath()
    await writeSealRecord(path, aRecord(1))
    await chmod(path, 0o644)
    const seen: unknown[] = []
    for (let number = 2; number <= 40; number += 1) {
      const written = writeSealRecord(path, aRecord(number))
      seen.push(await readSealRecord(path))
      await written
    }
    const numbers = seen.map((record) => (record as { number: number }).number)
    numbers.forEach((number, index) => expect([index + 1, index + 2]).toContain(number))
    expect(await readdir(dirname(path))).toEqual(['record.json'])
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('takes the place of what a write that was cut off has left', async () => {
    const path = await aPath()
    const [former, next] = [aRecord(1), aRecord(2)]
    await writeSealRecord(path, former)
    await writeFile(`${path}.draft`, '{"version":1,"numb', { mode: 0o644 })
    expect(await readSealRecord(path)).toEqual(former)
    await writeSealRecord(path, next)
    expect(await readSealRecord(path)).toEqual(next)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('does not write through links in its place, or in that of its draft', async () => {
    const path = await aPath()
    const [elsewhere, other] = [join(await aFolder(), 'mine'), join(await aFolder(), 'mine')]
    await mkdir(dirname(path))
    for (const [target, place] of [
      [elsewhere, path],
      [other, `${path}.draft`],
    ] as const) {
      await writeFile(target, 'mine')
      await symlink(target, place)
    }
    const record = aRecord(1)
    await writeSealRecord(path, record)
    expect((await lstat(path)).isFile()).toBe(true)
    expect(await readSealRecord(path)).toEqual(record)
    expect([await readFile(elsewhere, 'utf8'), await readFile(other, 'utf8')]).toEqual(['mine', 'mine'])
  })

  it('that is damaged, or cannot be read, is said to be so, and not to be absent', async () => {
    const path = await aPath()
    await writeSealRecord(path, aRecord(1))
    const whole = await readFile(path, 'utf8')
    for (const damaged of ['', 'x', whole.slice(0, -20), whole.replace('"version":1', '"version":2'), '{}', 'null']) {
      await writeFile(path, damaged)
      expect(await readSealRecord(path), damaged).toBe('UNREADABLE')
    }
    await rm(path)
    await mkdir(path)
    expect(await readSealRecord(path)).toBe('UNREADABLE')
    await rm(path, { recursive: true })
    await symlink('record.json', path)
    expect(await readSealRecord(path)).toBe('UNREADABLE')
  })
})
