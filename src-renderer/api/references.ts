import type { ObjectReference } from '#contract/gatehouse/workspace.ts'
import { api } from './client.ts'

/** Every policy and rule, of all types, that names an object by its id or key. @throws ApiError */
export function findReferences(id: string, signal?: AbortSignal): Promise<ObjectReference[]> {
  return api.call('listReferences', { params: { id }, signal })
}
