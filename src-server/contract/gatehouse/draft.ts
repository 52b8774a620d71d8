import { z } from 'zod'
import { momentSchema, nameSchema } from '../interface/fields.ts'

/** Where the whole interface of a draft is served, below the address of its workspace. */
export const draftPath = (id: string): string => `/drafts/${id}`

const BELOW = /^(?:https?:\/\/[^/]+)?(\/drafts\/\w+)(?=\/|$)/

/** The path of the draft that an address or a path belongs to, such as `/drafts/dft1`; empty for a workspace. */
export const draftPathIn = (address: string): string => BELOW.exec(address)?.[1] ?? ''

export const draftWriteSchema = z
  .object({
    name: nameSchema.meta({ description: 'No other draft has it, whatever its case', example: 'Tighten Payroll' }),
  })
  .meta({ id: 'DraftWrite' })
export type DraftWrite = z.output<typeof draftWriteSchema>

/** Whether a draft can be opened: not if its file was deleted, or left behind when the workspace was moved. */
const DRAFT_STATES = ['READY', 'MISSING'] as const

export const draftSchema = draftWriteSchema
  .extend({
    id: z.string(),
    state: z.enum(DRAFT_STATES),
    url: z.string().meta({ description: 'Base address of the interface of the draft; its pages are there, too' }),
    changes: z.int().nullable().meta({ description: 'Events of changes in its own log; null where it cannot be read' }),
    madeAfter: z
      .string()
      .nullable()
      .meta({ description: 'The `uuid` of the last event of the workspace that it has; null if there was none' }),
    createdBy: z.object({ id: z.string(), name: z.string() }),
    created: momentSchema,
    lastUpdated: momentSchema,
  })
  .meta({ id: 'Draft' })
export type Draft = z.output<typeof draftSchema>
