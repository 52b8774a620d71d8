import { z } from 'zod'
import { isId } from '#contract/interface/ids.ts'
import type { OperationId } from '#contract/routes/index.ts'
import type { Found } from './answer.ts'
import type { Place } from './cursor.ts'
import type { ServiceCaller, ServiceClient } from './service-client.ts'

/** Whether the token may call an operation, at least on something. */
export type May = (id: OperationId) => boolean

/** A call of a tool. */
interface Asked<Input extends z.ZodObject> {
  /** The arguments, parsed. */
  readonly input: z.output<Input>
  /** The same as they were sent, for parts that are passed on. */
  readonly given: z.input<Input>
  readonly place: Place
  /** The workspace, or the draft that the arguments name. */
  readonly service: ServiceCaller
  /** The workspace and any draft of it. */
  readonly client: ServiceClient
  readonly may: May
  readonly signal: AbortSignal
}

/** One thing that an assistant can do. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  /** As assistants call it: words with underscores. */
  readonly name: string
  readonly title: string
  /** What it is for, and what an answer has; for assistants. */
  readonly description: string
  /** The operations that it calls: it is there for a token that may call all of them. */
  readonly needs: readonly OperationId[]
  /** Whether it opens or changes drafts, which has to be switched on. */
  readonly changesDrafts?: true
  /** It takes no draft to ask in place of the workspace. */
  readonly isOfWorkspace?: true
  /** Its arguments beside those that every tool takes. Null: the token may do nothing of it. */
  readonly input: (may: May) => Input | null
  readonly answer: (asked: Asked<Input>) => Promise<Found>
}

/** A row of the table of tools, with the types of its arguments. */
export const tool = <Input extends z.ZodObject>(
  row: Omit<Tool<Input>, 'input'> & { input: Input | Tool<Input>['input'] },
): Tool => ({ ...row, input: typeof row.input === 'function' ? row.input : () => row.input }) as unknown as Tool

/** The argument that names a draft. INVARIANT: nothing else, such as `..`, gets into the path that says of which draft a call is. */
export const draftArgument = z
  .string()
  .refine((text) => isId('draft', text), 'must be the id of a draft')
  .meta({ description: 'Id of a draft, as `list_drafts` gives it' })

/** What every tool takes. */
export const COMMON = {
  cursor: z
    .string()
    .optional()
    .meta({ description: 'The cursor of an answer, with the same arguments, to go on with it' }),
}

/** What a tool that can ask a draft takes beside it. */
export const OF_DRAFT = {
  draft: draftArgument.optional().meta({ description: 'Asks this draft in place of the workspace' }),
}

/** How often values are there, by value. */
export function countBy<T>(items: readonly T[], valueOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[valueOf(item)] = (counts[valueOf(item)] ?? 0) + 1
  return counts
}
