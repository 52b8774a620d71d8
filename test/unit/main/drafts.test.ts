import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDrafts } from '#main/host/drafts.ts'
import { draftsSchema, DRAFT_LIMITS } from '#ipc/contract.ts'

let profile = ''
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'gatehouse-drafts-'))
})
afterEach(() => rm(profile, { recursive: true, force: true }))

const draft = (key: string) => ({ key, savedAt: '2026-03-02T10:42:00.000Z', content: '{"name":"Half"}' })

it('gives each workspace its own drafts, also in the next run', async () => {
  const drafts = openDrafts(profile)
  await Promise.all([
    drafts.write('/w/a.gatehouse', [draft('rule 1')]),
    drafts.write('/w/a.gatehouse', [draft('rule 1'), draft('rule 2')]),
    drafts.write('/w/b.gatehouse', [draft('zone new')]),
  ])
  const next = openDrafts(profile)
  expect((await next.read('/w/a.gatehouse')).map(({ key }) => key)).toEqual(['rule 1', 'rule 2'])
  expect((await next.read('/w/b.gatehouse')).map(({ key }) => key)).toEqual(['zone new'])
  expect(await next.read('/w/c.gatehouse')).toEqual([])
})

it('keeps them for their owner only, and leaves no file without drafts', async () => {
  const drafts = openDrafts(profile)
  await drafts.write('/w/a.gatehouse', [draft('rule 1')])
  const [name = ''] = await readdir(join(profile, 'drafts'))
  expect((await stat(join(profile, 'drafts', name))).mode & 0o077).toBe(0)
  await drafts.write('/w/a.gatehouse', [])
  expect(await readdir(join(profile, 'drafts'))).toEqual([])
})

it('takes a damaged file for none', async () => {
  const drafts = openDrafts(profile)
  await drafts.write('/w/a.gatehouse', [draft('rule 1')])
  const [name = ''] = await readdir(join(profile, 'drafts'))
  await writeFile(join(profile, 'drafts', name), '[{"key":')
  expect(await drafts.read('/w/a.gatehouse')).toEqual([])
})

it('crosses to the program only within its bounds', () => {
  const many = Array.from({ length: DRAFT_LIMITS.count + 1 }, (_, at) => draft(`rule ${at}`))
  expect(draftsSchema.safeParse(many).success).toBe(false)
  expect(draftsSchema.safeParse(many.slice(1)).success).toBe(true)
  const long = { ...draft('rule 1'), content: 'x'.repeat(DRAFT_LIMITS.characters + 1) }
  expect(draftsSchema.safeParse([long]).success).toBe(false)
})
