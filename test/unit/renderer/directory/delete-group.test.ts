// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { computed, ref } from 'vue'
import type { AccessLoss } from '#contract/gatehouse/access-loss.ts'
import DeleteGroup from '#ui/features/directory/DeleteGroup.vue'
import type { ObjectState } from '#ui/resource/object/useObject.ts'
import { answerPage } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'
import { pressButton } from '../../../helpers/press-button.ts'

const NOTHING: AccessLoss = {
  ...{ id: 'acl1', people: 0, apps: [], moreApps: 0 },
  ...{ exceptions: [], moreExceptions: 0, asking: [], moreAsking: 0 },
}

let loss: AccessLoss | Promise<AccessLoss>
let asked: unknown[]
beforeEach(() => {
  loss = NOTHING
  asked = []
  answerPage(async ({ pathname, body }) => {
    if (pathname.endsWith('/access-losses')) {
      asked.push(body)
      return Response.json(await loss)
    }
    return Response.json(pathname.endsWith('/users') ? [{ id: '00u1' }, { id: '00u2' }] : [])
  })
})
afterEach(() => vi.unstubAllGlobals())

const remove = vi.fn(async () => {})

async function opened() {
  const group = { id: '00g1', name: computed(() => 'Night shift'), references: { data: ref([]) }, remove }
  const props = { group: group as unknown as ObjectState, show: true }
  await mountPage(DeleteGroup, { props })
  const text = () => document.body.textContent ?? ''
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  return { text, confirm: () => document.body.querySelector<HTMLButtonElement>('button[type=submit]') }
}

it('who loses which application is shown before a group is deleted, and its name is asked for', async () => {
  loss = { ...NOTHING, people: 2, apps: [{ id: '0oa1', name: 'Build server', people: 2, status: 'ACTIVE' }] }
  const { text, confirm } = await opened()
  await vi.waitFor(() => expect(text()).toContain('2 people lose Build server'))
  expect(asked).toEqual([{ change: 'DELETE_GROUPS', groupIds: ['00g1'] }])
  await vi.waitFor(() => expect(confirm()?.disabled).toBe(true))
})

it('nothing is deleted while it is not known who loses what', async () => {
  const waiting = Promise.withResolvers<AccessLoss>()
  loss = waiting.promise
  const { text, confirm } = await opened()
  confirm()?.click()
  expect(remove).not.toHaveBeenCalled()
  waiting.resolve(NOTHING)
  await vi.waitFor(() => expect(text()).toContain('No one loses an application'))
  await pressButton(/^Delete group$/)
  await vi.waitFor(() => expect(remove).toHaveBeenCalledOnce())
})

it('where no one loses anything, it is deleted without a name', async () => {
  const { text, confirm } = await opened()
  await vi.waitFor(() => expect(text()).toContain('No one loses an application'))
  await vi.waitFor(() => expect(confirm()?.disabled).toBe(false))
})
