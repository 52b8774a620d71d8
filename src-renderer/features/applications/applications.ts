import type { App } from '#contract/apps/app.ts'
import { defineResource } from '#ui/resource/define-resource.ts'
import { useRightsStore } from '#ui/stores/rights.ts'

/** What people sign in to. */
export const applications = defineResource({
  kind: 'app',
  title: 'Applications',
  operations: {
    list: 'listApps',
    get: 'getApp',
    create: 'createApp',
    replace: 'replaceApp',
    remove: 'deleteApp',
    activate: 'activateApp',
    deactivate: 'deactivateApp',
  },
  nameOf: ({ label }) => label,
})

/**
 * Whether the caller may change an application. Links tell what may be done: one of the platform itself has none of these; the roles
 * of the caller must permit it, too.
 */
export function isManaged({ _links }: App): boolean {
  return useRightsStore().can('replaceApp') && Boolean(_links['activate'] ?? _links['deactivate'])
}
