import type { Feature } from '#ui/resource/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'

/** Copies of the workspace in which changes are prepared; the menu of workspaces leads to them. */
export const feature: Feature = {
  creates: [{ kind: 'draft', one: 'draft', path: PATHS.drafts, operations: { create: 'createDraft' } }],
  routes: [
    {
      path: PATHS.drafts,
      component: () => import('./DraftsPage.vue'),
      meta: { title: 'Drafts', words: 'copy workspace prepare changes try', needs: 'listDrafts' },
    },
    {
      path: PATHS.publishDraft(':draftId'),
      component: () => import('./PublishPage.vue'),
      props: true,
      meta: { title: 'Publish draft', needs: 'getDraftPlan' },
    },
  ],
}
