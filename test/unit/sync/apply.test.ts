import { expect, it } from 'vitest'
import { startServer } from '../../helpers/server.ts'
import { applyAll, planFor, targetOf } from '../../helpers/sync/push-side.ts'
import { richOrganization } from '../../helpers/sync/rich-organization.ts'

it('a plan brings every form of every kind to an empty service, and none has anything left to do after it', async () => {
  const [here, remote] = [await richOrganization(), await startServer({ isFirstStart: true })]
  const plan = await planFor(here, remote, null)
  expect(plan).toMatchObject({ refused: [], conflicts: [] })
  expect(plan.steps.length).toBeGreaterThan(200)
  await applyAll(plan, targetOf(remote))
  expect(await planFor(here, remote, null)).toMatchObject({ steps: [], refused: [], conflicts: [] })
})
