import { beforeAll, describe, expect, it } from 'vitest'
import type { Group } from '#contract/directory/group.ts'
import type { InvariantRepairs } from '#contract/gatehouse/invariant-repair.ts'
import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let contractors: Group
let staff: Group
let policy: Policy
let deny: Rule
let open: Rule

/** Contractors sign in by a rule above the one that denies it to them. */
beforeAll(async () => {
  server = await startServer()
  const { make } = server
  contractors = await make.aGroup('Contractors')
  staff = await make.aGroup('Staff')
  await make.aUser({ firstName: 'Ada', lastName: 'Byron' }, [contractors.id])
  await make.aUser({ firstName: 'Ben', lastName: 'Oar' }, [staff.id])
  const groups = { include: [contractors.id, staff.id] }
  policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Doors', conditions: { people: { groups } } })
  open = await make.aRule(policy, { name: 'Open', priority: 1, actions: { signon: { access: 'ALLOW' } } })
  deny = await make.aRule(policy, {
    ...{ name: 'Shut', priority: 2, actions: { signon: { access: 'DENY' } } },
    conditions: { people: { groups: { include: [contractors.id] } } },
  })
})

const stayOut = (name: string): InvariantWrite => ({
  ...{ name, description: null, app: null, claim: { kind: 'DENIED' } },
  scope: { people: { groups: { include: [contractors.id] } } },
})
const repairsOf = async (body: { id: string } | { invariant: InvariantWrite }): Promise<InvariantRepairs> =>
  (await server.client.call('repairInvariant', { body })).body

describe('repairs of an invariant', () => {
  it('are the smallest changes that make it hold, by how many people each affects', async () => {
    const { state, text, repairs } = await repairsOf({ invariant: stayOut('Contractors stay out') })
    expect(state).toBe('BROKEN')
    expect(text).toBe('Each makes it hold for every sign-in there could be, by proof.')
    expect(repairs.map(({ changes }) => changes)).toEqual([
      ['Move rule “Shut” of “Doors” right above “Open”'],
      ['Exclude Contractors from rule “Open” of “Doors”'],
      ['Add a rule above “Open” of “Doors” for people in Contractors: deny access'],
      ['Deny access in rule “Open” of “Doors”'],
    ])
    expect(repairs.map(({ affected, losing }) => [affected, losing])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [2, 2],
    ])
    expect(repairs[0]?.effects).toEqual([{ effect: 'ACCESS_LOST', people: 1, always: 1 }])
  })

  it('are what a review takes, and the calls that make them; nothing is changed before', async () => {
    const { body: invariant } = await server.client.call('createInvariant', { body: stayOut('No contractors') })
    const before = (await server.client.call('listRules', { params: { policyId: policy.id } })).body
    const { repairs } = await repairsOf({ id: invariant.id })
    expect((await server.client.call('listRules', { params: { policyId: policy.id } })).body).toEqual(before)
    const [move] = repairs
    expect(move?.steps).toMatchObject([{ operation: 'replaceRule', params: { policyId: policy.id, ruleId: deny.id } }])
    const steps = move?.steps ?? []
    const review = (await server.client.call('reviewChange', { body: { steps } })).body
    expect(review.invariants?.mends).toEqual(['No contractors'])
    await server.client.call('replaceRule', {
      params: { policyId: policy.id, ruleId: deny.id },
      body: steps[0]?.body as never,
    })
    expect((await server.client.call('checkInvariants', { body: { ids: [invariant.id] } })).body.holding).toBe(1)
    const held = await repairsOf({ id: invariant.id })
    expect(held).toEqual({ state: 'HOLDS', text: 'It holds: there is nothing to repair.', repairs: [] })
    await server.client.call('replaceRule', {
      params: { policyId: policy.id, ruleId: deny.id },
      body: { type: 'SIGN_ON', name: 'Shut', priority: 2, conditions: deny.conditions, actions: deny.actions },
    })
    await server.client.call('deleteInvariant', { params: { invariantId: invariant.id } })
  })

  it('are refused by their review once somebody else has changed the rule, with what has changed', async () => {
    const { repairs } = await repairsOf({ invariant: stayOut('Contractors stay out') })
    const change = async (body: object) =>
      server.client.call('replaceRule', {
        params: { policyId: policy.id, ruleId: open.id },
        body: { type: 'SIGN_ON', name: 'Open', conditions: open.conditions, actions: open.actions, ...body } as never,
      })
    const reviewed = (at: number) => server.client.call('reviewChange', { body: { steps: repairs[at]?.steps ?? [] } })
    const refusal = async (at: number) => {
      const { body } = await server.client.refused('reviewChange', { body: { steps: repairs[at]?.steps ?? [] } })
      return body.errorCauses[0]?.errorSummary
    }
    await change({ conditions: { people: { groups: { include: [staff.id, contractors.id] } } } })
    const refused = 'steps[0]: the rule “Open” has other conditions by now; look for repairs again'
    // A rule that is moved above it, or made above it, takes nothing of it away.
    await reviewed(0)
    expect(await refusal(1)).toBe(refused)
    await reviewed(2)
    expect(await refusal(3)).toBe(refused)
    await change({ name: 'Opened', actions: { signon: { access: 'DENY' } } })
    expect(await refusal(1)).toBe(
      'steps[0]: the rule “Opened” has other name and actions by now; look for repairs again',
    )
    await change({})
    for (const at of repairs.keys()) await reviewed(at)
  })

  it('that break another invariant come last, and say which', async () => {
    await server.client.call('createInvariant', {
      body: {
        ...{ name: 'Staff get in', app: null, claim: { kind: 'ALLOWED' } },
        scope: { people: { groups: { include: [staff.id], exclude: [contractors.id] } } },
      },
    })
    const { repairs } = await repairsOf({ invariant: stayOut('Contractors stay out') })
    expect(repairs.map(({ breaks }) => breaks)).toEqual([[], [], [], ['Staff get in']])
    expect(repairs.at(-1)?.changes).toEqual(['Deny access in rule “Open” of “Doors”'])
  })

  it('asks for either an invariant of the workspace or another one', async () => {
    const neither = await server.client.refused('repairInvariant', { body: {} })
    expect(neither.body.errorCauses).toMatchObject([{ errorSummary: 'id: say either id or invariant', location: 'id' }])
    const gone = await server.client.refused('repairInvariant', { body: { id: 'inv0123456789abcdefg' } })
    expect(gone.status).toBe(404)
  })
})
