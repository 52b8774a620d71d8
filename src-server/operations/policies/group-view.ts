import type { GroupRecord } from '#db/tables/groups.ts'
import type { GroupView } from '#policy/index.ts'

/** A group as expressions see it. */
export const toGroupView = ({ id, name, type }: Pick<GroupRecord, 'id' | 'name' | 'type'>): GroupView => ({
  id,
  type,
  profile: { name },
})
