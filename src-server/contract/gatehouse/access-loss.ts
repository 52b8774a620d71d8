import { z } from 'zod'
import { ROLE_TYPES } from '../access/admin-roles.ts'
import { activeStatusSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'

/** What takes applications from people. `CLOSE_APPS`: they are deactivated or deleted. */
export const accessLossRequestSchema = z
  .discriminatedUnion('change', [
    z.object({ change: z.literal('UNASSIGN_GROUP'), appId: idSchema, groupId: idSchema }),
    z.object({ change: z.literal('CLOSE_APPS'), appIds: z.array(idSchema).min(1).max(LIMITS.closedApps) }),
    z.object({
      change: z.literal('DELETE_GROUPS'),
      groupIds: z.array(idSchema).min(1).max(LIMITS.deletedGroups),
    }),
    z.object({
      change: z.literal('LEAVE_GROUP'),
      groupId: idSchema,
      ids: z.array(idSchema).min(1).max(LIMITS.peopleChangeIds).optional(),
      search: z
        .string()
        .min(1)
        .optional()
        .meta({ description: 'All of whom this expression holds, in place of `ids`' }),
    }),
    z.object({
      change: z.literal('TAKE_ROLE'),
      assigneeId: idSchema.meta({ description: 'The person or group that holds the role itself' }),
      type: z.enum(ROLE_TYPES),
    }),
  ])
  .meta({ id: 'AccessLossRequest' })
export type AccessLossRequest = z.output<typeof accessLossRequestSchema>

const namedSchema = z.object({ id: z.string(), name: z.string() })
const countedSchema = namedSchema.extend({ people: z.int() })

/** Who would no longer have which applications. People who are deactivated are left out: they can open none. */
export const accessLossSchema = z
  .object({
    id: z
      .string()
      .meta({ description: 'Lists the people for some minutes: `/gatehouse/v1/access-losses/{id}/people`' }),
    /** People who lose at least one of the applications. */
    people: z.int(),
    /** Those that most people lose first. */
    apps: z.array(countedSchema.extend({ status: activeStatusSchema })),
    moreApps: z.int(),
    /** Group rules that had put people there, and except them from then on. */
    exceptions: z.array(countedSchema),
    moreExceptions: z.int(),
    /** Active group rules that ask for the group that people leave, and so may move them further. */
    asking: z.array(namedSchema),
    moreAsking: z.int(),
  })
  .meta({ id: 'AccessLoss' })
export type AccessLoss = z.output<typeof accessLossSchema>

/** Which of the people of a loss to list. */
export const losingPeopleQuery = {
  of: idSchema.meta({ description: 'An application or a group rule that the loss names' }),
}
