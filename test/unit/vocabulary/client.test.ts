import { describe, expect, it } from 'vitest'
import { buildPath, buildQuery } from '#contract/interface/request-path.ts'
import type { Route } from '#contract/interface/route.ts'
import { ROUTE_LIST, ROUTES } from '#contract/routes/index.ts'
import { edgeOf } from '#vocabulary/edge.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { SOUND_BODIES } from '../../helpers/sound-bodies.ts'
import { startServer } from '../../helpers/server.ts'

const vocabulary = SHIPPED_VOCABULARIES['okta']
if (!vocabulary) throw new Error('the vocabulary is gone')
const edge = edgeOf(vocabulary)
const parts = (query: object, body?: unknown, params: object = {}) => ({ params, query, body })

describe('a client of an instance with a vocabulary', () => {
  it('asks by its words: choices, filters, names of fields and paths', () => {
    expect(edge.writeRequest(ROUTES.listPolicies as Route, parts({ type: 'SVC_SIGN_ON' })).query).toEqual({
      type: 'OKTA_SIGN_ON',
    })
    const filter = 'type eq "SVC_GROUP" and profile.name eq "SVC_GROUP"'
    expect(edge.writeRequest(ROUTES.listGroups as Route, parts({ filter })).query).toEqual({
      filter: 'type eq "OKTA_GROUP" and profile.name eq "SVC_GROUP"',
    })
    expect(edge.writeRequest(ROUTES.getWellKnownOrganization as Route, parts({})).path).toBe(
      '/.well-known/okta-organization',
    )
  })

  it('is understood as it was meant, whatever the body', () => {
    let changed = 0
    for (const { id, route } of ROUTE_LIST)
      for (const body of SOUND_BODIES[id] ?? []) {
        const sent = edge.writeRequest(route, parts({}, body))
        expect(edge.read(route, sent).body, id).toEqual(body)
        if (JSON.stringify(sent.body) !== JSON.stringify(body)) changed += 1
      }
    expect(changed).toBeGreaterThan(5)
  })

  it('leaves words that it does not know, and ours, as they came', () => {
    const group = { id: '00g1', type: 'NEW_KIND_OF_GROUP', profile: { name: 'A' }, unknown: { OKTA_X: 'OKTA_GROUP' } }
    expect(edge.readReply(ROUTES.getGroup as Route, 200, group)).toEqual(group)
    expect(edge.readReply(ROUTES.getGroup as Route, 200, { ...group, type: 'SVC_GROUP' })).toMatchObject({
      type: 'SVC_GROUP',
    })
  })
})

it('reads what such an instance answers as that would have answered in our words', async () => {
  const server = await startServer({ sample: true, vocabulary })
  const lists = ['listPolicies', 'listGroups', 'listUsers', 'listApps', 'listAuthenticators', 'listLogEvents'] as const
  const read = async (path: string, headers: Record<string, string>) =>
    (await (await server.client.fetch(path, { headers })).json()) as unknown
  let differ = 0
  for (const id of [...lists, 'getOrganization', 'getSupportSetting', 'getClientPrivileges'] as const) {
    const route = ROUTES[id] as Route
    const query = {
      ...(id === 'listPolicies' && { type: 'SVC_SIGN_ON' }),
      ...(id === 'listLogEvents' && { limit: 300 }),
    }
    const asked = edge.writeRequest(route, parts(query))
    const theirs = await read(buildPath(asked.path) + buildQuery(asked.query as Record<string, unknown>), {
      Prefer: 'handling=lenient',
    })
    const ours = await read(buildPath(route.path) + buildQuery(query), { Prefer: 'vocabulary=svc' })
    expect(edge.readReply(route, 200, theirs), id).toEqual(ours)
    if (JSON.stringify(theirs) !== JSON.stringify(ours)) differ += 1
  }
  expect(differ).toBeGreaterThan(4)
})
