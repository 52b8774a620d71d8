import { expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { acceptConcerns } from '#operations/audit/proof/concerns.ts'
import { startSealing } from '#jobs/seal-log.ts'
import { createLogger } from '#server/log.ts'
import { eventually } from '../../helpers/endpoint.ts'
import { LogFixture } from '../../helpers/log-fixture.ts'

const DAY_MS = 86_400_000
const silent = createLogger('silent')
const seals = ({ store }: LogFixture) =>
  store.read.all<{ sequence: number }>('SELECT sequence FROM log_seals ORDER BY sequence')

it('the log is sealed at the start, while events come, and at the end', async () => {
  const log = await LogFixture.create()
  await log.append(3)
  const job = startSealing(log.service, silent, 50)
  await eventually(async () => expect(await seals(log)).toEqual([{ sequence: 3 }]))
  await log.append(2)
  await eventually(async () => expect(await seals(log)).toEqual([{ sequence: 5 }]))
  await log.append(1)
  await job.stop()
  expect(await seals(log)).toEqual([{ sequence: 6 }])
  expect(await log.verify()).toMatchObject({ violation: null, sealed: { sequence: 6 } })
  await log.store.close()
})

it('the last seal of each day is kept, and no second one is made of the same event', async () => {
  const log = await LogFixture.create()
  for (let day = 0; day < 3; day += 1) {
    for (let count = 0; count < 3; count += 1) {
      await log.append(1)
      expect(await log.seal()).toBe(true)
      expect(await log.seal()).toBe(false)
    }
    log.clock.advance(DAY_MS)
  }
  expect(await seals(log)).toEqual([{ sequence: 3 }, { sequence: 6 }, { sequence: 9 }])
  expect(await log.verify()).toMatchObject({ violation: null })
  await log.store.close()
})

it('a seal that no longer fits is not replaced by the next one of the day, for it is the proof', async () => {
  const log = await LogFixture.create()
  await log.append(3)
  await log.seal()
  await log.tamper([`UPDATE log_events SET chain = zeroblob(32) WHERE sequence = 3`])
  await log.append(1)
  await expect(log.seal()).rejects.toThrow('does not hold what it held')
  await log.reopen()
  await expect(log.seal()).rejects.toThrow('does not hold what it held')
  await acceptConcerns(log.service, systemContext(), 'a test')
  expect(await seals(log)).toEqual([{ sequence: 3 }, { sequence: 6 }])
  expect(await log.verify()).toMatchObject({ violation: { sequence: 3 } })
  await log.store.close()
})

it('a key that cannot be kept now is tried again, and nothing else stops', async () => {
  const log = await LogFixture.create()
  await log.append(1)
  let isFull = true
  const { secretBox } = log.service
  const seal: typeof secretBox.seal = (text, purpose) =>
    isFull ? Promise.reject(new Error('no room')) : secretBox.seal(text, purpose)
  const job = startSealing({ ...log.service, secretBox: { ...secretBox, seal } }, silent, 30)
  await log.append(1)
  expect(await seals(log)).toEqual([])
  isFull = false
  await eventually(async () => expect(await seals(log)).toEqual([{ sequence: 2 }]))
  await job.stop()
  await log.store.close()
})
