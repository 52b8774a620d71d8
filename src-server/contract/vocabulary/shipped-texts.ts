import { BUILT_IN_GROUPS } from '../directory/built-in-groups.ts'

/** What a new organization says of its own parts, where no person has changed it. */
export const USER_TYPE_DESCRIPTION = 'Svc user profile template with default permission settings'
export const GROUP_SCHEMA = { title: 'Svc group', description: 'Svc group profile template' } as const

/** Sentences and names with our brand that objects begin with, besides those that a vocabulary names itself. */
export const SHIPPED_TEXTS: readonly string[] = [
  USER_TYPE_DESCRIPTION,
  ...Object.values(GROUP_SCHEMA),
  BUILT_IN_GROUPS.administrators.description,
  ...['Svc Admin Console User', 'Svc Dashboard User', 'Svc Browser Plugin User'],
  ...['svc_enduser', 'svc_browser_plugin', 'SVC'],
]
