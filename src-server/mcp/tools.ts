import type { z } from 'zod'
import { COMMON, OF_DRAFT, type May, type Tool } from './tool.ts'
import { audienceTools } from './tools/audience.ts'
import { draftTools } from './tools/drafts.ts'
import { findTools } from './tools/find.ts'
import { findingsTool } from './tools/findings.ts'
import { invariantsTool } from './tools/invariants.ts'
import { listTool } from './tools/list.ts'
import { logTools } from './tools/log.ts'
import { readTool } from './tools/read.ts'
import { reviewTools } from './tools/review.ts'
import { simulateTools } from './tools/simulate.ts'

/** Everything that an assistant can do, in the order in which it is listed. */
const TOOLS: readonly Tool[] = [
  ...findTools,
  listTool,
  readTool,
  ...simulateTools,
  ...audienceTools,
  findingsTool,
  invariantsTool,
  ...reviewTools,
  ...logTools,
  ...draftTools,
]

/** A tool with the arguments that this token can give it. */
export interface ListedTool {
  readonly tool: Tool
  readonly input: z.ZodObject
}

/**
 * The tools of a token: those of which it may call every operation.
 * @param drafts whether drafts may be opened and changed
 */
export function toolsFor(may: May, { drafts }: { drafts: boolean }): ListedTool[] {
  return TOOLS.flatMap((tool) => {
    if ((tool.changesDrafts && !drafts) || !tool.needs.every(may)) return []
    const input = tool.input(may)
    const ofDraft = !tool.isOfWorkspace && may('getDraft') ? OF_DRAFT : {}
    return input === null ? [] : [{ tool, input: input.extend({ ...ofDraft, ...COMMON }) }]
  })
}
