import { z } from 'zod'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { reviewStepSchema } from './change-review.ts'
import { INVARIANT_STATES, invariantWriteSchema } from './invariant.ts'
import { SITUATION_EFFECTS } from './situation-impact.ts'

/** Repairs of an invariant that is broken: the smallest changes of rules that make it hold. */

/** The operations that a repair consists of. */
const REPAIR_OPERATIONS = ['replaceRule', 'createRule'] as const

export const repairRequestSchema = z
  .strictObject({
    id: idSchema.optional().meta({ description: 'An invariant of the workspace' }),
    invariant: invariantWriteSchema.optional().meta({ description: 'Another one, which need not be saved' }),
  })
  .refine(({ id, invariant }) => (id === undefined) !== (invariant === undefined), {
    path: ['id'],
    message: 'say either id or invariant',
  })
  .meta({ id: 'InvariantRepairRequest' })
export type RepairRequest = z.output<typeof repairRequestSchema>

const repairSchema = z
  .object({
    /** Each change as a sentence without a full stop, in the order in which they are made. */
    changes: z.array(z.string()),
    /** The same as the calls that make them, for a review and to make them. */
    steps: z.array(reviewStepSchema(REPAIR_OPERATIONS)),
    /** How many people it affects in any way, and by which effects. */
    affected: z.int(),
    effects: z.array(
      z.object({
        ...{ effect: z.enum(SITUATION_EFFECTS), people: z.int() },
        always: z.int().meta({ description: 'How many of them in every situation in which they get in' }),
      }),
    ),
    /** People who lose access that they surely had. */
    losing: z.int(),
    /** Names of other invariants that it breaks, and of those that it makes hold too. */
    breaks: z.array(z.string()),
    mends: z.array(z.string()),
  })
  .meta({ id: 'InvariantRepair' })
export type InvariantRepair = z.output<typeof repairSchema>

export const invariantRepairsSchema = z
  .object({
    /** Of the invariant as it is now. */
    state: z.enum(INVARIANT_STATES),
    /** What was found, in a sentence. */
    text: z.string(),
    /** Those that break no other invariant first, then by how many people they affect; each proved, tried and taken back. */
    repairs: z.array(repairSchema).max(LIMITS.invariantRepairs),
  })
  .meta({ id: 'InvariantRepairs' })
export type InvariantRepairs = z.output<typeof invariantRepairsSchema>
