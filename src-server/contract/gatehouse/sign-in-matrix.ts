import { z } from 'zod'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { answerSchema } from '../policy/outcome.ts'
import { signInSituationSchema } from '../policy/simulation.ts'

/** The sign-ins of many people to many applications, from one place and one device. */

const idsOf = (most: number) => z.array(idSchema).max(most)

/** Whose sign-ins to what. */
export const signInMatrixRequestSchema = z
  .object({
    people: idsOf(LIMITS.matrixPeople).optional().meta({ description: 'Ids of people' }),
    groupId: idSchema
      .optional()
      .meta({ description: `In place of people: the first ${LIMITS.matrixPeople} members of a group, by name` }),
    apps: idsOf(LIMITS.matrixApps)
      .default([])
      .meta({ description: 'Ids of applications; none: the sign-in to the organization alone' }),
    policyContext: signInSituationSchema.default({}),
  })
  .superRefine(({ people = [], groupId }, issues) => {
    if (people.length > 0 === Boolean(groupId))
      issues.addIssue({ code: 'custom', path: ['people'], message: 'give either people or groupId, and only one' })
  })
  .meta({ id: 'SignInMatrixRequest' })

const namedSchema = z.object({ id: z.string(), name: z.string() })

export const signInMatrixSchema = z
  .object({
    /** How many members of the group there are beyond those in the rows. */
    morePeople: z.int(),
    /** The columns: applications, or one without an id for the sign-in alone. */
    apps: z.array(z.object({ id: z.string().nullable(), name: z.string() })),
    /** Each answer once. */
    answers: z.array(answerSchema),
    /** One for each person. */
    rows: z.array(
      z.object({
        person: namedSchema.extend({ login: z.string() }),
        cells: z.array(z.int().nullable()).meta({
          description:
            'For each column the index of its answer; null where the application is not assigned to the person',
        }),
      }),
    ),
  })
  .meta({ id: 'SignInMatrix' })
export type SignInMatrix = z.output<typeof signInMatrixSchema>
