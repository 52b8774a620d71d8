import { describe, expect, it } from 'vitest'
import { packEvents, storeBlock } from '#operations/audit/count/block.ts'
import { BLOCK_SIZE } from '#operations/audit/count/columns.ts'
import { missingBlocks } from '#operations/audit/count/pack-columns.ts'
import { LogFixture } from '../../../../helpers/log-fixture.ts'

const pack = ({ store }: LogFixture, number: number) =>
  store.searches.run((searcher) => packEvents(searcher, number), 60_000)

const storedBlocks = async ({ store }: LogFixture) =>
  (await store.read.all<{ number: number }>('SELECT number FROM log_blocks ORDER BY number')).map(
    ({ number }) => number,
  )

async function logOf(count: number): Promise<LogFixture> {
  const log = await LogFixture.create()
  await log.append(count)
  return log
}

describe('the columns of a block', () => {
  /** Numbers of events, as offsets into block 1, that are removed before it is packed, and between that and its storing. */
  it.each([
    { what: 'nothing was removed', before: [], since: [], isStored: true },
    { what: 'some of its events were removed before', before: [5, 6, 7, 90], since: [], isStored: true },
    { what: 'one of its events was removed since', before: [], since: [90], isStored: false },
    { what: 'a neighbor of one removed before was removed since', before: [5, 6], since: [7], isStored: false },
    {
      what: 'its first event was removed since, as was the end of the block before',
      before: [],
      since: [-2, -1, 0],
      isStored: false,
    },
    {
      what: 'its last event was removed since, and the first ones of the next',
      before: [],
      since: [BLOCK_SIZE - 1, BLOCK_SIZE],
      isStored: false,
    },
    {
      what: 'only events of its neighbors were removed since',
      before: [3],
      since: [-3, -2, -1, BLOCK_SIZE, BLOCK_SIZE + 1],
      isStored: true,
    },
  ])('are stored: $isStored, when $what', async ({ before, since, isStored }) => {
    const log = await logOf(3 * BLOCK_SIZE)
    const remove = (offsets: readonly number[]) => log.remove(offsets.map((each) => BLOCK_SIZE + each))
    await remove(before)
    const block = await pack(log, 1)
    expect(await remove(since)).toBe(since.length)
    expect(await log.store.write((tx) => storeBlock(tx, block))).toBe(isStored)
    expect(await storedBlocks(log)).toEqual(isStored ? [1] : [])
  })

  it('are not stored when a code of theirs has been given to another value since', async () => {
    const log = await logOf(3 * BLOCK_SIZE)
    const [one, other] = [await pack(log, 0), await pack(log, 1)]
    expect(await log.store.write((tx) => storeBlock(tx, one))).toBe(true)
    expect(await log.store.write((tx) => storeBlock(tx, other))).toBe(false)
    expect(await missingBlocks(log.store.read)).toContain(1)
  })
})
