import { beforeAll, describe, expect, it } from 'vitest'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import type { Group } from '#contract/directory/group.ts'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import { makeDraft, plannedDraft } from '../../../helpers/drafts.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let contractors: Group
let policy: Policy
let deny: Rule

/** Contractors do not sign in at all, which is an invariant. */
beforeAll(async () => {
  server = await startServer()
  const { make, client } = server
  contractors = await make.aGroup('Contractors')
  await make.aUser({ firstName: 'Ada', lastName: 'Byron' }, [contractors.id])
  policy = await make.aPolicy('SVC_SIGN_ON', { conditions: { people: { groups: { include: [contractors.id] } } } })
  deny = await make.aRule(policy, { name: 'No', actions: { signon: { access: 'DENY' } } })
  await client.call('createInvariant', {
    body: {
      ...{ name: 'Contractors stay out', app: null, claim: { kind: 'DENIED' } },
      scope: { people: { groups: { include: [contractors.id] } } },
    },
  })
  await client.call('createInvariant', {
    body: { name: 'Everybody needs two', scope: {}, app: null, claim: { kind: 'FACTORS', factors: 2 } },
  })
})

const params = () => ({ policyId: policy.id, ruleId: deny.id })
const reviewOf = async (operation: 'deactivateRule' | 'activateRule'): Promise<ChangeReview> =>
  (await server.client.call('reviewChange', { body: { steps: [{ operation, params: params() }] } })).body

describe('the review of a change', () => {
  it('says which invariants it breaks that hold now, with whose sign-in, and counts those that are broken already', async () => {
    const { invariants } = await reviewOf('deactivateRule')
    expect(invariants).toMatchObject({
      ...{ checked: 2, mends: [], brokenAlready: 1 },
      breaks: [{ name: 'Contractors stay out', state: 'BROKEN', counterexample: { person: { name: 'Ada Byron' } } }],
    })
  })

  it('leaves them as they are, and says which a change mends', async () => {
    const { body } = await server.client.call('checkInvariants', { body: {} })
    expect(body).toMatchObject({ holding: 1, broken: 1, open: 0 })
    await server.client.call('deactivateRule', { params: params() })
    const { invariants } = await reviewOf('activateRule')
    expect(invariants).toMatchObject({ breaks: [], mends: ['Contractors stay out'] })
    await server.client.call('activateRule', { params: params() })
  })

  it('says it of what publishing a draft would change', async () => {
    const draft = await makeDraft(server, 'Spring')
    await draft.client.call('deactivateRule', { params: params() })
    const { plan } = await plannedDraft(server, draft)
    expect(plan.effect?.invariants).toMatchObject({ checked: 2, breaks: [{ name: 'Contractors stay out' }] })
  })
})
