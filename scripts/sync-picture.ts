import type { HeadlessService } from '../test/helpers/headless-service.ts'

interface Named {
  id: string
  name: string
  priority: number
  system: boolean
  actions: { signon?: { access: string } }
}

type Call = HeadlessService['request']

/** The policies of a service, by their names. */
const policiesOf = async (call: Call): Promise<Map<string, Named>> =>
  new Map((await call<Named[]>('GET', '/api/v1/policies?type=SVC_SIGN_ON')).map((policy) => [policy.name, policy]))

/** Replaces the first rule of a policy that lets people in. */
async function changeRule(call: Call, policyId: string, change: (rule: Named) => object): Promise<void> {
  const rules = await call<Named[]>('GET', `/api/v1/policies/${policyId}/rules`)
  const rule = rules.find(({ system, actions }) => !system && actions.signon?.access === 'ALLOW')
  if (rule) await call('PUT', `/api/v1/policies/${policyId}/rules/${rule.id}`, { ...rule, ...change(rule) })
}

/** Waits for a job of a connection. */
async function ended(call: Call, { id }: { id: string }): Promise<void> {
  for (;;) {
    const { state } = await call<{ state: string }>('GET', `/gatehouse/v1/jobs/${id}`)
    if (state === 'COMPLETED') return
    if (state !== 'QUEUED' && state !== 'RUNNING') throw new Error(`the job ended ${state}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * Pulls an organization into another workspace, and changes both sides since, so that there is something to decide.
 * @returns the path of the page of the connection
 */
export async function differSince(here: HeadlessService, remote: HeadlessService): Promise<string> {
  const { id } = await here.request<{ id: string }>('POST', '/gatehouse/v1/connections', {
    ...{ name: 'Staging', address: remote.url },
    authentication: { type: 'API_TOKEN', token: remote.token },
  })
  const at = `/gatehouse/v1/connections/${id}`
  await ended(here.request, await here.request('POST', `${at}/pull`, {}))
  const [own, theirs] = [await policiesOf(here.request), await policiesOf(remote.request)]
  const [contractors, others] = [own.get('Contractors'), theirs.get('Contractors')]
  if (!contractors || !others) throw new Error('the sample has no policy for contractors')
  await changeRule(here.request, contractors.id, ({ name }) => ({ name: `${name}, supervised` }))
  await changeRule(remote.request, others.id, ({ name, actions }) => ({
    name: `${name}, on site`,
    actions: { signon: { ...actions.signon, requireFactor: false } },
  }))
  await here.request('POST', '/api/v1/groups', { profile: { name: 'Night crew', description: 'Berths 4 to 9' } })
  await remote.request('POST', '/api/v1/groups', { profile: { name: 'Harbour pilots' } })
  await ended(here.request, await here.request('POST', `${at}/compare`, {}))
  return `/sync/${id}`
}
