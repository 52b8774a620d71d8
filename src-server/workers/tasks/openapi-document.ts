import { openApiDocument as make } from '#openapi/document.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

export const openApiDocument: Task<Tasks['openApiDocument']> = (options) =>
  Promise.resolve(JSON.stringify(make(options)))
