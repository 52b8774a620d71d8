import { beforeAll, describe, expect, it } from 'vitest'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import { POLICY_TYPES, POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import { ENGINES } from '#contract/gatehouse/workspace.ts'
import type { Client } from '../helpers/client.ts'
import { startServer } from '../helpers/server.ts'

interface Shown {
  id: string
  system?: boolean
  _links?: Record<string, unknown>
}

/** What the service lets be replaced: its link to itself says so. */
function replaceable({ _links }: Shown): boolean {
  const { hints } = _links?.['self'] as { hints?: { allow: string[] } }
  return hints?.allow.includes('PUT') ?? false
}

/**
 * Without what not every answer holds: the reply to the PUT of an identity provider or a device assurance does not say when it was
 * made, or by whom, and only lists embed.
 */
const NOT_ALWAYS = ['created', 'createdDate', 'createdBy', 'lastUpdated', 'lastUpdate', 'lastUpdatedBy', '_embedded']
/** The answer to the PUT of a client holds its secret, a read does not (spec/5 §8.4). */
function withoutSecret(credentials: { oauthClient?: Record<string, unknown> }) {
  const { client_secret: _, ...oauthClient } = credentials.oauthClient ?? {}
  return credentials.oauthClient ? { ...credentials, oauthClient } : credentials
}

function settled(shown: object) {
  const { credentials, ...rest } = shown as { credentials?: object }
  const always = Object.fromEntries(Object.entries(rest).filter(([key]) => !NOT_ALWAYS.includes(key)))
  return credentials ? { ...always, credentials: withoutSecret(credentials) } : always
}

/** Sends an object back as it was read; the answer must be the same object. */
async function echo(client: Client, path: string, shown: Shown): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await client.fetch(path, { method: 'PUT', headers, body: JSON.stringify(shown) })
  expect([path, settled((await response.json()) as object)]).toEqual([path, settled(shown)])
}

async function list(client: Client, path: string): Promise<Shown[]> {
  return (await (await client.fetch(path)).json()) as Shown[]
}

const COLLECTIONS = ['zones', 'behaviors', 'idps', 'authorizationServers'] as const
const OF_IDENTITY = ['authenticators', 'device-assurances'] as const

describe.each(ENGINES)(
  'in the sample organization on the %s engine, what is read can be sent back unchanged:',
  (engine) => {
    let client: Client
    beforeAll(async () => {
      ;({ client } = await startServer({ engine, sample: true }))
    }, 60_000)

    it('policies and rules of every type', async () => {
      const types = POLICY_TYPE_NAMES.filter((type) => engine === 'identity' || POLICY_TYPES[type].engine === 'both')
      for (const type of types)
        for (const policy of (await client.call('listPolicies', { query: { type } })).body as Policy[]) {
          const self = new URL((policy._links['self'] as { href: string }).href).pathname
          await echo(client, self, policy)
          for (const rule of (await list(client, `${self}/rules`)) as Rule[])
            if (replaceable(rule)) await echo(client, `${self}/rules/${rule.id}`, rule)
        }
    })

    it('everything that policies name', async () => {
      for (const collection of [...COLLECTIONS, ...(engine === 'identity' ? OF_IDENTITY : [])])
        for (const shown of await list(client, `/api/v1/${collection}`))
          await echo(client, `/api/v1/${collection}/${shown.id}`, shown)
    })

    it('applications', async () => {
      for (const shown of (await client.call('listApps', { query: { limit: -1 } })).body)
        if (!shown.name.startsWith('svc_')) await echo(client, `/api/v1/apps/${shown.id}`, shown)
    })

    it('applications, whose clients have a secret from the start where they use one', async () => {
      const methods: unknown[] = []
      for (const { id, name, credentials } of (await client.call('listApps', { query: { limit: -1 } })).body) {
        if (name !== 'oidc_client') continue
        const { token_endpoint_auth_method: method } = credentials.oauthClient as { token_endpoint_auth_method: string }
        const { body } = await client.call('listClientSecrets', { params: { appId: id } })
        expect([id, body.map(({ status }) => status)]).toEqual([id, method === 'none' ? [] : ['ACTIVE']])
        methods.push(method)
      }
      expect(methods.length).toBeGreaterThan(2)
    })
  },
)
