import type { OperationId } from '#contract/routes/index.ts'
import type { Route } from '#contract/interface/route.ts'
import type { Logger } from '#server/log.ts'
import type { Rights } from '#audit-log/rights.ts'
import type { VocabularyEdge } from '#vocabulary/edge.ts'
import type { TokenHolder } from '#operations/tokens/token-holder.ts'

/** What our middleware leaves on the request for those after it. */
export interface RequestState {
  requestId: string
  log: Logger
  /** Whether the client asked that unknown keys are refused, and that refusals say where: `Prefer: handling=strict`. */
  strictHandling: boolean
  /** Set by authentication; null on public routes. */
  token: TokenHolder | null
  /** What the caller may do; set by authentication, absent on public routes. */
  rights?: Rights
  /** Why something is changed, as the caller says; null where nothing is said. */
  changeReason: string | null
  /** Of the workspace; absent where the client speaks our words. */
  vocabulary?: VocabularyEdge
  operation: { id: OperationId; route: Route }
  params: Record<string, string>
  /** Of a route that takes a form with one: the file. */
  file?: Uint8Array
}
