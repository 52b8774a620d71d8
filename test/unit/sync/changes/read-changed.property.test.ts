import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Random } from '../../../fuzz/random.ts'
import { runs } from '../../../helpers/runs.ts'
import { startServer } from '../../../helpers/server.ts'
import { atRest } from '../../../helpers/sync/connections.ts'
import { readByLog, readWhole } from '../../../helpers/sync/read-twice.ts'
import { RemoteChanges } from '../../../sync/change-remote.ts'

/** How much is done before it is read, and how many seconds later; also at once: events of one moment are told apart. */
const round = fc.record({ acts: fc.integer({ min: 1, max: 12 }), seconds: fc.constantFrom(0, 1, 119, 121, 100_000) })

it('whatever is done at a remote, by its log it reads as it does as a whole', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.array(round, { minLength: 2, maxLength: 4 }), async (seed, rounds) => {
      const remote = await startServer()
      const changes = new RemoteChanges(remote.client, new Random(seed))
      let earlier = await readWhole(remote)
      for (const { acts, seconds } of rounds) {
        remote.clock.advance(seconds * 1_000)
        const done = await changes.make(acts)
        await atRest(remote)
        const { lines, next } = await readByLog(remote, earlier)
        earlier = next
        expect(lines, done.join(', ')).toEqual([])
      }
    }),
    { numRuns: runs(0.015) },
  )
})
