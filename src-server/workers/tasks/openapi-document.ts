import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

/** WHY loaded late: only this task needs the contract of the whole interface. */
export const openApiDocument: Task<Tasks['openApiDocument']> = async (options) => {
  const { openApiDocument: make } = await import('#openapi/document.ts')
  return JSON.stringify(make(options))
}
