import { PATHS } from '#ui/domain/paths.ts'
import { defineResource } from '#ui/resource/define-resource.ts'

/** Endpoints that are sent events. */
export const hooks = defineResource({
  kind: 'eventHook',
  one: 'hook',
  title: 'Hooks',
  path: PATHS.hooks,
  param: 'eventHookId',
  operations: {
    list: 'listEventHooks',
    get: 'getEventHook',
    remove: 'deleteEventHook',
    activate: 'activateEventHook',
    deactivate: 'deactivateEventHook',
  },
  nameOf: ({ name }) => name,
})
