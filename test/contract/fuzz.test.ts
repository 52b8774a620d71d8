import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fuzz, type FuzzReport } from '../fuzz/fuzz.ts'
import { curl } from '../fuzz/report.ts'
import { startService } from '../fuzz/service.ts'
import { builtCli } from '../helpers/built-cli.ts'

/** Requests that try to break things, after those that make each operation succeed; `npm run test:fuzz` sends many more. */
const REQUESTS = 400
const SEED = Number(process.env['FUZZ_SEED'] ?? 7)

let report: FuzzReport
let dispose: (() => Promise<void>) | undefined
beforeAll(async () => {
  const service = await startService(await builtCli())
  dispose = () => service.dispose()
  report = await fuzz(service, { requests: REQUESTS, seed: SEED })
}, 600_000)
afterAll(() => dispose?.())

it('no request made from the document breaks the service, and every reply is as documented', () => {
  expect(report.attacked).toBeGreaterThanOrEqual(REQUESTS)
  expect(report.failures.map(({ where, what, request }) => `${where}: ${what}\n${curl(request)}`)).toEqual([])
})

it('every operation can be made to succeed by what the document and the replies tell', () => {
  // The verifier is there once the service is built.
  const isBuilt = existsSync(join(import.meta.dirname, '../../out/server/verify-bundle.mjs'))
  // What no document tells: a remote that answers, and was compared with or planned for.
  const ofRemote = [
    'reviewComparison',
    'pairObjects',
    'unpairObjects',
    'getSyncPlan',
    'deleteSyncPlan',
    'listPlanSteps',
    'applySyncPlan',
    'takeBackSyncPlan',
  ]
  // And what a job of the same draft has found before, or was published.
  const ofDraft = ['publishDraft', 'getPublication', 'takeBackPublication']
  const outOfReach = [...ofRemote, ...ofDraft, ...(isBuilt ? [] : ['downloadVerifier'])]
  const reachable = [...report.unreached].filter(([id]) => !outOfReach.includes(id))
  expect(reachable).toEqual([])
})

it('the service answers others meanwhile', () => {
  // Ten times what is promised, which `npm run test:fuzz` holds: other tests run beside this one.
  expect(report.longestWaitMs).toBeLessThan(20_000)
})
