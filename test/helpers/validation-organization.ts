import { LIMITS } from '#contract/interface/limits.ts'
import { POLICY_TYPES, POLICY_TYPE_NAMES, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { newId } from '#db/ids.ts'
import { openStore } from '#db/store.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import type { OrganizationName } from './validation-cases.ts'
import { buildRequest, type CaseRequest, type Names } from './validation-request.ts'
import { watchState } from './validation-state.ts'
import { START, startServer, type TestServer } from './server.ts'

/** A running service with the objects that cases name, and a look at its file from outside. */
export interface PreparedOrganization {
  server: TestServer
  names: Names
  send(request: CaseRequest): Promise<{ status: number; body: unknown; headers: Headers }>
  /** A digest of everything that the workspace holds, its log aside. */
  state(): Promise<string>
}

type Make = (like: string, path: string, set?: Record<string, unknown>) => Promise<string>

/** Names of things that do not exist, of each kind. */
const NOWHERE = {
  policy: '00pNowhereNowhere000',
  ruleSet: 'rstNowhereNowhere000',
  rule: '0prNowhereNowhere000',
  group: '00gNowhereNowhere000',
  user: '00uNowhereNowhere000',
  userType: 'otyNowhereNowhere000',
  zone: 'nzoNowhereNowhere000',
  app: '0oaNowhereNowhere000',
  mapping: 'mapNowhereNowhere000',
  behavior: 'behNowhereNowhere000',
  assurance: 'daeNowhereNowhere000',
  authenticator: 'autNowhereNowhere000',
  server: 'ausNowhereNowhere000',
} as const

/** Types of which an administrator can make a policy under `/policies`, by engine. */
function typesOf(engine: Engine): PolicyType[] {
  return POLICY_TYPE_NAMES.filter(
    (type) =>
      POLICY_TYPES[type].parent === 'policies' && (engine === 'identity' || POLICY_TYPES[type].engine === 'both'),
  )
}

async function makeObjects({ client, make }: TestServer, engine: Engine, names: Names, create: Make): Promise<void> {
  names.set('everyone', (await client.call('listGroups', { query: { q: 'Everyone' } })).body[0]?.id ?? '')
  names.set('group', (await make.aGroup('Staff')).id)
  names.set('otherGroup', (await make.aGroup('Contractors')).id)
  names.set('person', (await make.aUser({ login: 'ann@example.test' }, [names.get('group') as string])).id)
  names.set('stranger', (await make.aUser({ login: 'bob@example.test' })).id)
  const type = await client.call('createUserType', { body: { name: 'contractor', displayName: 'Contractor' } })
  names.set('userType', type.body.id)
  names.set('zone', (await make.aZone({ name: 'HQ' })).id)
  const apps = (await client.call('listApps', { query: { q: 'svc_enduser' } })).body
  names.set('platformApp', apps[0]?.id ?? '')
  names.set('app', (await make.anApp('Portal')).id)
  const params = { appId: names.get('app') as string, groupId: names.get('group') as string }
  await client.call('assignAppGroup', { params, body: {} })
  names.set('behavior', await create('behavior', '/behaviors'))
  names.set('provider', await create('identity provider', '/idps'))
  if (engine === 'classic') return
  for (const { id, key } of (await client.call('listAuthenticators')).body) names.set(`authenticator.${key}`, id)
  names.set('assurance', await create('device assurance', '/device-assurances'))
}

/** Of each type: `default.T`, `defaultRule.T`, and where one can be made `policy.T` with `rule.T` and `catchAll.T`. */
async function makePolicies(server: TestServer, engine: Engine, names: Names): Promise<void> {
  const { client, make } = server
  const rulesOf = async (policyId: string) => (await client.call('listRules', { params: { policyId } })).body
  for (const type of typesOf(engine)) {
    const theDefault = await make.theDefault(type)
    names.set(`default.${type}`, theDefault.id)
    names.set(`defaultRule.${type}`, (await rulesOf(theDefault.id)).find((rule) => rule.system)?.id ?? '')
    if (!POLICY_TYPES[type].creatable) {
      if (type !== 'IDP_DISCOVERY' || engine === 'identity')
        names.set(`rule.${type}`, (await make.aRule(theDefault, { name: `Rule of ${type}` })).id)
      continue
    }
    const policy = await make.aPolicy(type, { name: `Own ${type}` })
    names.set(`policy.${type}`, policy.id)
    const closing = (await rulesOf(policy.id)).find((rule) => rule.system)
    if (closing) names.set(`catchAll.${type}`, closing.id)
    if (POLICY_TYPES[type].maxRules !== 1)
      names.set(`rule.${type}`, (await make.aRule(policy, { name: `Rule of ${type}` })).id)
  }
}

async function makeServerPolicies(names: Names, create: Make, list: (path: string) => Promise<unknown>): Promise<void> {
  const first = async (path: string) => (await list(path)) as { id: string; default?: boolean; system?: boolean }[]
  const own = (await first('/authorizationServers')).find((server) => server.default)?.id as string
  names.set('server.default', own)
  const type = 'OAUTH_AUTHORIZATION_POLICY'
  const closing = (await first(`/authorizationServers/${own}/policies`)).find((policy) => policy.system)?.id as string
  names.set(`default.${type}`, closing)
  const rules = await first(`/authorizationServers/${own}/policies/${closing}/rules`)
  names.set(`defaultRule.${type}`, rules.find((rule) => rule.system)?.id ?? '')
  const server = await create('server', '/authorizationServers')
  names.set('server', server)
  const policy = await create(`policy ${type}`, `/authorizationServers/${server}/policies`)
  names.set(`policy.${type}`, policy)
  names.set(`rule.${type}`, await create(`rule ${type}`, `/authorizationServers/${server}/policies/${policy}/rules`))
}

async function makeMapping({ client }: TestServer, names: Names): Promise<void> {
  const policyId = names.get('policy.ACCESS_POLICY')
  if (!policyId) return
  await client.call('assignAppPolicy', { params: { appId: names.get('app') as string, policyId } })
  names.set('mapping', (await client.call('listPolicyMappings', { params: { policyId } })).body[0]?.id ?? '')
}

/** Starts a service and makes in it what cases name. */
export async function prepareOrganization(name: OrganizationName): Promise<PreparedOrganization> {
  const engine = name === 'classic' ? 'classic' : 'identity'
  const server = name === 'full' ? await startFullServer() : await startServer({ engine })
  const names: Names = new Map(Object.entries(NOWHERE).map(([kind, id]) => [`nowhere.${kind}`, id]))
  names.set('url', server.url)
  const read = async (path: string) => (await server.client.fetch(path)).json() as Promise<unknown>

  const send = async (request: CaseRequest) => {
    const { method, path, body } = await buildRequest(request, names, read)
    const content = body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }
    const response = await server.client.fetch(path, { method, ...content })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text ? (JSON.parse(text) as unknown) : undefined,
    }
  }
  const create: Make = async (like, path, set = {}) => {
    const { status, body } = await send({ method: 'POST', path, like, set })
    if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`)
    return (body as { id: string }).id
  }
  if (name === 'full') await nameFull(server, names)
  else {
    await makeObjects(server, engine, names, create)
    await makePolicies(server, engine, names)
    await makeServerPolicies(names, create, (path) => read(`/api/v1${path}`))
    await makeMapping(server, names)
  }
  return { server, names, send, state: await watchState(server.dataFile) }
}

/** The rules of this policy are as many as an authentication policy may have. */
const CROWDED = 'Crowded'

/** An organization whose limited lists are full, filled behind the interface: five thousand requests would take long. */
async function startFullServer(): Promise<TestServer> {
  const server = await startServer()
  const crowded = await server.make.aPolicy('ACCESS_POLICY', { name: CROWDED })
  await server.stop()
  const stamp = new Date(START).toISOString()
  const store = await openStore(server.dataFile, stamp)
  const filler = { status: 'ACTIVE', system: false, created: stamp, lastUpdated: stamp } as const
  await store.write(async (tx) => {
    for (const type of ['ACCESS_POLICY', 'PROFILE_ENROLLMENT'] as const) {
      const missing = POLICY_TYPES[type].maxPolicies - (await policies.count(tx, { type }))
      const records = Array.from({ length: missing }, (_, index) => ({
        ...{ ...filler, id: newId('ruleSet'), name: `Filler ${index}`, type, priority: 1 },
        ...{ description: null, conditions: null, settings: null },
      }))
      await policies.insertMany(tx, records)
    }
    const rules = Array.from({ length: LIMITS.rulesPerAccessPolicy - 1 }, (_, priority) => ({
      ...{ ...filler, id: newId('ruleSetRule'), policyId: crowded.id, name: `Filler ${priority}`, priority },
      ...{ conditions: null, actions: { appSignOn: { access: 'DENY' } } },
    }))
    await policyRules.insertMany(tx, rules)
  })
  await store.close()
  return startServer({ dataFile: server.dataFile })
}

async function nameFull({ client }: TestServer, names: Names): Promise<void> {
  const query = { type: 'ACCESS_POLICY', q: CROWDED }
  names.set('crowded', (await client.call('listPolicies', { query })).body[0]?.id ?? '')
}

/** Sends a request that prepares a case; its refusal fails the case. */
export async function arrange(organization: PreparedOrganization, setup: CaseRequest & { as?: string }): Promise<void> {
  const { as, ...request } = setup
  const { status, body } = await organization.send(request)
  if (status >= 300) throw new Error(`${request.method} ${request.path} answered ${status}: ${JSON.stringify(body)}`)
  if (as) keep(organization.names, as, body)
}

/** Gives the id in a reply a name; of a list, the first. */
export function keep(names: Names, as: string, body: unknown): void {
  const id = ([body].flat()[0] as { id?: string } | undefined)?.id
  if (!id) throw new Error(`nothing to call ${as} in ${JSON.stringify(body)}`)
  names.set(as, id)
}
