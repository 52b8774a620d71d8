import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ObjectDifferenceView } from '#contract/gatehouse/comparison.ts'
import { readSide } from '#sync/sides/read-side.ts'
import { Random } from '../../fuzz/random.ts'
import { runsOfSeconds } from '../../helpers/runs.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { compared, connect, pulled, pullOf } from '../../helpers/sync/connections.ts'
import { httpCaller } from '../../helpers/sync/http-caller.ts'
import { naiveDifferences, naiveOrders, NaivePairs } from '../../helpers/sync/naive-comparison.ts'
import { RandomAdministrator } from '../../helpers/sync/random-administrator.ts'

const COMPLETED = { state: 'COMPLETED', problem: null }
/** So many organizations; 1,000 take most of an hour. */
const RUNS = runsOfSeconds(2, 1_000)
const FORMS = 12
const ACTS = 20

const readingOf = (server: TestServer) => readSide(httpCaller(server))

async function differencesOf({ client }: TestServer, connectionId: string): Promise<ObjectDifferenceView[]> {
  let page = await client.call('listDifferences', { params: { connectionId }, query: { limit: 200 } })
  const found = [...page.body]
  for (;;) {
    const next = /<([^>]*)>; rel="next"/.exec(page.headers.get('Link') ?? '')?.[1]
    if (next === undefined) return found
    page = await client.follow(next)
    found.push(...page.body)
  }
}

function linesOf({ id, kind, direction, ours, theirs, fields }: ObjectDifferenceView, pairs: NaivePairs): string[] {
  const key = theirs ? pairs.ourKey(kind, id.slice(kind.length + 1)) : id.slice(`${kind}:ours:`.length)
  if (!ours || !theirs) return [`${direction} ${kind} ${key} ${ours ? 'only ours' : 'only theirs'}`]
  return fields.map((field) => `${field.direction} ${kind} ${key} ${field.path}`)
}

/** What a comparison over HTTP says, in the lines of a naive one. */
async function comparisonWith(here: TestServer, connectionId: string, pairs: NaivePairs): Promise<string[]> {
  expect(await compared(here, connectionId)).toMatchObject(COMPLETED)
  const { orders, ambiguous, unread } =
    (await here.client.call('getComparison', { params: { connectionId } })).body ?? expect.unreachable('no comparison')
  expect({ ambiguous, unread }).toEqual({ ambiguous: [], unread: [] })
  const differences = await differencesOf(here, connectionId)
  return [
    ...differences.flatMap((one) => linesOf(one, pairs)),
    ...orders.map(({ kind, parent, list, direction }) => `${direction} order of ${kind} ${parent ?? list}`),
  ].sort()
}

interface Tried {
  seed: number
  /** Whether it is pulled into another organization, which has groups of its own, or into a new one like the remote. */
  isOther: boolean
  prefer: 'remote' | 'workspace'
}

async function tryOne({ seed, isOther, prefer }: Tried): Promise<void> {
  const random = new Random(seed)
  const remote = await startServer()
  const { stage, administrator: there } = await RandomAdministrator.of(remote, random)
  const acts = await there.furnish(FORMS)
  const told = () => acts.join('\n')
  const here = await startServer(isOther ? { isFirstStart: true } : {})
  if (isOther) for (const name of ['One', 'Another']) await here.make.aGroup(name)
  const connectionId = await connect(here, remote)
  expect(await pulled(here, connectionId)).toMatchObject(COMPLETED)
  expect((await pullOf(here, connectionId)).refused, told()).toEqual([])

  const [before, base] = [await readingOf(here), await readingOf(remote)]
  const pairs = new NaivePairs()
  pairs.note(before, base)
  const first = await comparisonWith(here, connectionId, pairs)
  const own = isOther ? /^outgoing \w+ \S+ only ours$/ : /^$/
  expect(
    first.filter((line) => !own.test(line)),
    told(),
  ).toEqual([])

  const administrator = new RandomAdministrator(here, stage, random, 'Here')
  const focus = there.someOf(base, 4)
  acts.push('there:', ...(await there.make(ACTS, base, focus)))
  acts.push('here:', ...(await administrator.make(ACTS, before, focus)))
  const [ours, theirs] = [await readingOf(here), await readingOf(remote)]
  pairs.note(ours, theirs)
  const sides = { ours, theirs, base, pairs }
  const expected = [...naiveDifferences(sides), ...naiveOrders(sides)].sort()
  expect(await comparisonWith(here, connectionId, pairs), told()).toEqual(expected)

  expect(await pulled(here, connectionId, { prefer })).toMatchObject(COMPLETED)
  // What one side names, the other may have deleted.
  if ((await pullOf(here, connectionId)).refused.length === 0) {
    const after = await comparisonWith(here, connectionId, pairs)
    // What is new in something that was deleted here has no place.
    const left = after.filter((line) => !line.startsWith('outgoing ') && !line.endsWith(' only theirs'))
    expect(left, `${told()}\n${prefer} wins in\n${expected.join('\n')}`).toEqual([])
  }
  await Promise.all([here.stop(), remote.stop()])
}

it(
  'a random organization is pulled as it is, and what both sides then change is what a naive comparison of three says',
  { timeout: 120_000 * RUNS },
  async () => {
    const tried = fc.record({
      seed: fc.nat(),
      isOther: fc.boolean(),
      prefer: fc.constantFrom('remote' as const, 'workspace' as const),
    })
    // WHY none is shrunk: another seed is another organization, not a smaller one; the failure lists what was done.
    await fc.assert(fc.asyncProperty(tried, tryOne), { numRuns: RUNS, endOnFailure: true })
  },
)
