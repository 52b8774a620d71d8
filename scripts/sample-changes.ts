import type { HeadlessService } from '../test/helpers/headless-service.ts'

interface Named {
  id: string
  name: string
}
interface Rule extends Named {
  actions: { signon: object }
}
type Service = Pick<HeadlessService, 'url' | 'token'>

/** Asks as a super administrator. @returns null for no content @throws Error with the service's words */
async function ask<T>({ url, token }: Service, method: string, path: string, body?: object): Promise<T | null> {
  const headers = { authorization: `SSWS ${token}`, 'content-type': 'application/json' }
  const reply = await fetch(url + path, { method, headers, body: body ? JSON.stringify(body) : null })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${String(reply.status)} ${text}`)
  return text ? (JSON.parse(text) as T) : null
}

/**
 * Changes what pictures show changed, in the sample organization of a service; policies and rules of sessions by their names.
 * @param base of a draft: its path
 */
export function sampleChanges(service: Service, base = '') {
  const call = <T>(method: string, path: string, body?: object) =>
    ask<T>(service, method, `${base}/api/v1${path}`, body)
  async function policyId(policy: string): Promise<string> {
    const policies = (await call<Named[]>('GET', '/policies?type=SVC_SIGN_ON')) ?? []
    const found = policies.find(({ name }) => name === policy)
    if (!found) throw new Error(`the sample has no policy ${policy}`)
    return found.id
  }
  async function find(policy: string, name: string): Promise<{ path: string; rule: Rule }> {
    const path = `/policies/${await policyId(policy)}/rules`
    const rule = ((await call<Rule[]>('GET', path)) ?? []).find((one) => one.name === name)
    if (!rule) throw new Error(`the sample has no rule ${name} in ${policy}`)
    return { path: `${path}/${rule.id}`, rule }
  }
  return {
    policyId,
    addGroup: (name: string, description: string) => call('POST', '/groups', { profile: { name, description } }),
    changeRule: async (policy: string, name: string, change: { name?: string; signon?: object }) => {
      const { path, rule } = await find(policy, name)
      const actions = { signon: { ...rule.actions.signon, ...change.signon } }
      await call('PUT', path, { ...rule, name: change.name ?? rule.name, actions })
    },
    activateRule: async (policy: string, name: string) =>
      call('POST', `${(await find(policy, name)).path}/lifecycle/activate`),
    removeRule: async (policy: string, name: string) => call('DELETE', (await find(policy, name)).path),
  }
}

/** Waits for a job. @throws Error where it does not end as it has to */
export async function jobEnded(
  { request }: Pick<HeadlessService, 'request'>,
  { id }: { id: string },
  expected = 'COMPLETED',
): Promise<void> {
  for (;;) {
    const { state } = await request<{ state: string }>('GET', `/gatehouse/v1/jobs/${id}`)
    if (state === expected) return
    if (state !== 'QUEUED' && state !== 'RUNNING') throw new Error(`the job ended ${state}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
