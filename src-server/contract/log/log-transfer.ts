import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'

/** Forms of an export: one event a line; a table; one signed file that a verifier checks offline. */
export const EXPORT_FORMATS = ['NDJSON', 'CSV', 'BUNDLE'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const TRANSFER_STATES = ['RUNNING', 'READY', 'FAILED', 'CANCELLED'] as const

/** An export under way or waiting to be fetched; it lives as long as the service runs. */
export const logExportSchema = z
  .object({
    id: z.string(),
    format: z.enum(EXPORT_FORMATS),
    state: z.enum(TRANSFER_STATES),
    /** Events written, and how many there will be. */
    written: z.int(),
    total: z.int(),
    bytes: z.int(),
    fileName: z.string(),
    /** Path of the finished file, with a downloadToken that works without a token until the export is removed; null before. */
    download: z.string().nullable(),
    created: momentSchema,
    /** Why it FAILED. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'LogExport' })
export type LogExport = z.output<typeof logExportSchema>

/** Events of another log, brought here to be browsed. */
export const logImportSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z.enum(TRANSFER_STATES),
    /** Lines that were read, of which so many were added and so many were here already. */
    checked: z.int(),
    added: z.int(),
    known: z.int(),
    /** SHA-256 of the key that signed the bundle, hexadecimal; null for a log without a signature. */
    keyFingerprint: z.string().nullable(),
    /** What waited for a person's decision about the log where it was exported; null where the file does not say. */
    concerns: z.array(z.object({ kind: z.string(), found: z.string(), message: z.string() })).nullable(),
    /** The connection whose log it follows, or did, though it may be deleted by now; null for a file. */
    connectionId: z.string().nullable(),
    /** Whether it goes on with what happens there. */
    isFollowed: z.boolean(),
    created: momentSchema,
    /**
     * Why it FAILED, by line, 0 for the whole; where lines are wrong, nothing of the file was taken. Of one that is CANCELLED: why its removal has
     * stopped, until it is removed again.
     */
    problems: z.array(z.object({ line: z.int(), message: z.string() })),
  })
  .meta({ id: 'LogImport' })
export type LogImport = z.output<typeof logImportSchema>

/** An import with the stretch of time that its events lie in; null where none are there. Counting it may last. */
export const logImportDetailSchema = logImportSchema
  .extend({ oldest: momentSchema.nullable(), newest: momentSchema.nullable() })
  .meta({ id: 'LogImportDetail' })
export type LogImportDetail = z.output<typeof logImportDetailSchema>
