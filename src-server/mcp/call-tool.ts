import type { CallToolResult } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { ApiError, invalidAll } from '#contract/interface/api-error.ts'
import type { ErrorBody } from '#contract/interface/error-body.ts'
import { isDeeperThan } from '#contract/interface/json-depth.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { toCauses } from '#contract/interface/schema-causes.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { answerOf, DATA_NOTE } from './answer.ts'
import { readCursor } from './cursor.ts'
import { Refused, StepRefused, type ServiceClient } from './service-client.ts'
import { shortened } from './shown-text.ts'
import type { May } from './tool.ts'
import { estimateTokens } from './tokens.ts'
import type { ListedTool } from './tools.ts'
import type { InTurn } from './turns.ts'

interface Calling {
  readonly client: ServiceClient
  readonly may: May
  readonly signal: AbortSignal
  /** Runs a call when it is its turn. */
  readonly inTurn: InTurn
  /** Told of what is a mistake of ours. */
  readonly onTrouble: (error: unknown) => void
}

/** Both forms of an answer: JSON for assistants that read text, and the same as an object. */
const resultOf = (envelope: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(envelope) }],
  structuredContent: envelope as Record<string, unknown>,
})

/** @throws ApiError E0000001, with a cause for each argument that will not do; E0000003 */
function parse(schema: z.ZodObject, given: unknown) {
  if (isDeeperThan(LIMITS.bodyDepth, given)) throw new ApiError('E0000003')
  const { data, error } = schema.safeParse(given)
  if (error) throw invalidAll(toCauses(error, 'body'))
  return data as { cursor?: string; draft?: string }
}

/** What went wrong, as the interface says it; null where that is a mistake of ours. */
function told(error: unknown): Partial<ErrorBody> | null {
  if (error instanceof Refused) return error.body
  if (error instanceof ApiError) {
    const { errorCode, errorSummary, errorCauses } = error.toBody('', { located: true })
    return { errorCode, errorSummary, errorCauses }
  }
  return error instanceof UserFacingError ? { errorSummary: error.message } : null
}

const UNKNOWN: Partial<ErrorBody> = { errorCode: 'E0000009', errorSummary: new ApiError('E0000009').message }
const within = (value: unknown) => estimateTokens(JSON.stringify(value)) <= LIMITS.assistantTokens / 2

/** A refusal or failure as a result that says so. */
function failed(error: unknown, onTrouble: Calling['onTrouble']): CallToolResult {
  const body = told(error)
  if (body === null) onTrouble(error)
  const causes = body?.errorCauses?.length ?? 0
  const counts = { causes, ...(error instanceof StepRefused && { stepsDone: error.step }) }
  const data = { error: shortened(body ?? UNKNOWN, within) }
  return { ...resultOf({ counts, cursor: null, note: DATA_NOTE, data }), isError: true }
}

/** Calls a tool with arguments as an assistant sent them. Never throws: what goes wrong is a result, in the interface's own words. */
export async function callTool(
  { tool, input: schema }: ListedTool,
  args: unknown,
  { client, may, signal, inTurn, onTrouble }: Calling,
): Promise<CallToolResult> {
  try {
    const input = parse(schema, args ?? {})
    const { cursor: _, ...given } = (args ?? {}) as { cursor?: unknown }
    const place = readCursor(tool.name, given, input.cursor)
    const service = client({ draft: input.draft, signal })
    const asked = { input: input as never, given, place, service, client, may, signal }
    const found = await inTurn(() => tool.answer(asked))
    return resultOf(answerOf(tool.name, given, place, found))
  } catch (error) {
    return failed(error, signal.aborted ? () => {} : onTrouble)
  }
}
