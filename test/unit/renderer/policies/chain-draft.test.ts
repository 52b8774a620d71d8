// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { NDialogProvider, NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { h, nextTick, ref } from 'vue'
import { verificationMethodSchema } from '#contract/policy/assurance.ts'
import AccessForm from '#ui/features/policies/rule/actions/AccessForm.vue'
import { blankChain, chainOf, methodsPath, ofKind, stepsIn } from '#ui/features/policies/rule/actions/chain-draft.ts'
import { chainOptions, inSpelling } from '#ui/features/policies/rule/actions/factor-options.ts'

const step = (key: string, method?: string) => ({ authenticationMethods: [method ? { key, method } : { key }] })
const CHAIN = { ...step('svc_password', 'password'), next: [{ ...step('svc_email'), next: [step('webauthn')] }] }

describe('a chain in the form', () => {
  it('is a list of steps, and the same JSON again, further keys included', () => {
    const odd = { ...CHAIN, own: 1 }
    expect(stepsIn(odd)).toEqual([{ ...step('svc_password', 'password'), own: 1 }, step('svc_email'), step('webauthn')])
    expect(chainOf(stepsIn(odd))).toEqual(odd)
    expect(stepsIn('no chain')).toEqual([])
    expect(chainOf([])).toEqual({ authenticationMethods: [] })
  })

  it('knows where the methods of a step stand', () => {
    expect([0, 1, 2].map(methodsPath)).toEqual([
      'authenticationMethods',
      'next.0.authenticationMethods',
      'next.0.next.0.authenticationMethods',
    ])
  })

  it('begins with a password and a step that is yet to be chosen', () => {
    const { error } = verificationMethodSchema.safeParse(ofKind('AUTH_METHOD_CHAIN', null))
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['chains.0.next.0.authenticationMethods'])
    expect(stepsIn(blankChain())).toHaveLength(2)
  })

  it('takes over how often people are asked, and gives it back', () => {
    const factors = { type: 'ASSURANCE', factorMode: '1FA', reauthenticateIn: 'PT3H' }
    const chains = ofKind('AUTH_METHOD_CHAIN', factors)
    expect(chains).toMatchObject({ type: 'AUTH_METHOD_CHAIN', reauthenticateIn: 'PT3H' })
    expect(chains).not.toHaveProperty('factorMode')
    const back = ofKind('ASSURANCE', { ...chains, reauthenticateIn: 'PT4H' }, factors)
    expect(back).toEqual({ ...factors, reauthenticateIn: 'PT4H' })
    expect(verificationMethodSchema.safeParse(ofKind('ASSURANCE', null)).success).toBe(true)
  })
})

describe('choices', () => {
  it('of a step are all methods in lower case; chosen ones keep their spelling', () => {
    const options = chainOptions(['svc_verify/PUSH', 'phone_number', 'own'])
    expect(options).toContainEqual({ value: 'svc_password/password', label: 'Password' })
    expect(options).toContainEqual({ value: 'svc_verify/PUSH', label: 'Verify app (push)' })
    expect(options.map(({ value }) => value)).not.toContain('svc_verify/push')
    expect(options.slice(-2)).toEqual([
      { value: 'phone_number', label: 'Phone' },
      { value: 'own', label: 'own' },
    ])
  })

  it('of a list are in lower case but for those chosen in upper case', () => {
    const options = [
      { value: 'sms', label: 'Text message' },
      { value: 'otp', label: 'Code' },
    ]
    expect(inSpelling(options, ['SMS', 'other'])).toEqual([
      { value: 'SMS', label: 'Text message' },
      { value: 'otp', label: 'Code' },
    ])
  })
})

describe('the form of an authentication rule', () => {
  beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => {})))
  afterEach(() => void vi.unstubAllGlobals())

  it('switches between factors and methods in order, and loses neither', async () => {
    const factors = { type: 'ASSURANCE', factorMode: '1FA', reauthenticateIn: 'PT2H', inactivityPeriod: 'PT1H' }
    const model = ref<unknown>({ appSignOn: { access: 'ALLOW', verificationMethod: factors } })
    const form = () =>
      h(AccessForm, {
        modelValue: model.value,
        'onUpdate:modelValue': (next: unknown) => (model.value = next),
        errorOf: () => undefined,
        engine: 'identity',
        defaultRule: false,
      })
    const page = mount(() => h(NMessageProvider, () => h(NDialogProvider, form)), {
      global: { plugins: [createPinia()], stubs: { AssurancePanel: true, RouterLink: true } },
    })
    const choose = async (value: string) => {
      await page.find(`input[type="radio"][value="${value}"]`).setValue(true)
      await nextTick()
    }
    await choose('AUTH_METHOD_CHAIN')
    expect(model.value).toMatchObject({
      appSignOn: { verificationMethod: { type: 'AUTH_METHOD_CHAIN', reauthenticateIn: 'PT2H' } },
    })
    expect(page.find('[aria-label="Chain 1"]').text()).toContain('Then any of')
    await choose('ASSURANCE')
    expect(model.value).toEqual({ appSignOn: { access: 'ALLOW', verificationMethod: factors } })
    page.unmount()
  })
})
