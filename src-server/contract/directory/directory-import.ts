import { z } from 'zod'
import { ATTRIBUTE_TYPES } from './profile-schema.ts'
import { momentSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'

/** What a file brings: people, groups, or who is in which group. */
export const IMPORT_KINDS = ['users', 'groups', 'memberships'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** How the file is written: a table, one JSON object a line (or a list of them), or the same with SCIM 2.0 resources (RFC 7643). */
export const IMPORT_FORMATS = ['CSV', 'NDJSON', 'SCIM'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** Forms of an export; both can be imported again. */
export const DIRECTORY_EXPORT_FORMATS = ['CSV', 'NDJSON'] as const

/**
 * Where an import is. `UPLOADED`: its columns wait to be mapped. `CHECKED`: every row was compared with the directory, and nothing has
 * changed. `REVERTING` and `REVERTED`: what it had changed is taken back, because it was cancelled, failed, or was undone.
 */
const importStateSchema = z.enum(['UPLOADED', 'CHECKING', 'CHECKED', 'APPLYING', 'APPLIED', 'REVERTING', 'REVERTED'])

/** What a row of the file comes to. */
export const rowActionSchema = z.enum(['CREATE', 'UPDATE', 'UNCHANGED', 'INVALID'])
export type RowAction = z.output<typeof rowActionSchema>

/** A column of the file, and what it is taken for; null where it is left out. */
const columnSchema = z.object({
  name: z.string(),
  /** Its first value that is not empty. */
  sample: z.string(),
  target: z.string().nullable(),
})

/** What a column can be taken for: an attribute of the schemas, or what finds the object. */
const targetSchema = z.object({
  name: z.string(),
  title: z.string(),
  type: z.enum(ATTRIBUTE_TYPES),
  /** Whether new objects need a value. */
  required: z.boolean(),
  /** Whether this organization has added it. */
  custom: z.boolean(),
})
export type ImportTarget = z.output<typeof targetSchema>

/** What is wrong with a row; the field is a target, null where it is about the whole row. */
const problemSchema = z.object({ field: z.string().nullable(), message: z.string() })
export type ImportProblem = z.output<typeof problemSchema>

/** How rows are treated; a file of memberships adds, or with `remove` removes. */
export const importOptionsSchema = z
  .object({
    create: z.boolean().default(true).meta({ description: 'Rows without a counterpart make a new object' }),
    update: z.boolean().default(true).meta({ description: 'Rows with a counterpart change it' }),
    activate: z.boolean().default(true).meta({ description: 'New people are activated' }),
    clear: z.boolean().default(false).meta({ description: 'An empty cell takes the value away' }),
    remove: z.boolean().default(false).meta({ description: 'Memberships: the rows name who leaves' }),
    source: idSchema.nullable().default(null).meta({
      description:
        'Groups and memberships: the application that they come from; its groups are then made, changed and filled, with any further columns as properties of their own. Null: groups of this organization',
    }),
  })
  .meta({ id: 'DirectoryImportOptions' })
export type ImportOptions = z.output<typeof importOptionsSchema>

export const directoryImportSchema = z
  .object({
    id: z.string(),
    kind: z.enum(IMPORT_KINDS),
    format: z.enum(IMPORT_FORMATS),
    name: z.string(),
    state: importStateSchema,
    /** Why it was not applied, or is taken back, in a sentence; null otherwise. */
    problem: z.string().nullable(),
    columns: z.array(columnSchema),
    /** What a column can be taken for. */
    targets: z.array(targetSchema),
    /** Of each list at least one target has a column, so that it is known what a row is about. */
    needs: z.array(z.array(z.string())),
    options: importOptionsSchema,
    /** Rows by what they come to; all zero before the check. */
    counts: z.object({ rows: z.int(), create: z.int(), update: z.int(), unchanged: z.int(), invalid: z.int() }),
    /** Rows that are in the directory because of it now. */
    applied: z.int(),
    /** The job that works at it, or worked last. */
    jobId: z.string().nullable(),
    created: momentSchema,
  })
  .meta({ id: 'DirectoryImport' })
export type DirectoryImport = z.output<typeof directoryImportSchema>

export const directoryImportPlanSchema = z
  .object({
    mapping: z
      .record(z.string().max(255), z.string().max(255).nullable())
      .meta({ description: 'What each column is taken for, by its name; columns that are not named are left out' }),
    options: importOptionsSchema.optional(),
  })
  .meta({ id: 'DirectoryImportPlan' })

/** A row of the file, compared with the directory. */
export const directoryImportRowSchema = z
  .object({
    line: z.int(),
    action: rowActionSchema,
    /** What the row is about, such as a login. */
    name: z.string(),
    /** The object that it changes or has made; null before. */
    targetId: z.string().nullable(),
    /** The values that change, as they are and as they will be; null of a new object. */
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    problems: z.array(problemSchema),
    /** The row as the file has it, or its beginning, where it cannot be taken; null otherwise. */
    text: z.string().nullable(),
    applied: z.boolean(),
  })
  .meta({ id: 'DirectoryImportRow' })
export type DirectoryImportRow = z.output<typeof directoryImportRowSchema>
