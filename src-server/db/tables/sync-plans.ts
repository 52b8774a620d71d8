import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { PlanEffect, PlanSource, PlanState, StepState, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import type { AgreedRow, PlanStep, PlanTerms, StepJournal } from '#contract/sync/plan-step.ts'
import type { SyncObject } from '#contract/sync/sync-object.ts'
import { BOOLEAN, defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** Whom something affects; a problem says why that is not known. */
export interface StoredEffect {
  readonly effect: PlanEffect | null
  readonly effectProblem: string | null
}

/** What makes the remote of a connection be as the workspace. */
class SyncPlan extends Model<InferAttributes<SyncPlan>, InferCreationAttributes<SyncPlan>> {
  declare id: string
  declare connectionId: string
  declare state: PlanState
  declare problem: string | null
  declare digest: string
  declare terms: PlanTerms
  /** That of the remote when it was made; null: it could not be read. */
  declare organizationId: string | null
  /** Which conflicts it leaves, what a trial came to, and by which pairs of people it was made, earlier versions did not say. */
  declare summary: Pick<SyncPlanView, 'counts' | 'needsConfirmation' | 'conflicts' | 'refused' | 'unread'> &
    Partial<Pick<SyncPlanView, 'conflicting' | 'trial'>> & { pairs?: string }
  declare steps: number
  declare done: number
  declare created: string
  declare applied: string | null
  /** Null: nothing of it decides, or it was made before effects were worked out. */
  declare effect: StoredEffect | null
  /** What is wanted there; null: what the workspace has. */
  declare source: PlanSource | null
  /** The plan whose inverse it is; null: it is one of its own. */
  declare takesBack: string | null
  /** The plan by which it was taken back, or is to be; from the moment at which that begins. */
  declare takenBackBy: string | null
}

export type SyncPlanRecord = RecordOf<SyncPlan>

export const syncPlans = defineTable(
  SyncPlan,
  {
    ...{ id: key(), connectionId: TEXT, state: TEXT, problem: TEXT, digest: TEXT },
    ...{
      organizationId: TEXT,
      terms: JSON_TEXT,
      summary: JSON_TEXT,
      steps: INTEGER,
      done: INTEGER,
      created: TEXT,
      applied: TEXT,
      effect: JSON_TEXT,
      source: JSON_TEXT,
      takesBack: TEXT,
      takenBackBy: TEXT,
    },
  },
  { table: 'sync_plans', owner: 'connectionId', kind: { error: 'SyncPlan', id: 'syncPlan' } },
)

/** One step of a plan, and what it has made. */
class SyncPlanStep extends Model<InferAttributes<SyncPlanStep>, InferCreationAttributes<SyncPlanStep>> {
  declare planId: string
  /** From 1. */
  declare number: number
  declare state: StepState
  declare step: PlanStep
  /** What the target calls what was made; null: nothing was made. */
  declare made: { key: string; id: string; appName: string } | null
  /** Null: it does not decide. */
  declare effect: StoredEffect | null
  /** What it has done; null: it is not done, or an earlier version did it. */
  declare journal: StepJournal | null
}

export type SyncPlanStepRecord = RecordOf<SyncPlanStep>

export const syncPlanSteps = defineTable(
  SyncPlanStep,
  {
    planId: key(),
    number: { type: INTEGER, primaryKey: true },
    state: TEXT,
    step: JSON_TEXT,
    made: JSON_TEXT,
    effect: JSON_TEXT,
    journal: JSON_TEXT,
  },
  { table: 'sync_plan_steps', owner: 'planId' },
)

/** What the target loses beside the object that a step removes: what belongs to it, or relates something to it, and what names it. */
class SyncPlanLoss extends Model<InferAttributes<SyncPlanLoss>, InferCreationAttributes<SyncPlanLoss>> {
  declare planId: string
  declare position: number
  /** The number of the step. */
  declare step: number
  /** As the target has it when the plan is made; of what loses values with an attribute, these alone, as it has them right before that. */
  declare object: SyncObject
  /** The name of what it belongs to. */
  declare parent: string | null
  /** An id that it names and that is not there, so that it cannot be made again; null: none. */
  declare lacks: string | null
  /** Whether it is there still, and is only changed along: it names something that goes, or has values of it. */
  declare stays: boolean
  /** What both sides had agreed on of it; null: nothing. */
  declare agreed: AgreedRow | null
}

export type SyncPlanLossRecord = RecordOf<SyncPlanLoss>

export const syncPlanLosses = defineTable(
  SyncPlanLoss,
  {
    ...{ planId: key(), position: { type: INTEGER, primaryKey: true }, step: INTEGER },
    ...{ object: JSON_TEXT, parent: TEXT, lacks: TEXT, stays: BOOLEAN, agreed: JSON_TEXT },
  },
  { table: 'sync_plan_losses', owner: 'planId' },
)
