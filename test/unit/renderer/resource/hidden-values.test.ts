// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ref, type Component } from 'vue'
import { authenticators } from '#ui/features/access/collections/authenticators.ts'
import { policyForm, protocolForm } from '#ui/features/providers/form/provider-form.ts'
import { providers } from '#ui/features/providers/providers.ts'
import CollectionDrawer from '#ui/resource/collection/CollectionDrawer.vue'
import ObjectDialog from '#ui/resource/dialogs/ObjectDialog.vue'
import { isOneOf, type FieldSpec } from '#ui/resource/form/field-specs.ts'
import { bodyOf } from '#ui/resource/form/form-body.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

/** What was sent to replace something. */
let sent: Record<string, unknown>[] = []
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', (address: string, { method, body }: RequestInit = {}) => {
    if (method !== 'PUT') return Promise.resolve(Response.json(address.endsWith('/change-reviews') ? NO_ONE : []))
    const json = JSON.parse(String(body)) as Record<string, unknown>
    sent.push(json)
    return Promise.resolve(Response.json(json))
  })
})
afterEach(() => vi.unstubAllGlobals())

const NO_ONE = { id: 'crv1', considered: 0, affected: 0, effects: [], notes: [] }
const STAMPS = { status: 'ACTIVE', created: '2026-01-01T00:00:00.000Z', lastUpdated: '2026-01-01T00:00:00.000Z' }

it('what was hidden at first and is so still stays as it was stored, whatever was typed in between', () => {
  const fields: FieldSpec[] = [
    { path: 'by', label: 'By', control: 'choice', options: [] },
    { path: 'far', label: 'Far', control: 'number', when: isOneOf('by', 'DISTANCE') },
  ]
  expect(bodyOf(fields, { by: 'CITY', far: 5 }, { by: 'CITY', far: 3 })).toEqual({ by: 'CITY', far: 3 })
  expect(bodyOf(fields, { by: 'CITY', far: 5 }, { by: 'CITY' })).toEqual({ by: 'CITY' })
  expect(bodyOf(fields, { by: 'CITY', far: 5 }, { by: 'DISTANCE', far: 3 })).toEqual({ by: 'CITY' })
  expect(bodyOf(fields, { by: 'CITY', far: 5 })).toEqual({ by: 'CITY' })
})

/** Saves an edit of one object of its form's dialog, as it is. */
async function saveDialog(form: typeof policyForm, object: object) {
  const show = ref(true)
  await mountPage(ObjectDialog as Component, {
    props: { resource: providers, form, object, saved: () => undefined, show: show.value },
  })
  document.querySelector('[role=dialog] form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
  return sent[0] ?? expect.unreachable()
}

/** A provider that a script has set up with more than its forms show. */
const GOOGLE = {
  ...{ id: '0oa1', type: 'GOOGLE', name: 'Google', issuerMode: 'DYNAMIC', ...STAMPS, _links: {} },
  protocol: {
    type: 'OIDC',
    endpoints: {
      authorization: { url: 'https://proxy.example.com/auth', binding: 'HTTP-REDIRECT' },
      token: { url: 'https://proxy.example.com/token', binding: 'HTTP-POST' },
    },
    scopes: ['openid', 'email'],
    credentials: { client: { client_id: 'berths', pkce_required: true } },
  },
  policy: {
    provisioning: {
      action: 'DISABLED',
      profileMaster: false,
      groups: { action: 'SYNC', filter: ['00g1'], sourceAttributeName: 'teams' },
      conditions: { deprovisioned: { action: 'NONE' }, suspended: { action: 'NONE' } },
    },
    accountLink: { action: 'DISABLED', filter: { groups: { include: ['00g2'] } } },
    subject: {
      userNameTemplate: { template: 'idpuser.email' },
      filter: null,
      matchType: 'EMAIL',
      matchAttribute: 'employeeNumber',
    },
    maxClockSkew: 0,
    transformedUsernameMatchingEnabled: false,
  },
}

it('the protocol of a provider keeps endpoints that its form does not show', async () => {
  const { protocol } = await saveDialog(protocolForm, GOOGLE)
  expect(protocol).toEqual(GOOGLE.protocol)
})

it('what becomes of people keeps the groups and the attribute that matter only under another choice', async () => {
  const { policy } = (await saveDialog(policyForm, GOOGLE)) as typeof GOOGLE
  expect(policy.provisioning).toEqual(GOOGLE.policy.provisioning)
  expect(policy.accountLink).toEqual(GOOGLE.policy.accountLink)
  expect(policy.subject.matchAttribute).toBe('employeeNumber')
})

it('an authenticator keeps its provider and the application behind it', async () => {
  const common = { id: 'aut1', type: 'app', name: 'Verify', ...STAMPS, _links: {} }
  const provider = { type: 'PUSH', configuration: { host: 'push.example.com' } }
  const object = {
    ...common,
    key: 'svc_verify',
    settings: { appInstanceId: '0oa2', userVerification: 'PREFERRED' },
    provider,
  }
  await mountPage(CollectionDrawer as Component, { props: { collection: authenticators, object }, dialogs: true })
  const name = [...document.querySelectorAll('input')].find(({ value }) => value === 'Verify') ?? expect.unreachable()
  name.value = 'Verify it'
  name.dispatchEvent(new Event('input'))
  await flushPromises()
  name.closest('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
  expect(sent[0]).toMatchObject({ name: 'Verify it', settings: { appInstanceId: '0oa2' }, provider })
})
