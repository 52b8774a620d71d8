import { z } from 'zod'
import { appSchema } from '../apps/app.ts'
import { groupSchema } from '../directory/group.ts'
import { activeStatusSchema } from '../interface/fields.ts'
import { answerSchema } from '../policy/outcome.ts'

const named = z.object({ id: z.string(), name: z.string() })

/** A group of a person, with every reason why they are in it. */
export const userMembershipSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    type: groupSchema.shape.type,
    /** An administrator, a script or an import put them there; false in the built-in group, which holds everybody. */
    byHand: z.boolean(),
    /** The group rules that put them there and that the caller may see. */
    rules: z.array(named),
  })
  .meta({ id: 'UserMembership' })
export type UserMembership = z.output<typeof userMembershipSchema>

/** An application of a person, with every assignment that gives it to them. */
export const userApplicationSchema = z
  .object({
    id: z.string(),
    label: z.string(),
    status: activeStatusSchema,
    signOnMode: appSchema.shape.signOnMode,
    /** Whether they are assigned by themselves. */
    direct: z.boolean(),
    /** Their groups that are assigned and that the caller may see, the one of the best priority first. */
    groups: z.array(named),
  })
  .meta({ id: 'UserApplication' })
export type UserApplication = z.output<typeof userApplicationSchema>

/** What a sign-in of a person to one of their applications would come to now, when nothing else is known of it. */
export const userSignInAnswerSchema = z
  .object({
    /** Of the application. */
    id: z.string(),
    /** Why no sign-in reaches the policies; the answer counts it in. */
    unreached: z.array(z.string()),
    answer: answerSchema,
  })
  .meta({ id: 'UserSignInAnswer' })
export type UserSignInAnswer = z.output<typeof userSignInAnswerSchema>
