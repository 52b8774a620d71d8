/** The groups that the service keeps itself (spec/5 §3). They cannot be renamed, so their names tell them apart. */
export const BUILT_IN_GROUPS = {
  everyone: { name: 'Everyone', description: 'All users in your organization' },
  administrators: {
    name: 'Svc Administrators',
    description: 'Svc manages this group, which contains all administrators in your organization.',
  },
} as const

/** Whether a group is the one that everybody is in. */
export const isEveryone = ({ type, name }: { type: string; name: string }): boolean =>
  type === 'BUILT_IN' && name === BUILT_IN_GROUPS.everyone.name
