import type { Route } from '#contract/interface/route.ts'
import { requireUser } from '#operations/directory/find-user.ts'
import { requireUserType } from '#operations/directory/user-types.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import type { HandlerInput } from '../../reply.ts'
import { omissionsOf, withOmissions } from './omissions.ts'
import { presentUser } from './user-presenter.ts'

type Asking = Pick<HandlerInput<Route>, 'reader' | 'context'>

/** The person whom a path names: by id or login, or as `me`. @throws ApiError E0000007 */
export async function userOf({ reader, context }: Asking, userId: string): Promise<UserRecord> {
  if (userId !== 'me') return requireUser(reader, userId)
  // By the id alone: a login that looks like it is somebody else's.
  return users.require(reader, (await context()).principal.id)
}

/** One person, with all that can be done with them. @param userId an id, a login or `me` */
export async function userReply(input: Asking & Pick<HandlerInput<Route>, 'base' | 'headers'>, userId: string) {
  const { reader, base, headers } = input
  const user = await userOf(input, userId)
  const { schemaId } = await requireUserType(reader, user.typeId)
  const shown = presentUser(user, { base, engine: reader.engine, schemaId })
  return { body: withOmissions(shown, omissionsOf(headers['content-type'])) }
}
