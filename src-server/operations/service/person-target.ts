import type { LogTarget } from '#contract/log/log-event.ts'
import { targetOf, userTarget } from '#contract/log/targets.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'

type Named = Pick<UserRecord, 'id' | 'login' | 'firstName' | 'lastName'>

/** A person as the target of an event. @param changes what the event changed of them, from `changeDetails` */
export const personTarget = (user: Named, changes?: LogTarget['changeDetails']): LogTarget =>
  userTarget({ id: user.id, login: user.login, displayName: displayNameOf(user) }, changes)

/** What an event of a membership names. */
export const membershipTargets = (group: GroupRecord, user: Named): LogTarget[] => [
  personTarget(user),
  targetOf('group', group),
]
