import { expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { endJob } from '#jobs/job-states.ts'
import { listImports } from '#operations/audit/transfer/imports.ts'
import { removeImport, runImportRemoval } from '#operations/audit/transfer/remove-import.ts'
import { activeJob } from '#operations/jobs/queue-job.ts'
import { aFakeLog, aFollowingSide, anEvent } from '../../../helpers/sync/following.ts'

it('a removal that has failed holds up no other log, says why, and goes on when it is asked for again', async () => {
  const [one, other] = [await aFakeLog([anEvent('a')]), await aFakeLog([anEvent('b')])]
  const side = await aFollowingSide()
  const { service } = side
  const write = <T>(work: Parameters<typeof service.write<T>>[1]) => service.write(systemContext(), work)
  const [former, goesOn] = [await side.connect(one, { name: 'Former' }), await side.connect(other, { name: 'Other' })]
  await side.readOn()
  const { importId } = await side.following(former)
  await side.change(former, { followLog: false })
  const remove = () => write((tx) => removeImport(tx, importId))
  const removalOf = async () => (await activeJob(service.reader, 'logImportRemoval', importId)) ?? expect.unreachable()
  const toBeRemoved = async () => (await listImports(service)).find(({ id }) => id === importId)

  await remove()
  other.events.push(anEvent('c'))
  await side.readOn()
  expect(await side.following(goesOn)).toMatchObject({
    added: 1,
    problem: expect.stringContaining('It waits') as string,
  })
  expect(await toBeRemoved()).toMatchObject({ state: 'CANCELLED', problems: [] })

  const problem = 'There is no room left on the disk.'
  await endJob(service, await removalOf(), { state: 'FAILED', problem, result: null })
  await side.readOn()
  expect(await side.following(goesOn)).toMatchObject({ added: 2, problem: null })
  expect(await toBeRemoved()).toMatchObject({ state: 'CANCELLED', added: 1, problems: [{ line: 0, message: problem }] })

  await remove()
  const job = await removalOf()
  const signal = new AbortController().signal
  const { write: writeEnd } = await runImportRemoval({ service, subjectId: importId, signal, report() {} } as never)
  await endJob(service, job, { state: 'COMPLETED', problem: null, result: null, write: writeEnd })
  expect(await toBeRemoved()).toBeUndefined()
  expect(await side.uuidsOf(importId)).toEqual([])
})
