import { z } from 'zod'
import {
  DIRECTORY_EXPORT_FORMATS,
  directoryImportPlanSchema,
  directoryImportRowSchema,
  directoryImportSchema,
  IMPORT_FORMATS,
  IMPORT_KINDS,
  rowActionSchema,
} from '../directory/directory-import.ts'
import { importReviewSchema } from '../gatehouse/change-review.ts'
import { collection } from '../interface/collection.ts'
import { media } from '../interface/content-types.ts'
import { cursorSchema, limitSchema, nameSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { NO_SELF } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'

const imports = collection('directoryImport', {
  tag: 'Directory import',
  noun: 'an import',
  read: directoryImportSchema,
  write: z.never(),
  created: 200,
})

/** A file holds people, groups or memberships. */
const MANAGING_BOTH = { permissions: ['svc.users.manage', 'svc.groups.manage'] } as const
const READING_BOTH = { permissions: ['svc.users.read', 'svc.groups.read'] } as const

/** A step of an import, with its state afterwards. */
const step = (name: string, summary: string, description: string) =>
  defineRoute({
    ...imports.managing,
    ...MANAGING_BOTH,
    method: 'POST',
    path: `${imports.one}/${name}`,
    summary,
    description,
    params: imports.params,
    responses: { 200: directoryImportSchema },
    errors: ['E0000047', 'E0000107'],
  })

/** People, groups and memberships out of files and into files. */
export const directoryImportRoutes = {
  createDirectoryImport: defineRoute({
    ...imports.managing,
    ...MANAGING_BOTH,
    method: 'POST',
    path: imports.list.path,
    summary: 'Upload people, groups or memberships',
    description:
      'Nothing changes yet: the reply names the columns of the file and what each is probably meant for. The file is the body, as `application/octet-stream` in UTF-8. A cell of a list has a `|` between its values; `\\|` is one inside a value.',
    consumes: 'application/octet-stream',
    maxBytes: LIMITS.directoryImportBytes,
    query: z.object({
      kind: z.enum(IMPORT_KINDS).default('users'),
      format: z.enum(IMPORT_FORMATS).default('CSV'),
      name: nameSchema.default('Import'),
    }),
    responses: { 200: directoryImportSchema },
    errors: ['E0000003', 'E0000010', 'E0000020'],
  }),
  listDirectoryImports: defineRoute({ ...imports.list, summary: 'List imports, the newest first' }),
  getDirectoryImport: defineRoute(imports.get),
  checkDirectoryImport: defineRoute({
    ...imports.managing,
    ...MANAGING_BOTH,
    method: 'POST',
    path: `${imports.one}/check`,
    summary: 'Compare every row of an import with the directory',
    description:
      'A job, which changes nothing: its rows then say what each of them would do, and what is wrong with it.',
    params: imports.params,
    body: directoryImportPlanSchema,
    responses: { 200: directoryImportSchema },
    errors: ['E0000047', 'E0000107'],
  }),
  listDirectoryImportRows: defineRoute({
    ...imports.reading,
    ...READING_BOTH,
    method: 'GET',
    path: `${imports.one}/rows`,
    summary: 'List the rows of a checked import, in the order of the file',
    params: imports.params,
    query: z.object({
      action: rowActionSchema.optional(),
      limit: limitSchema({ fallback: 50, max: 200 }),
      after: cursorSchema,
    }),
    links: NO_SELF,
    responses: { 200: z.array(directoryImportRowSchema) },
  }),
  getDirectoryImportImpact: defineRoute({
    ...imports.reading,
    ...READING_BOTH,
    method: 'GET',
    path: `${imports.one}/impact`,
    summary: 'Find out whose policies a checked import would change',
    description:
      'For the people whom its rows change, before and after, group rules included; what new people come to is in the notes. Of an import in which more than ' +
      `${LIMITS.importRowsJudged} rows change something, only so many are judged, as \`rows\` says.`,
    params: imports.params,
    responses: { 200: importReviewSchema },
    errors: ['E0000107'],
  }),
  downloadDirectoryImportProblems: defineRoute({
    ...imports.reading,
    ...READING_BOTH,
    method: 'GET',
    path: `${imports.one}/problems`,
    summary: 'Write the problems of the rows of an import to a file',
    description:
      'A table with a row for each problem: the line of the file, the field, what is wrong, and the row itself.',
    params: imports.params,
    responses: { 200: media('text/csv') },
  }),
  applyDirectoryImport: step(
    'apply',
    'Apply a checked import, all of it or nothing',
    'A job. Refused while a row is INVALID. Where a row cannot be applied, because the directory changed meanwhile, or the job is cancelled or the service ends, what was applied is taken back.',
  ),
  undoDirectoryImport: step(
    'undo',
    'Undo an applied import',
    'A job. Objects that it made are deleted and values that it changed restored, except those that someone changed since.',
  ),
  deleteDirectoryImport: defineRoute({
    ...imports.remove,
    summary: 'Forget an import',
    description: 'What it changed stays, and can no longer be undone. Refused while a job works at it.',
    errors: ['E0000107'],
  }),
  exportDirectory: defineRoute({
    ...imports.reading,
    ...READING_BOTH,
    method: 'GET',
    path: '/gatehouse/v1/directory/exports',
    summary: 'Write people, groups or memberships to a file',
    description:
      'A file that can be imported again. Cells that a spreadsheet would compute begin with an apostrophe, which an import takes away. Lists are cells with `|` between their values; a `|` inside a value gets a backslash.',
    query: z.object({
      kind: z.enum(IMPORT_KINDS).default('users'),
      format: z.enum(DIRECTORY_EXPORT_FORMATS).default('CSV'),
    }),
    responses: { 200: media('text/csv', 'application/x-ndjson') },
  }),
}
