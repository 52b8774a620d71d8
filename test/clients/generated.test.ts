import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypes, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { beforeAll, expect, it, vi } from 'vitest'
import { aFolder } from '../helpers/server.ts'
import { startSdk, type Sdk } from './sdk.ts'

type Document = Exclude<Parameters<typeof openapiTypes>[0], string | URL | Buffer> & object

let server: Sdk['server']
let folder: string
beforeAll(async () => {
  ;({ server } = await startSdk())
  folder = await aFolder()
})

/** The description of the interface as clients get it. @param preference for our own words in place of those of the workspace */
const documentIn = async (preference: Record<string, string>) =>
  (await (await fetch(`${server.url}/api/v1/openapi.json`, { headers: preference })).json()) as Document
const OWN = { Prefer: 'vocabulary=svc' }

const STRICT: ts.CompilerOptions = {
  ...{ strict: true, noEmit: true, noUnusedLocals: true, skipDefaultLibCheck: true },
  ...{ target: ts.ScriptTarget.ES2024, lib: ['lib.es2024.d.ts'], types: [] },
  ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
}

/** What the compiler says of files. */
const complaintsOf = (files: string[]) =>
  ts.getPreEmitDiagnostics(ts.createProgram(files, STRICT)).map(({ file, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, '\n')
    return `${file?.fileName ?? ''}: ${text}`
  })

it('types are made of the document by openapi-typescript, in either vocabulary, without a warning', async () => {
  const warnings = vi.spyOn(console, 'warn')
  const files: string[] = []
  for (const [name, preference] of [
    ['own', OWN],
    ['public', {}],
  ] as const) {
    const types = astToString(await openapiTypes(await documentIn(preference)))
    expect([types.includes('SVC_SIGN_ON'), types.includes('OKTA_SIGN_ON')]).toEqual([name === 'own', name !== 'own'])
    const file = join(folder, `${name}.ts`)
    await writeFile(file, types)
    files.push(file)
  }
  expect(complaintsOf(files)).toEqual([])
  expect(warnings.mock.calls).toEqual([])
})

interface Answer<T> {
  data?: T
  error?: { errorCode: string }
}
interface Group {
  id: string
  profile: { name: string }
}
type InPath = { path: { groupId: string } }

/** What of the generated client is called here. */
interface Generated {
  client: { setConfig(config: { baseUrl: string; auth: () => string }): void }
  createGroup(call: { body: { profile: { name: string } } }): Promise<Answer<Group>>
  getGroup(call: InPath): Promise<Answer<Group>>
  listGroups(call: { query: { q: string } }): Promise<Answer<Group[]>>
  deleteGroup(call: InPath): Promise<Answer<unknown>>
}

it('a client that @hey-api/openapi-ts generates of the document creates, reads, lists and deletes', async () => {
  const output = join(folder, 'client')
  await createClient({
    ...{ input: { ...(await documentIn({})) }, output, logs: { level: 'silent', file: false } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  })
  const calls = (await import(join(output, 'sdk.gen.ts'))) as Generated
  const { client } = (await import(join(output, 'client.gen.ts'))) as Generated
  client.setConfig({ baseUrl: server.url, auth: () => `SSWS ${server.token}` })
  const { data: made } = await calls.createGroup({ body: { profile: { name: 'Generated' } } })
  const path = { groupId: made?.id ?? '' }
  expect((await calls.getGroup({ path })).data).toMatchObject({ id: path.groupId, type: 'OKTA_GROUP' })
  expect((await calls.listGroups({ query: { q: 'Gen' } })).data).toMatchObject([{ profile: { name: 'Generated' } }])
  expect((await calls.deleteGroup({ path })).error).toBeUndefined()
  expect((await calls.getGroup({ path })).error).toMatchObject({ errorCode: 'E0000007' })
})
