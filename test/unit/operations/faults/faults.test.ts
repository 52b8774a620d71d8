import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Fault, FaultPlan } from '#contract/gatehouse/faults.ts'
import { FaultDraws } from '#operations/memory/fault-draws.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
  for (const name of ['Alpha', 'Beta', 'Gamma']) await server.make.aGroup(name)
})

/** The faults of one rule, or of a plan. */
async function meet(plan: FaultPlan | null): Promise<void> {
  await server.client.call('replaceFaults', { body: { plan } })
}
const always = (path: string, fault: Fault) => meet({ seed: 1, rules: [{ path, share: 1, fault }] })
beforeEach(() => meet(null))

/** As a client that knows nothing of us. */
const ask = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, {
    ...init,
    headers: { Authorization: `SSWS ${server.token}`, 'Content-Type': 'application/json' },
  })
const counts = async () => (await server.client.call('getFaults', {})).body.counts

describe('a request that meets a fault', () => {
  it.each([
    [429, 'E0000047', 7],
    [500, 'E0000009', undefined],
    [503, 'E0000010', 3],
  ] as const)('is refused with %i, in the body of the interface', async (status, errorCode, retryAfterSeconds) => {
    await always('/api/v1/groups', { type: 'STATUS', status, retryAfterSeconds })
    const reply = await ask('/api/v1/groups')
    expect([reply.status, await reply.json()]).toEqual([status, expect.objectContaining({ errorCode })])
    expect(reply.headers.get('Retry-After')).toBe(retryAfterSeconds === undefined ? null : String(retryAfterSeconds))
    if (status !== 429) return
    const resetMs = Number(reply.headers.get('X-Rate-Limit-Reset')) * 1_000
    expect(resetMs - Date.parse(reply.headers.get('Date') ?? '')).toBeGreaterThanOrEqual(6_000)
    expect(reply.headers.get('X-Rate-Limit-Remaining')).toBe('0')
  })

  it('is told no time to come again where the plan has none', async () => {
    await always('/api/v1/groups', { type: 'STATUS', status: 429 })
    const { headers } = await ask('/api/v1/groups')
    expect([headers.get('Retry-After'), headers.get('X-Rate-Limit-Reset')]).toEqual([null, null])
  })

  it('waits as long as the plan says', async () => {
    await always('/api/v1/groups', { type: 'SLOW', seconds: 0.3 })
    const began = performance.now()
    expect((await ask('/api/v1/groups')).status).toBe(200)
    expect(performance.now() - began).toBeGreaterThanOrEqual(295)
  })

  it('does nothing any more once its client has left', async () => {
    await always('/api/v1/groups', { type: 'SLOW', seconds: 2 })
    const body = JSON.stringify({ profile: { name: 'Left behind' } })
    await expect(ask('/api/v1/groups', { method: 'POST', body, signal: AbortSignal.timeout(50) })).rejects.toThrow()
    await meet(null)
    await sleep(2_500)
    expect((await (await ask('/api/v1/groups?q=Left')).json()) as unknown[]).toEqual([])
  })

  it.each([0, 40])('gets %i bytes of the body that its headers promise', async (bytes) => {
    await always('/api/v1/groups', { type: 'CUT', bytes })
    const reply = await ask('/api/v1/groups')
    expect([reply.status, Number(reply.headers.get('Content-Length'))]).toEqual([200, expect.toSatisfy(above(bytes))])
    await expect(reply.text()).rejects.toThrow()
  })

  it('finds the object changed since it was read', async () => {
    const path = `/api/v1/groups/${(await server.make.aGroup('Read')).id}`
    const nameOf = async () => ((await (await ask(path)).json()) as { profile: { name: string } }).profile.name
    await meet({
      seed: 1,
      rules: [{ path: '/api/v1/groups/*', methods: ['GET'], share: 1, fault: { type: 'CHANGED' } }],
    })
    expect([await nameOf(), await nameOf()]).toEqual(['Read (changed 1)', 'Read (changed 2)'])
    await meet(null)
    expect(await nameOf()).toBe('Read (changed 2)')
  })

  it('is led to the same page again', async () => {
    await always('/api/v1/groups', { type: 'REPEATED_PAGE' })
    const path = '/api/v1/groups?limit=2'
    const next = nextOf(await ask(path))
    expect(next).toBe(server.url + path)
    await meet(null)
    expect(nextOf(await ask(path))).toContain('after=')
  })
})

const above = (least: number) => (value: number) => value > least
const nextOf = (reply: Response) => /<([^>]*)>;\s*rel="next"/.exec(reply.headers.get('Link') ?? '')?.[1]

describe('faults', () => {
  it('meet the requests of the rule alone, and are counted', async () => {
    const fault: Fault = { type: 'STATUS', status: 503 }
    const rule = { path: '/api/v1/groups/*', methods: ['DELETE' as const], share: 1, most: 1, fault }
    await meet({ seed: 1, rules: [rule] })
    const made = await Promise.all(['One', 'Two'].map((name) => server.make.aGroup(name)))
    expect((await ask('/api/v1/groups')).status).toBe(200)
    expect((await ask(`/api/v1/groups/${made[0]?.id}`)).status).toBe(200)
    const statuses: number[] = []
    for (const id of [made[0]?.id, made[0]?.id, made[1]?.id])
      statuses.push((await ask(`/api/v1/groups/${id}`, { method: 'DELETE' })).status)
    expect(statuses).toEqual([503, 204, 204])
    expect(await counts()).toEqual([{ matched: 3, met: 1 }])
  })

  it('spare our own programs, and what is not the public interface', async () => {
    await always('/api/v1/**', { type: 'STATUS', status: 500 })
    const ours = await fetch(`${server.url}/api/v1/groups`, {
      headers: { Authorization: `SSWS ${server.token}`, Prefer: 'handling=strict, vocabulary=svc' },
    })
    const view = await ask('/gatehouse/v1/faults')
    expect([ours.status, view.status, (await ask('/api/v1/groups')).status]).toEqual([200, 200, 500])
    expect(await counts()).toEqual([{ matched: 1, met: 1 }])
  })

  it('are named by the workspace while they are on, and leave an event', async () => {
    const on = async () => (await server.client.call('getWorkspace', {})).body.hasFaults
    await always('/api/v1/**', { type: 'SLOW', seconds: 1 })
    expect(await on()).toBe(true)
    await meet(null)
    expect(await on()).toBe(false)
    const query = { filter: 'eventType eq "gatehouse.faults.update"', sortOrder: 'DESCENDING' as const, limit: 2 }
    const { body } = await server.client.call('listLogEvents', { query })
    expect(body.map(({ outcome }) => outcome?.result)).toEqual(['SUCCESS', 'SUCCESS'])
  })

  it.each([
    [
      'a path elsewhere',
      { rules: [{ path: '/gatehouse/v1/jobs', fault: { type: 'CUT', bytes: 1 } }] },
      'plan.rules[0].path',
    ],
    [
      'a star within a part',
      { rules: [{ path: '/api/v1/us*', fault: { type: 'CUT', bytes: 1 } }] },
      'plan.rules[0].path',
    ],
    [
      'two stars within a path',
      { rules: [{ path: '/api/v1/**/x', fault: { type: 'CUT', bytes: 1 } }] },
      'plan.rules[0].path',
    ],
    [
      'a share above one',
      { rules: [{ path: '/api/v1/x', share: 2, fault: { type: 'CUT', bytes: 1 } }] },
      'plan.rules[0].share',
    ],
    [
      'another status',
      { rules: [{ path: '/api/v1/x', fault: { type: 'STATUS', status: 418 } }] },
      'plan.rules[0].fault.status',
    ],
    ['no rule', { rules: [] }, 'plan.rules'],
  ])('are refused with the field for %s', async (_, plan, field) => {
    const init = { method: 'PUT', body: JSON.stringify({ plan }) }
    const reply = await ask('/gatehouse/v1/faults', init)
    const { errorCauses } = (await reply.json()) as { errorCauses: { errorSummary: string }[] }
    expect([reply.status, errorCauses[0]?.errorSummary]).toEqual([400, expect.stringContaining(field)])
  })
})

describe('the draws of a plan', () => {
  const plan = (share: number, seed = 1): FaultPlan => ({
    seed,
    rules: [{ path: '/api/v1/users/*', share, fault: { type: 'STATUS', status: 500 } }],
  })
  const drawn = (given: FaultPlan) => {
    const draws = new FaultDraws(given)
    return Array.from({ length: 2_000 }, () => draws.draw('GET', '/api/v1/users/00u1') !== null)
  }

  it('are the same for the same seed, and others for another', () => {
    expect(drawn(plan(0.3))).toEqual(drawn(plan(0.3)))
    expect(drawn(plan(0.3))).not.toEqual(drawn(plan(0.3, 2)))
  })

  it.each([0, 0.1, 0.5, 1])('meet %f of the requests', (share) => {
    expect(drawn(plan(share)).filter(Boolean).length / 2_000).toBeCloseTo(share, 1)
  })

  it.each([
    ['/api/v1/users/*', '/api/v1/users/00u1', true],
    ['/api/v1/users/*', '/api/v1/users', false],
    ['/api/v1/users/*', '/api/v1/users/00u1/groups', false],
    ['/api/v1/users/**', '/api/v1/users', true],
    ['/api/v1/users/**', '/api/v1/users/00u1/groups', true],
    ['/api/v1/users/**', '/api/v1/usersx', false],
    ['/api/v1/*/00u1', '/api/v1/users/00u1', true],
    ['/api/v1/a.b(c+', '/api/v1/a.b(c+', true],
    ['/api/v1/a.b', '/api/v1/axb', false],
  ])('of %s for %s are %s', (path, asked, matches) => {
    const draws = new FaultDraws({ seed: 1, rules: [{ path, share: 1, fault: { type: 'CUT', bytes: 0 } }] })
    expect(draws.draw('GET', asked) !== null).toBe(matches)
  })
})
