// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import StepLine from '#ui/components/layout/StepLine.vue'

const steps = ['kind', 'settings', 'summary'].map((key) => ({ key, title: key }))

it('the steps of a wizard are buttons, of which those that cannot be shown yet are disabled', async () => {
  const line = mount(StepLine, { props: { steps, current: 1, isOpen: (key: string) => key === 'kind' } })
  expect(line.get('ol').attributes('aria-label')).toBe('Steps')
  const buttons = line.findAll('button')
  expect(buttons.map((button) => button.attributes('disabled') !== undefined)).toEqual([false, false, true])
  expect(line.get('[aria-current=step]').text()).toContain('settings')
  await buttons[0]?.trigger('click')
  expect(line.emitted('go')).toEqual([['kind']])
})

it('steps that only show how far something is are no buttons', () => {
  const line = mount(StepLine, { props: { steps, current: 2, label: 'Rotation' } })
  expect(line.find('button').exists()).toBe(false)
  expect(line.get('ol').attributes('aria-label')).toBe('Rotation')
  expect(line.get('[aria-current=step]').text()).toContain('summary')
})
