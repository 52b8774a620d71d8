// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { expect, it, vi } from 'vitest'
import { h } from 'vue'
import type { CertificateRequest } from '#contract/credentials/signing-key.ts'
import CertificateRequests from '#ui/resource/credentials/CertificateRequests.vue'
import type { KeyOwner } from '#ui/resource/credentials/key-owner.ts'

it('a certificate goes to the request of the row in which its file was chosen', async () => {
  const listed = ['csr-first', 'csr-second'].map((id) => ({ id, csr: '', created: '2026-11-21T12:00:00.000Z' }))
  const publish = vi.fn<KeyOwner['publish']>(() => Promise.resolve())
  const listRequests = () => Promise.resolve(listed as CertificateRequest[])
  const owner = { noun: 'application', canManage: true, listRequests, publish } as unknown as KeyOwner
  const card = mount(
    { render: () => h(NMessageProvider, () => h(CertificateRequests, { owner })) },
    { global: { plugins: [createPinia()] } },
  )
  await flushPromises()
  const file = new File(['pem'], 'issued.pem')
  const inputs = card.findAll<HTMLInputElement>('li input[type=file]')
  Object.defineProperty(inputs[1]?.element, 'files', { value: [file] })
  await inputs[1]?.trigger('change')
  await flushPromises()
  expect(inputs.map((input) => input.attributes('aria-label'))).toEqual([
    expect.stringContaining('first'),
    expect.stringContaining('second'),
  ])
  expect(publish.mock.calls).toEqual([['csr-second', file]])
})
