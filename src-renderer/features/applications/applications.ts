import type { App } from '#contract/apps/app.ts'
import { defineResource } from '#ui/resource/define-resource.ts'

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

/** Links tell what may be done: an application of the platform itself has none of these. */
export function isManaged({ _links }: App): boolean {
  return Boolean(_links['activate'] ?? _links['deactivate'])
}
