import { expect, it } from 'vitest'
import type { Draft } from '#contract/gatehouse/draft.ts'
import { makeDraft } from '../helpers/drafts.ts'
import { gatehouse } from '../helpers/gatehouse.ts'
import { publishAll } from '../helpers/publications.ts'
import { startServer } from '../helpers/server.ts'

it('the command line makes a draft that takes back the latest publication or another one, and says what it leaves as it is', async () => {
  const first = await startServer()
  const data = ['--data', first.dataFile]
  const run = (...args: string[]) => gatehouse('draft', ...args, ...data)
  const { id: groupId } = await first.make.aGroup('Changed')
  const replace = (client: typeof first.client, description: string) =>
    client.call('replaceGroup', { params: { groupId }, body: { profile: { name: 'Changed', description } } })
  const early = await makeDraft(first, 'Early')
  await early.make.aGroup('Of the early one')
  const { id: earlyId } = await publishAll(first, early.draft)
  const late = await makeDraft(first, 'Late')
  await late.make.aGroup('Of the late one')
  await replace(late.client, 'late')
  await publishAll(first, late.draft)
  await replace(first.client, 'since')
  await first.stop()

  expect((await run('publications')).out).toMatch(/^pub\w+\t.+\t2 steps\tLate\npub\w+\t.+\t1 step\tEarly\n$/)
  const { status, out, err } = await run('take-back')
  expect({ status, err }).toEqual({ status: 2, err: '' })
  expect(out).toMatch(
    /^Published .+: Late\nleft as it is group Changed: it was changed since the draft was published: profile.description\ndft\w+\t1 change\tTake back Late\n$/,
  )
  expect(await run('plan', '--draft', 'Take back Late')).toMatchObject({
    status: 2,
    out: expect.stringContaining('remove group Of the late one\n'),
  })
  const other = await run('take-back', '--publication', earlyId, '--json')
  expect(other.status).toBe(0)
  const made = JSON.parse(other.out) as object
  expect(made).toMatchObject({ publicationId: earlyId, name: 'Take back Early', steps: 1, leftOut: [] })
  const published = await run('publish', '--draft', 'Take back Early', '--yes-i-know', 'Take back Early')
  expect(published).toMatchObject({ status: 0, out: expect.stringContaining('is published.') })
  expect(await run('take-back', '--publication', 'pubUnknown')).toMatchObject({ status: 1 })
  expect((JSON.parse((await run('list', '--json')).out) as Draft[]).map(({ name }) => name)).toEqual(['Take back Late'])
})

it('where nothing was published there is nothing to take back', async () => {
  const { dataFile, stop } = await startServer()
  await stop()
  expect(await gatehouse('draft', 'take-back', '--data', dataFile)).toMatchObject({
    ...{ status: 1, err: expect.stringContaining('Nothing was published from a draft.') },
  })
})
