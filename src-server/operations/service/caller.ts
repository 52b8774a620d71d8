import type { ClientInput } from '#contract/interface/route.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Item, ListOperation, Page, Reply } from '#contract/routes/lists.ts'
import type { OperationId, Routes } from '#contract/routes/index.ts'

/** What a call passes: the route's own params, query and body in our words, what aborts it, and what of it no error may repeat. */
export type CallerInput<Id extends OperationId> = ClientInput<Routes[Id]> & {
  signal?: AbortSignal | undefined
  secrets?: readonly string[] | undefined
}

/** Calls operations of the route table, of the open workspace or of an instance elsewhere; in our words. */
export interface Caller {
  call<Id extends OperationId>(id: Id, input?: CallerInput<Id>): Promise<Reply<Id>>
  /** One page of a list; `next` is the cursor of the following page, null on the last. */
  page<Id extends ListOperation>(id: Id, input?: CallerInput<Id>): Promise<Page<Item<Id>>>
}

/** Writes the open workspace by operations of the route table, in a transaction that is under way. */
export interface OwnWriter {
  /** Reads it as it has become in the transaction. */
  reader(tx: Tx): Caller
  /**
   * @param params @param query @param body as they come over the network
   * @returns what the use case returned, such as the id of what was made
   * @throws ApiError as the operation does
   */
  write(tx: Tx, id: OperationId, parts: { params?: object; query?: object; body?: unknown }): Promise<unknown>
}
