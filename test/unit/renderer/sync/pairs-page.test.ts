// @vitest-environment happy-dom
import type { DetachedWindowAPI } from 'happy-dom'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import ConnectionPage from '#ui/features/sync/ConnectionPage.vue'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { makeClient } from '../../../helpers/client.ts'
import { startLogService } from '../../../helpers/log-service.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { buttonReady, pressButton } from '../../../helpers/press-button.ts'
import { useServicePage } from '../../../helpers/service-page.ts'
import { pulled } from '../../../helpers/sync/connections.ts'

const service = useServicePage()
/** A bound on hanging: what is waited for comes in a second on an idle machine. */
const WAIT = { timeout: 100_000 }
let remote: Awaited<ReturnType<typeof startLogService>>
let connectionId: string
beforeAll(async () => {
  remote = await startLogService(0)
  await remote.write(['Night shift', 'Crane operators'])
  const authentication = { type: 'API_TOKEN' as const, token: remote.token }
  const body = { name: 'Harbour', address: remote.url, authentication }
  connectionId = (await service.client.call('createConnection', { body })).body.id
  await pulled(service, connectionId)
})
afterAll(() => remote.stop())
afterEach(() => (document.body.innerHTML = ''))

const says = (words: string | RegExp) => vi.waitFor(() => expect(document.body.textContent).toMatch(words), WAIT)

/** Works with the remote, as a page of it. */
async function there<T>(work: (client: ReturnType<typeof makeClient>) => Promise<T>): Promise<T> {
  const { happyDOM } = window as unknown as { happyDOM: DetachedWindowAPI }
  happyDOM.setURL(remote.url)
  return work(makeClient(remote)).finally(() => happyDOM.setURL(service.url))
}
const groupNamed = async ({ call }: ReturnType<typeof makeClient>, name: string) =>
  (await call('listGroups', { query: { q: name } })).body[0]?.id ?? expect.unreachable(`no group ${name}`)

it('what was deleted here and changed at the remote can be paired with what is here in its place, among the conflicts', async () => {
  const { call } = service.client
  await call('deleteGroup', { params: { groupId: await groupNamed(service.client, 'Night shift') } })
  await call('createGroup', { body: { profile: { name: 'Night crew' } } })
  await there(async (client) => {
    const params = { groupId: await groupNamed(client, 'Night shift') }
    await client.call('replaceGroup', { params, body: { profile: { name: 'Night shift', description: 'Late' } } })
  })
  await mountPage(ConnectionPage, { props: { connectionId }, dialogs: true })
  await says(remote.url)
  await pressButton('Compare')
  await says('Groups: 1 conflict')
  await pressButton('Pair with…: Night shift')
  await says('Pair Night shift')
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('The group Night shift is only in Harbour.')
  await buttonReady('Cancel')
})

it('names that several have come first: what follows from them is decided after them', async () => {
  for (let copies = 0; copies < 2; copies += 1) {
    await service.client.call('createApp', { body: soundApp('BOOKMARK', 'Wiki') as never })
    await there((client) => client.call('createApp', { body: soundApp('BOOKMARK', 'Wiki') as never }))
  }
  await mountPage(ConnectionPage, { props: { connectionId }, dialogs: true })
  await says(remote.url)
  await pressButton('Compare')
  await says('Ambiguous names')
  const titles = [...document.querySelectorAll('main h2, .result h2')].map((one) => one.textContent.trim())
  expect(titles[0]).toBe('Ambiguous names')
  expect(titles).toContain('Groups: 1 conflict')
  expect(document.querySelector('caption .caption')?.textContent).toMatch(/^Wiki Application(?!s)/)
})
