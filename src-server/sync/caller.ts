import type { ClientInput, ReplyBody } from '#contract/interface/route.ts'
import type { OperationId, Routes } from '#contract/routes/index.ts'

/** What a call passes: the route's own params, query and body, and what it is given up by. */
type CallerInput<Id extends OperationId> = ClientInput<Routes[Id]> & { signal?: AbortSignal | undefined }

/** Operations whose reply is a list. */
export type ListOperation = {
  [Id in OperationId]: ReplyBody<Routes[Id]> extends readonly unknown[] ? Id : never
}[OperationId]

type Item<Id extends ListOperation> = ReplyBody<Routes[Id]> extends readonly (infer One)[] ? One : never

/** Calls operations of the route table: of the open workspace, or of an instance elsewhere, whose words are translated to ours. */
export interface Caller {
  call<Id extends OperationId>(id: Id, input?: CallerInput<Id>): Promise<ReplyBody<Routes[Id]>>
  /** One page of a list; `next` is the cursor of the following page, null on the last. */
  page<Id extends ListOperation>(id: Id, input?: CallerInput<Id>): Promise<{ items: Item<Id>[]; next: string | null }>
}
