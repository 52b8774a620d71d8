import { beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '#contract/gatehouse/workspace.ts'
import type { OperationId } from '#contract/routes/index.ts'
import { bodiesOf } from '../helpers/drift/bodies.ts'
import { differences, lost, type Difference } from '../helpers/drift/compare.ts'
import { NOT_ANSWERED, NOT_WALKED, READ_OTHERWISE, type Exception, type Step } from '../helpers/drift/exceptions.ts'
import { RESOURCES, WRITABLES } from '../helpers/drift/resources.ts'
import { setStage, type Stage } from '../helpers/drift/stage.ts'
import { startServer } from '../helpers/server.ts'

/** What differs by the engine; all else is walked on one of them. */
const OF_ENGINE: readonly OperationId[] = ['createPolicy', 'createRule']

const used = new Set<Exception>()

/** Differences that have no reason, in words. */
function unexplained(
  found: Difference[],
  { at, step }: { at: OperationId; step: Step },
  reasons: readonly Exception[],
) {
  const isExplained = ({ path }: Difference) => {
    const reason = reasons.find(
      ({ of, steps, paths }) => (!of || of.includes(at)) && (!steps || steps.includes(step)) && paths.test(path),
    )
    if (reason) used.add(reason)
    return reason !== undefined
  }
  return found.filter((one) => !isExplained(one)).map(({ path, what }) => `${step}: ${path}: ${what}`)
}

/** Makes an object, reads it twice, sends it back as it was read and again as it was made, and reads it after each. */
async function walk(stage: Stage, resource: (typeof RESOURCES)[number], given: object): Promise<string[]> {
  const { create, read, replace } = resource
  const body = stage.withIds(given)
  const made = await stage.send(create, stage.paramsOf(create, given), body)
  const at = stage.placeOf(read, stage.paramsOf(create, given), made)
  const first = await stage.send(read, at)
  const drift = (step: Step, answer: unknown) =>
    unexplained(differences(first, answer), { at: create, step }, READ_OTHERWISE)
  const found = [
    ...unexplained(lost(body, made), { at: create, step: 'sent' }, NOT_ANSWERED),
    ...drift('made', made),
    ...drift('read', await stage.send(read, at)),
  ]
  if (replace === undefined) return found
  found.push(...drift('sent back', await stage.send(replace, at, first)), ...drift('read', await stage.send(read, at)))
  found.push(...drift('sent again', await stage.send(replace, at, body)), ...drift('read', await stage.send(read, at)))
  return found
}

/** What an object of a variant goes by in a report. */
const nameOf = (body: object) =>
  String(Object.values(Object.assign({ name: '' }, body)).find((value) => typeof value === 'string' && value !== ''))

describe.each(ENGINES)('on the %s engine', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(await startServer({ engine }), engine)
  }, 60_000)

  const resources = RESOURCES.filter(
    ({ create }) => !NOT_WALKED[create] && (engine === 'identity' || OF_ENGINE.includes(create)),
  )
  it.each(resources)('what $create makes is read and sent back without a difference', async (resource) => {
    const bodies = bodiesOf(resource.create, stage)
    expect(bodies).not.toEqual([])
    const found: string[] = []
    for (const body of bodies)
      found.push(...(await walk(stage, resource, body)).map((drift) => `${nameOf(body)}: ${drift}`))
    expect(found).toEqual([])
  })

  const writables = WRITABLES.filter(({ write }) => !NOT_WALKED[write] && engine === 'identity')
  it.each(writables)('what $read answers can be sent to $write without a difference', async ({ read, write }) => {
    const params = stage.paramsOf(write, {})
    const first = await stage.send(read, params)
    const drift = (step: Step, answer: unknown) =>
      unexplained(differences(first, answer), { at: write, step }, READ_OTHERWISE)
    const written = await stage.send(write, params, first)
    const found = [...drift('sent back', written), ...drift('read', await stage.send(read, params))]
    expect(found).toEqual([])
  })
})

it('every exception is of something that is so', () => {
  const idle = [...READ_OTHERWISE, ...NOT_ANSWERED].filter((reason) => !used.has(reason))
  expect(idle).toEqual([])
  const known = new Set<string>([...RESOURCES.map(({ create }) => create), ...WRITABLES.map(({ write }) => write)])
  expect(Object.keys(NOT_WALKED).filter((id) => !known.has(id))).toEqual([])
})
