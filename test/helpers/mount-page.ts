import { flushPromises, mount } from '@vue/test-utils'
import { NDialogProvider, NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { h, type Component } from 'vue'
import { createMemoryHistory, createRouter, type RouteLocationRaw, type RouteRecordRaw } from 'vue-router'

/** Any other address is shown by the page itself, as far as it is shown at all. */
const ANY: RouteRecordRaw = { path: '/:any(.*)*', component: { render: () => null } }

interface PageOptions {
  props?: object
  /** Where the page is opened; `/` unless said. */
  address?: RouteLocationRaw
  /** Routes of a test about them; every other address exists too. */
  routes?: readonly RouteRecordRaw[]
  /** Whether it asks questions in dialogs of its own. */
  dialogs?: boolean
}

/**
 * Mounts a component in the document, with what surrounds each page of the program: the router at an address, new stores,
 * messages. What it asked for at once has been answered then, where `fetch` answers at once.
 */
export async function mountPage(
  component: Component,
  { props = {}, address = '/', routes = [], dialogs = false }: PageOptions = {},
) {
  const router = createRouter({ history: createMemoryHistory(), routes: [...routes, ANY] })
  await router.push(address)
  const inner = () => h(component, props)
  const render = () => h(NMessageProvider, dialogs ? () => h(NDialogProvider, inner) : inner)
  const page = mount({ render }, { attachTo: document.body, global: { plugins: [router, createPinia()] } })
  await flushPromises()
  return { page, router }
}
