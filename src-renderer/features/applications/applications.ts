import type { App } from '#contract/apps/app.ts'
import { SIGN_ON_MODE_TABLE, SIGN_ON_MODES } from '#contract/apps/sign-on-modes.ts'
import { defineResource } from '#ui/resource/define-resource.ts'
import type { ObjectForm } from '#ui/resource/form/field-specs.ts'

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

const NAME = { path: 'label', label: 'Name', control: 'text', required: true } as const

export const createForm: ObjectForm<App> = {
  blank: () => ({ label: '', signOnMode: 'OPENID_CONNECT' }),
  fields: [
    NAME,
    {
      path: 'signOnMode',
      label: 'Sign-on mode',
      control: 'choice',
      required: true,
      options: SIGN_ON_MODES.map((value) => ({ value, label: SIGN_ON_MODE_TABLE[value].label })),
      help: 'It starts with the default policies; assign it to groups or people next.',
    },
  ],
}

/** Renames an application; all else of it is sent back as it was read. */
export const renameForm: ObjectForm<App> = { blank: createForm.blank, bodyOf: (draft) => draft, fields: [NAME] }

/** Links tell what may be done: an application of the platform itself has none of these. */
export function isManaged({ _links }: App): boolean {
  return Boolean(_links['activate'] ?? _links['deactivate'])
}
