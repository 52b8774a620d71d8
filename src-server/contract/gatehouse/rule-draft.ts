import { z } from 'zod'
import { lineSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { RULE_CONDITIONS } from '../policy/conditions.ts'
import { explanationRequestSchema } from '../policy/simulation.ts'

/** A rule as it is being edited, among the other rules of its policy. */
export const ruleDraftSchema = z
  .object({
    policyId: z.string().min(1),
    ruleId: z
      .string()
      .min(1)
      .nullish()
      .meta({ description: 'The rule that the draft takes the place of; absent for a new one' }),
    name: lineSchema().max(255).nullish().meta({ description: 'What sentences call it' }),
    place: z
      .int()
      .min(0)
      .max(LIMITS.provenRules)
      .meta({ description: 'How many of the other active rules come before it' }),
    conditions: z
      .object(RULE_CONDITIONS)
      .partial()
      .nullish()
      .meta({ description: 'Its conditions; absent: none, so that it is for everyone' }),
  })
  .meta({ id: 'RuleDraft' })

/** What a draft would make of the rules of its policy. */
export const ruleDraftFindingsSchema = z
  .object({
    draft: z.string().nullable().meta({ description: 'Why the draft itself could never apply; null where it can' }),
    others: z
      .array(z.object({ ruleId: z.string(), ruleName: z.string(), message: z.string() }))
      .meta({ description: 'Rules that could not apply any more, and why' }),
    notDecided: z
      .string()
      .nullable()
      .meta({ description: 'Of which rules this was not decided in time; then no others are told. Null where it was' }),
    example: z
      .object({
        request: explanationRequestSchema.meta({ description: 'As the simulation takes it' }),
        needs: z.array(z.string()).meta({
          description: 'What has to be so beside it, as parts of a sentence after "if"; none where it decides as it is',
        }),
      })
      .nullable()
      .meta({
        description: `A sign-in that the draft would decide; null where none is found, and among more than ${LIMITS.comparedRules} rules`,
      }),
  })
  .meta({ id: 'RuleDraftFindings' })

export type RuleDraft = z.output<typeof ruleDraftSchema>
export type RuleDraftFindings = z.output<typeof ruleDraftFindingsSchema>
