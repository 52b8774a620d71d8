import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { SYNC_KINDS } from '../sync/kind-names.ts'
import { PLAN_ACTS } from '../sync/plan-acts.ts'
import { changeReviewSchema } from './change-review.ts'
import { syncRequest } from './pull.ts'

const kindSchema = z.enum(SYNC_KINDS)
const actSchema = z.enum(PLAN_ACTS)

/** What a plan is asked for. */
export const planRequestSchema = syncRequest('the workspace')
  .extend({
    from: idSchema.optional().meta({
      description:
        'Another connection, whose remote says what is wanted in place of the workspace: a promotion. `workspace` stands for it in `prefer` and `choices`. People, what they belong to, and the profile and the contacts of the organization stay',
    }),
    remove: z.boolean().optional().meta({
      description: 'With `from`: remove what only the remote of this connection has. Absent: that stays',
    }),
    dryRun: z.boolean().optional().meta({
      description: 'Also try it on a twin: a copy of the workspace that is made to be as the remote',
    }),
  })
  .refine(({ from, remove }) => !remove || from !== undefined, { path: ['remove'], message: 'goes with `from` alone' })
  .meta({ id: 'SyncPlanRequest' })
export type PlanRequest = z.output<typeof planRequestSchema>

/** What a plan makes a remote be as, where that is not the workspace. */
const planSourceSchema = z
  .object({
    kind: z.enum(['CONNECTION', 'FOLDER']),
    id: z.string().nullable().meta({ description: 'Of a connection' }),
    name: z.string(),
    removes: z.boolean().meta({ description: 'Whether what only the remote has is removed' }),
  })
  .meta({ id: 'SyncPlanSource' })
export type PlanSource = z.output<typeof planSourceSchema>

/** What has come of trying a plan on a twin of its remote. */
const planTrialSchema = z
  .object({
    problem: z.string().nullable().meta({ description: 'Why the twin refused it, in a sentence; null: it did not' }),
    unlike: z
      .array(z.string())
      .meta({ description: `In what the twin is not as the remote, each a sentence; ${LIMITS.twinUnlike} at most` }),
  })
  .meta({ id: 'SyncPlanTrial' })
export type PlanTrialView = z.output<typeof planTrialSchema>

/**
 * `PLANNING`: it is being written down; one that stays so was cut short. `STOPPED`: it was not carried out to its end, and can be gone on with.
 * `APPLIED`: to its end.
 */
export const PLAN_STATES = ['PLANNING', 'READY', 'APPLYING', 'STOPPED', 'APPLIED'] as const
export type PlanState = (typeof PLAN_STATES)[number]

/** `STARTED`: begun, and not known to be carried out. */
const STEP_STATES = ['WAITING', 'STARTED', 'DONE'] as const
export type StepState = (typeof STEP_STATES)[number]

/**
 * Whom a plan, or a step of it, affects at the remote as far as policies decide: a change review whose people are counted alone. People, memberships and
 * assignments are taken as the workspace has them, or as the remote has them where the plan was tried on a twin.
 */
const planEffectSchema = changeReviewSchema.omit({ id: true }).meta({ id: 'SyncPlanEffect' })
export type PlanEffect = z.output<typeof planEffectSchema>

/** What both sides have changed, and a plan leaves as it is. */
export const planConflictSchema = z.object({
  kind: kindSchema,
  isList: z.boolean().meta({ description: 'It is the order of a list' }),
  name: z.string(),
  parent: z.string().nullable().meta({ description: 'The name of what it belongs to' }),
  difference: z.string().nullish().meta({
    description:
      'By which `choices` of the next plan decide it. Null: it is one of so many removals that they are chosen for all of their kind alone. Absent: an earlier version of Gatehouse has made the plan',
  }),
})

/** What makes the remote of a connection be as the workspace, or as another side. */
export const syncPlanSchema = z
  .object({
    id: z.string(),
    connectionId: z.string(),
    connectionName: z.string(),
    state: z.enum(PLAN_STATES),
    problem: z.string().nullable().meta({ description: 'Why it STOPPED, in a sentence' }),
    digest: z.string().meta({ description: 'SHA-256 of all that it would do: two plans of one digest do the same' }),
    steps: z.int(),
    done: z.int().meta({ description: 'How many of its steps are done' }),
    counts: z
      .array(z.object({ kind: kindSchema, act: actSchema, count: z.int() }))
      .meta({ description: 'Its steps by what they do' }),
    needsConfirmation: z.boolean().meta({
      description:
        'It removes objects, or has people surely lose access or sign in with fewer factors: to apply it, the name of the connection has to be given',
    }),
    effect: planEffectSchema.nullable().meta({
      description:
        'Whom it affects at the remote as a whole, by what policies decide. Null: no step of it decides, or `effectProblem` says why it is not known',
    }),
    effectProblem: z.string().nullable().meta({ description: 'Why its effect is not known, in a sentence' }),
    conflicts: z
      .int()
      .meta({ description: 'Objects and lists that both sides have changed, and that it leaves as they are' }),
    conflicting: z
      .array(planConflictSchema)
      .meta({ description: `Which those are, each with what it belongs to; ${LIMITS.pullRefusals} at most` }),
    refused: z.array(z.object({ kind: kindSchema, name: z.string(), reason: z.string() })).meta({
      description: `What cannot be brought there, each with the reason; ${LIMITS.pullRefusals} at most`,
    }),
    unread: z
      .array(z.object({ kind: kindSchema, call: z.string().nullable(), reason: z.string() }))
      .meta({ description: 'What a side could not say, so that it is left as it is' }),
    source: planSourceSchema.nullable().meta({ description: 'What is wanted there; null: what the workspace has' }),
    trial: planTrialSchema.nullable().meta({ description: 'Null: it was not tried on a twin' }),
    takesBack: z.object({ syncPlanId: z.string(), created: momentSchema.nullable() }).nullable().meta({
      description:
        'The plan that it takes back, and when that was made, if it is still known; null: it is one of its own',
    }),
    takenBackBy: z
      .string()
      .nullable()
      .meta({ description: 'The plan by which it was taken back, to its end or in part; null: it was not' }),
    created: momentSchema,
    applied: momentSchema.nullable().meta({ description: 'When it was last worked on' }),
  })
  .meta({ id: 'SyncPlan' })
export type SyncPlanView = z.output<typeof syncPlanSchema>

const neededSecretSchema = z
  .object({
    path: z.string().meta({ description: 'Of the field, such as `channel.config.authScheme.value`' }),
    label: z.string().meta({ description: 'What it is, such as `Client secret`' }),
  })
  .meta({ id: 'NeededSecret' })

/** One step of a plan. */
export const planStepSchema = z
  .object({
    number: z.int().meta({ description: 'From 1, in the order in which they are carried out' }),
    act: actSchema,
    kind: kindSchema,
    name: z.string(),
    parent: z.string().nullable().meta({ description: 'The name of what it belongs to' }),
    difference: z.string().nullable().meta({ description: 'The difference that it ends; null: that of an order' }),
    state: z.enum(STEP_STATES),
    fields: z
      .array(z.object({ path: z.string(), before: z.unknown(), after: z.unknown() }))
      .meta({ description: 'What it changes: of the remote before, and of the workspace, in the words of each' }),
    order: z
      .object({ before: z.array(z.string()), after: z.array(z.string()) })
      .nullable()
      .meta({ description: 'Names, of a list that gets another order' }),
    requests: z
      .array(z.object({ operation: z.string(), method: z.string(), path: z.string() }))
      .meta({ description: 'What is sent; in place of ids that are not known before, those of the workspace' }),
    notes: z.array(z.string()).meta({ description: 'What a person has to see to' }),
    secrets: z.array(neededSecretSchema).meta({
      description:
        'The secrets that it needs and no side answers: given with the application, or entered there afterwards',
    }),
    effect: planEffectSchema.nullable().meta({
      description:
        'Whom it affects at the remote once the steps before it are carried out. Null: it does not decide, or `effectProblem` says why it is not known',
    }),
    effectProblem: z.string().nullable().meta({ description: 'Why its effect is not known, in a sentence' }),
  })
  .meta({ id: 'SyncPlanStep' })
export type PlanStepView = z.output<typeof planStepSchema>

const stepSecretSchema = z
  .object({
    step: z.int().min(1).meta({ description: 'The number of the step' }),
    path: z.string().max(LIMITS.differencePathLength).meta({ description: 'One of the `secrets` of the step' }),
    value: z.string().min(1).max(LIMITS.planSecretLength).meta({ writeOnly: true, description: 'Never answered' }),
  })
  .meta({ id: 'StepSecret' })
/** A secret that is given for a step. */
export type StepSecret = z.output<typeof stepSecretSchema>

/** How a plan is applied. */
export const applyRequestSchema = z
  .object({
    confirmation: z
      .string()
      .max(LIMITS.nameLength)
      .optional()
      .meta({ description: 'The name of the connection, where the plan needs it' }),
    partial: z
      .boolean()
      .optional()
      .meta({ description: 'Leave out what the plan refuses. Absent: nothing is changed if anything is refused' }),
    secrets: z.array(stepSecretSchema).max(LIMITS.planSecrets).optional().meta({
      description:
        'Secrets that steps need, as far as they are known. Kept in memory until the job ends: after a restart the plan stops before the step, and they have to be given again',
    }),
  })
  .meta({ id: 'SyncPlanApplication' })
export type ApplyRequest = z.output<typeof applyRequestSchema>
