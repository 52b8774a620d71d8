import { z } from 'zod'
import { worded } from '../interface/translated.ts'

/** An application as a person can start it (spec/4 §2.1 "appLinks"). */
export const appLinkSchema = z
  .object({
    /** Of the link itself. */
    id: z.string(),
    label: worded(z.string(), 'shippedName'),
    linkUrl: z.string(),
    logoUrl: z.string(),
    appName: z.string(),
    appInstanceId: z.string(),
    /** Of what gives them the application: the person, or a group. */
    appAssignmentId: z.string(),
    credentialsSetup: z.boolean(),
    hidden: z.boolean(),
    sortOrder: z.int(),
  })
  .meta({ id: 'AppLink' })
export type AppLink = z.output<typeof appLinkSchema>
