import { copyFile, link, mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sealRecordOf } from '#main/host/seal-record.ts'
import { aFolder } from '../../helpers/server.ts'

describe('where the newest seal on a workspace is noted', () => {
  const arrange = async () => {
    const [profile, folder] = [await aFolder(), await aFolder()]
    const file = join(folder, 'org.sqlite')
    await writeFile(file, 'a workspace')
    return { profile, folder, file }
  }

  it('is in the profile, and says nothing of the file’s own name', async () => {
    const { profile, file } = await arrange()
    const record = sealRecordOf(profile, file)
    expect(dirname(record)).toBe(join(profile, 'seals'))
    expect(relative(dirname(record), record)).toMatch(/^[0-9a-f]{64}\.json$/)
  })

  it('is one place, by whatever way the file is reached, and before it is there', async () => {
    const { profile, folder, file } = await arrange()
    const beside = await aFolder()
    await symlink(file, join(beside, 'link.sqlite'))
    await symlink(folder, join(beside, 'folder'))
    const record = sealRecordOf(profile, file)
    for (const way of [
      join(beside, 'link.sqlite'),
      join(beside, 'folder', 'org.sqlite'),
      join(folder, '.', 'org.sqlite'),
    ])
      expect(sealRecordOf(profile, way), way).toBe(record)
    await rename(file, join(beside, 'aside'))
    expect(sealRecordOf(profile, file)).toBe(record)
  })

  it('is another one for a copy, for a file that was moved, and in another profile', async () => {
    const { profile, folder, file } = await arrange()
    await mkdir(join(folder, 'copies'))
    const copy = join(folder, 'copies', 'org.sqlite')
    await copyFile(file, copy)
    const named = join(folder, 'named.sqlite')
    await link(file, named)
    const records = [file, copy, named].map((path) => sealRecordOf(profile, path))
    expect(new Set([...records, sealRecordOf(await aFolder(), file)]).size).toBe(4)
  })
})
