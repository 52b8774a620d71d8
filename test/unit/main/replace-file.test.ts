import { link, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isSameFile, replaceFile } from '#main/host/replace-file.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-replace-'))
  await writeFile(join(folder, 'backup'), 'old')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('replaces a file when the new one is whole', async () => {
  await replaceFile(join(folder, 'backup'), (draft) => writeFile(draft, 'new'))
  expect(await readFile(join(folder, 'backup'), 'utf8')).toBe('new')
  expect(await readdir(folder)).toEqual(['backup'])
})

it('keeps the old one when the new one fails half-way', async () => {
  const fail = async (draft: string): Promise<void> => {
    await writeFile(draft, 'ne')
    throw new Error('disk full')
  }
  await expect(replaceFile(join(folder, 'backup'), fail)).rejects.toThrow('disk full')
  expect(await readFile(join(folder, 'backup'), 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['backup'])
})

it('knows one file by any of its names', async () => {
  const file = join(folder, 'backup')
  await symlink(file, join(folder, 'soft'))
  await link(file, join(folder, 'hard'))
  await writeFile(join(folder, 'other'), 'old')
  for (const name of ['backup', 'soft', 'hard']) expect(await isSameFile(join(folder, name), file)).toBe(true)
  for (const name of ['other', 'absent']) expect(await isSameFile(join(folder, name), file)).toBe(false)
})
