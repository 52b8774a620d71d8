import { ADMIN_ROLES } from '#contract/access/admin-roles.ts'
import type { ClientOverview } from '#contract/apps/client-overview.ts'

/** The administrator roles of a client by name; null where the caller may not read them. */
export const roleNames = ({ roles }: Pick<ClientOverview, 'roles'>): string[] | null =>
  roles && roles.map(({ type, isLimited }) => `${ADMIN_ROLES[type].label}${isLimited ? ' (limited)' : ''}`)
