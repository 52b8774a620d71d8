import type { ReplyBody } from '../interface/route.ts'
import type { OperationId, Routes } from './index.ts'

/** The body of an operation's successful reply. */
export type Reply<Id extends OperationId> = ReplyBody<Routes[Id]>

/** Operations whose reply is a list. */
export type ListOperation = { [Id in OperationId]: Reply<Id> extends readonly unknown[] ? Id : never }[OperationId]
/** What a list is of. */
export type Item<Id extends ListOperation> = Reply<Id> extends readonly (infer One)[] ? One : never

/** One page of a list; `next` goes into the following call's `query.after`, null on the last page. */
export interface Page<T> {
  items: T[]
  next: string | null
}
