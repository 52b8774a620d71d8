import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import type { PlanStep, StepJournal } from '#contract/sync/plan-step.ts'
import type { SyncObject } from '#contract/sync/sync-object.ts'
import { BOOLEAN, defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** A publication of a draft: what it has done to the workspace, so that it can be taken back. */
class Publication extends Model<InferAttributes<Publication>, InferCreationAttributes<Publication>> {
  declare id: string
  /** The draft, which may be gone. */
  declare draftId: string
  /** What that was called then. */
  declare name: string
  /** Who published it, as they were called then. */
  declare publishedBy: { id: string; name: string }
  declare published: string
  /** Of the plan that was carried out. */
  declare digest: string
  declare steps: number
  declare counts: SyncPlanView['counts']
  /** The draft that was made last to take it back, which may be gone; null: none was. */
  declare takenBackBy: string | null
  /** What that draft leaves as it is, each with the reason. */
  declare leftOut: SyncPlanView['refused']
}

export type PublicationRecord = RecordOf<Publication>

export const publications = defineTable(
  Publication,
  {
    ...{ id: key(), draftId: TEXT, name: TEXT, publishedBy: JSON_TEXT, published: TEXT, digest: TEXT },
    ...{ steps: INTEGER, counts: JSON_TEXT, takenBackBy: TEXT, leftOut: JSON_TEXT },
  },
  { table: 'publications', kind: { error: 'Publication', id: 'publication' } },
)

/** One step of a publication, with what it has done. */
class PublicationStep extends Model<InferAttributes<PublicationStep>, InferCreationAttributes<PublicationStep>> {
  declare publicationId: string
  /** From 1. */
  declare number: number
  declare step: PlanStep
  declare journal: StepJournal
}

export const publicationSteps = defineTable(
  PublicationStep,
  {
    publicationId: key(),
    number: { type: INTEGER, primaryKey: true },
    step: JSON_TEXT,
    journal: JSON_TEXT,
  },
  { table: 'publication_steps', owner: 'publicationId' },
)

/** What the workspace has lost beside the object that a step has removed: what belonged to it, or related something to it, and what named it. */
class PublicationLoss extends Model<InferAttributes<PublicationLoss>, InferCreationAttributes<PublicationLoss>> {
  declare publicationId: string
  declare position: number
  /** The number of the step. */
  declare step: number
  declare object: SyncObject
  /** The name of what it belonged to. */
  declare parent: string | null
  /** An id that it names and that was not there, so that it cannot be made again; null: none. */
  declare lacks: string | null
  /** Whether it is there still, and was only changed along: it names something that went, or had values of it. */
  declare stays: boolean
}

export type PublicationLossRecord = RecordOf<PublicationLoss>

export const publicationLosses = defineTable(
  PublicationLoss,
  {
    ...{ publicationId: key(), position: { type: INTEGER, primaryKey: true }, step: INTEGER },
    ...{ object: JSON_TEXT, parent: TEXT, lacks: TEXT, stays: BOOLEAN },
  },
  { table: 'publication_losses', owner: 'publicationId' },
)
