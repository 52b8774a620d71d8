import { beforeAll, expect, it } from 'vitest'
import { buildPath } from '#contract/interface/request-path.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import { ApiDocument } from '../fuzz/document.ts'
import { Objects } from '../fuzz/objects.ts'
import { Random } from '../fuzz/random.ts'
import { bodiesOf } from '../helpers/drift/bodies.ts'
import { NOT_WALKED } from '../helpers/drift/exceptions.ts'
import { RESOURCES } from '../helpers/drift/resources.ts'
import { setStage, type Stage } from '../helpers/drift/stage.ts'
import { LinkWalk, type LinkException } from '../helpers/link-walk.ts'
import { startServer } from '../helpers/server.ts'

/** Links that are as they were recorded, and do not lead where their form says. */
const EXCEPTIONS: readonly LinkException[] = [
  { why: 'only its POST exists, and it says nothing (spec/5 §8.2)', link: /_links\.(?:de)?activate$/, method: 'POST' },
  { why: 'the id of the policy follows, which is put there (spec/5 §8.2)', link: /App.* \._links\.policies$/ },
  { why: 'opens an application for a person, which is done nowhere here (spec/5 §8.2)', link: /\._links\.appLinks$/ },
  { why: 'people enrol there by the vendor’s own program (spec/5 §14)', link: /uthenticators? \._links\.enroll$/ },
  {
    why: 'another provider sends people there, of which none signs in here (spec/5 §9)',
    link: /dentityProviders? \._links\.(?:acs|clientRedirectUri)$/,
  },
  { why: 'the program itself, where it is built', link: /^getWellKnownOrganization \._links\.organization$/ },
]

/** What a reading needs besides its path. */
const QUERIES: Partial<Record<OperationId, string>> = {
  listPolicies: '?type=ACCESS_POLICY',
  listUsers: '?limit=2',
  listGroups: '?limit=2',
  listApps: '?limit=2',
}

/** Of these each kind has links of its own; one of all others is enough. */
const EVERY_KIND: readonly OperationId[] = [
  'createApp',
  'createPolicy',
  'createIdentityProvider',
  'createAuthenticator',
]

let walk: LinkWalk
beforeAll(async () => {
  const server = await startServer()
  const document = new ApiDocument((await (await server.client.fetch('/api/v1/openapi.json')).json()) as never)
  walk = new LinkWalk({ server, document, objects: new Objects(document, new Random(1)), exceptions: EXCEPTIONS })
  const stage = await setStage(server, 'identity')
  await makeAll(stage)
  await readAll()
  await switchAll()
}, 120_000)

/** Makes one of everything, in each of its kinds. */
async function makeAll(stage: Stage): Promise<void> {
  for (const { create } of RESOURCES.filter((known) => !NOT_WALKED[known.create])) {
    const bodies = bodiesOf(create, stage)
    const few = EVERY_KIND.includes(create) ? bodies.filter(isOfItsKind) : bodies.slice(0, 1)
    for (const body of few) {
      const params = stage.paramsOf(create, body)
      await walk.hear(
        create,
        buildPath(ROUTES[create].path, params),
        await stage.send(create, params, stage.withIds(body)),
      )
    }
  }
}

/** The least of a kind stands for all of it; those of the catalogue are labelled by their names. */
const isOfItsKind = (body: { name?: string; label?: string; key?: string }) =>
  /^The least|^[a-z_0-9]+ /.test(body.label ?? body.name ?? '') || body.key !== undefined

/** Reads everything that can be read of it, once and again for what the first reading told of. */
async function readAll(): Promise<void> {
  for (let round = 0; round < 3; round++)
    for (const operation of walk.document.operations) {
      const id = operation.id as OperationId
      const params = walk.objects.newest(operation) ?? walk.objects.bind(operation)
      if (operation.method === 'GET' && !walk.read.has(id) && params) await walk.call(id, params, QUERIES[id])
    }
}

/** Takes every step of a lifecycle, after which an object has other links. */
async function switchAll(): Promise<void> {
  const isStep = ({ method, path, body }: { method: string; path: string; body: unknown }) =>
    method === 'POST' && path.includes('/lifecycle/') && !body
  for (const operation of walk.document.operations.filter(isStep)) {
    const params = walk.objects.newest(operation)
    const read = walk.document.operations.find(
      ({ method, path }) => method === 'GET' && operation.path.startsWith(`${path}/lifecycle/`),
    )
    if (!params || !(await walk.call(operation.id as OperationId, params))) continue
    if (read) await walk.call(read.id as OperationId, params)
  }
}

it('every link of every reply leads to what can be read, or to an operation with the methods that it says', () => {
  expect([...walk.nowhere]).toEqual([])
  expect(walk.kinds).toBeGreaterThan(100)
})

it('every exception is needed', () => {
  expect(EXCEPTIONS.filter((exception) => !walk.needed.has(exception))).toEqual([])
})

it('the replies of most readings were looked at', () => {
  const readings = walk.document.operations.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/api/v1/'),
  )
  const unread = readings.filter(({ id }) => !walk.read.has(id)).map(({ id }) => id)
  expect(unread.length).toBeLessThan(readings.length / 10)
})
