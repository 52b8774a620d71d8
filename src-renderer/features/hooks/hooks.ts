import { defineResource } from '#ui/resource/define-resource.ts'

/** Endpoints that are sent events. */
export const hooks = defineResource({
  kind: 'eventHook',
  one: 'hook',
  title: 'Hooks',
  namable: false,
  operations: {
    list: 'listEventHooks',
    get: 'getEventHook',
    remove: 'deleteEventHook',
    activate: 'activateEventHook',
    deactivate: 'deactivateEventHook',
  },
  nameOf: ({ name }) => name,
})
