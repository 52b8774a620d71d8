// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { people } from '#ui/features/directory/people.ts'
import { createPersonForm } from '#ui/features/directory/person-form.ts'
import ObjectDialog from '#ui/resource/dialogs/ObjectDialog.vue'
import { answerPage } from '../../../helpers/answer-page.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

/** What the service finds wrong, by fields. */
let wrong: Record<string, string> = {}

const refusal = () => {
  const errorCauses = Object.entries(wrong).map(([location, said]) => ({
    errorSummary: `${location}: ${said}`,
    location,
  }))
  const body = { errorCode: 'E0000001', errorSummary: 'Api validation failed', errorId: 'x', errorCauses }
  return Response.json(body, { status: 400 })
}

beforeEach(() => answerPage(({ method }) => (method === 'POST' ? refusal() : Response.json([]))))
afterEach(() => vi.unstubAllGlobals())

async function open() {
  await mountPage(ObjectDialog, {
    props: { show: true, resource: people, form: createPersonForm([]), saved: () => undefined },
    dialogs: true,
  })
  const dialog = document.querySelector<HTMLElement>('[role=dialog]') ?? expect.unreachable()
  const field = (label: string) =>
    [...dialog.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label)) ?? expect.unreachable()
  const input = (label: string) => dialog.querySelector<HTMLInputElement>(`#${field(label).getAttribute('for')}`)!
  return {
    /** Labels of the fields that say a problem. */
    problems: () => ['First name', 'Last name', 'Email', 'Login'].filter((label) => field(label).closest('.wrong')),
    async write(label: string, text: string) {
      input(label).value = text
      input(label).dispatchEvent(new Event('input'))
      await flushPromises()
    },
    async create() {
      dialog.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }))
      await flushPromises()
    },
  }
}

describe('the empty form of a new person', () => {
  it('says no problem until it is sent, and then none at the login, which is the email address', async () => {
    wrong = { 'profile.email': 'must be an email address', 'profile.login': 'must have at least 5 characters' }
    const form = await open()
    expect(form.problems()).toEqual([])
    await form.write('First name', 'Ada')
    expect(form.problems()).toEqual([])
    await form.create()
    expect(form.problems()).toEqual(['Email'])
  })

  it('says at the login what is wrong with one that was given, or with an email address that is no login', async () => {
    wrong = { 'profile.login': 'is taken' }
    const form = await open()
    await form.write('Email', 'ada@example.test')
    await form.create()
    expect(form.problems()).toEqual(['Login'])
    wrong = { 'profile.email': 'is taken', 'profile.login': 'is taken' }
    await form.write('Login', 'ada.low')
    await form.create()
    expect(form.problems()).toEqual(['Email', 'Login'])
  })
})
