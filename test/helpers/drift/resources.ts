import { z } from 'zod'
import type { Method, Route } from '#contract/interface/route.ts'
import { ROUTES, ROUTE_LIST, type OperationId } from '#contract/routes/index.ts'

/** What is made by a POST and read by its id; `replace` where a PUT replaces it. */
export interface Resource {
  create: OperationId
  read: OperationId
  replace: OperationId | undefined
}

/** What is read, and written to the same path by a PUT, or by a POST that changes a part. */
export interface Writable {
  read: OperationId
  write: OperationId
}

const administrative = ROUTE_LIST.filter(({ route }) => route.auth === 'token')
const find = (method: Method, path: string): OperationId | undefined =>
  administrative.find(({ route }) => route.method === method && route.path === path)?.id

/** Whether an operation answers a list. */
const isList = (id: OperationId) => (ROUTES[id] as unknown as Route).responses[200] instanceof z.ZodArray

const collectionOf = (path: string) => path.replace(/\/\{\w+\}$/, '')

/** Every resource of the interface that can be made and read, by its routes. */
export const RESOURCES: readonly Resource[] = administrative.flatMap(({ id, route: { method, path } }) => {
  const one = administrative.find(
    ({ route }) => route.method === 'GET' && route.path !== path && collectionOf(route.path) === path,
  )
  return method === 'POST' && one ? [{ create: id, read: one.id, replace: find('PUT', one.route.path) }] : []
})

const walked = new Set(RESOURCES.flatMap(({ create, replace }) => [create, replace]))

/** Everything else that is read and written at one path. */
export const WRITABLES: readonly Writable[] = administrative.flatMap(({ id, route: { method, path, body } }) => {
  const read = find('GET', path)
  return (method === 'PUT' || method === 'POST') && body && read && !isList(read) && !walked.has(id)
    ? [{ read, write: id }]
    : []
})
