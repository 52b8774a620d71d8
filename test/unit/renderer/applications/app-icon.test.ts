// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import AppIcon from '#ui/features/applications/AppIcon.vue'

const appWith = (file: string) => ({
  label: ' berth planner',
  _links: { logo: [{ name: 'medium', href: `http://127.0.0.1:8400/img/${file}`, type: 'image/png' }] },
})

it('the icon of an application is its logo, and its first letter where there is none or it cannot be read', async () => {
  const icon = mount(AppIcon, { props: { app: appWith('logos/app-medium.png') } })
  expect([icon.text(), icon.find('img').exists()]).toEqual(['B', false])
  await icon.setProps({ app: appWith('apps/fs01') })
  expect([icon.text(), icon.get('img').attributes('src')]).toEqual(['', '/img/apps/fs01'])
  await icon.get('img').trigger('error')
  expect([icon.text(), icon.find('img').exists()]).toEqual(['B', false])
  // Another one may be there.
  await icon.setProps({ app: appWith('apps/fs02') })
  expect(icon.get('img').attributes('src')).toBe('/img/apps/fs02')
})
