import { createRouter, createWebHashHistory } from 'vue-router'
import { FEATURES } from './features.ts'

let traversed = false
// INVARIANT: before the router exists, because its own listener may end a navigation before a later one hears of it.
window.addEventListener('popstate', () => (traversed = true))

/** Whether the navigation that has just ended was Back or Forward; asking clears it. */
export function takeTraversal(): boolean {
  const was = traversed
  traversed = false
  return was
}

/**
 * WHY the hash: the same build is served by the service at `/`, by `app://` and by a development server, and none of
 * them has to know which addresses are pages.
 */
export const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    ...FEATURES.flatMap((feature) => feature.routes),
    { path: '/:rest(.*)*', component: () => import('./NotFoundPage.vue'), meta: { title: 'Not found' } },
  ],
})
