// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import AddressField from '#ui/features/networks/AddressField.vue'

const field = (modelValue: string, causes: { summary: string; location: string }[] = []) => {
  const mounted = mount(AddressField, {
    props: { label: 'Gateways', path: 'gateways', limit: 150, rows: 3, help: 'Addresses.', causes, modelValue },
  })
  return { mounted, problems: () => mounted.findAll('.problems li').map((line) => line.text().replaceAll(/\s+/g, ' ')) }
}

it('a line that is no address is told once the field was left, and no longer once it is mended', async () => {
  const { mounted, problems } = field('192.0.2.0/33')
  expect(problems()).toEqual([])
  await mounted.get('textarea').trigger('blur')
  expect(problems()).toEqual([
    'Line 1 192.0.2.0/33 is not a valid CIDR block, because its prefix length is not between 0 and 32',
  ])
  await mounted.setProps({ modelValue: '192.0.2.0/24' })
  expect(problems()).toEqual([])
})

it('lines are judged, too, once the service refused one of them, but not where it refused another field', async () => {
  const { mounted, problems } = field('office')
  await mounted.setProps({ causes: [{ summary: 'is required', location: 'name' }] })
  expect(problems()).toEqual([])
  await mounted.setProps({ causes: [{ summary: 'office is not an address', location: 'gateways[0].value' }] })
  expect(problems()).toEqual(['Line 1 office is not a valid address range, because office is not an IP address'])
})
