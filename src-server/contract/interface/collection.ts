import { z } from 'zod'
import { KINDS, type KindName } from '../kinds.ts'
import { cursorSchema, limitSchema } from './fields.ts'
import type { ErrorCode } from './error-codes.ts'
import { idSchema } from './ids.ts'
import type { Method } from './route.ts'

/** The kinds that have a collection of their own with a placeholder for an id. */
type CollectionKind = {
  [K in KindName]: (typeof KINDS)[K]['path'] extends string
    ? (typeof KINDS)[K]['param'] extends string
      ? K
      : never
    : never
}[KindName]

type ParamOf<K extends CollectionKind> = (typeof KINDS)[K]['param'] & string

/** What collections differ in, as far as the wire shows; all else follows from the kind. */
interface CollectionShape<Read extends z.ZodType, Write extends z.ZodType, Created extends number> {
  readonly tag: string
  /** Singular, with its article, as it follows a verb. */
  readonly noun: string
  readonly read: Read
  readonly write: Write
  /** The status of a creation (spec/4 settles it for each collection). */
  readonly created: Created
  /** What every operation may be refused by, beside what follows from its definition. */
  readonly errors?: readonly ErrorCode[]
  /** The id in paths, where it has a meaning besides. */
  readonly id?: z.ZodString
}

/** Names of what was validated that differ from the kind's own (spec/5 §0.2). */
const SUBJECTS: Readonly<Partial<Record<CollectionKind, string>>> = { deviceAssurance: 'deviceAssuranceMediated' }

/** A page of a kind's list: `limit` and `after`. */
export function pageQueryOf(kind: CollectionKind) {
  const { page } = KINDS[kind]
  if (!page) throw new Error(`the list of ${KINDS[kind].plural} has no pages`)
  return z.object({ limit: limitSchema(page), after: cursorSchema })
}

/**
 * The declarations that most collections share. A route file passes those that its collection has to `defineRoute`, with
 * what is its own (a query, another summary), and adds the operations below `one`.
 */
export function collection<
  const Kind extends CollectionKind,
  Read extends z.ZodType,
  Write extends z.ZodType,
  const Created extends number,
>(
  kind: Kind,
  { tag, noun, read: schema, write: body, created, errors = [], id = idSchema }: CollectionShape<Read, Write, Created>,
) {
  const { path, scope, plural, errorKind } = KINDS[kind]
  const subject = SUBJECTS[kind] ?? errorKind
  const param = KINDS[kind].param as ParamOf<Kind>
  const one = `${path}/{${param}}`
  const reading = { tag, scope: `svc.${scope}.read`, errors } as const
  const managing = { tag, subject, scope: `svc.${scope}.manage`, errors } as const
  const params = z.object({ [param]: id } as Record<ParamOf<Kind>, typeof idSchema>)
  const responses = { 200: schema } as const
  const declare = <M extends Method, Verb extends string>(method: M, verb: Verb) =>
    ({ ...(method === 'GET' ? reading : managing), method, path: one, summary: `${verb} ${noun}`, params }) as const
  return {
    one,
    params,
    /** Tag and scope of operations that read, and of those that change, with how their validation names the object. */
    reading,
    managing,
    list: { ...reading, method: 'GET', path, summary: `List ${plural}`, responses: { 200: z.array(schema) } } as const,
    create: {
      ...managing,
      method: 'POST',
      path,
      summary: `Create ${noun}`,
      body,
      responses: { [created]: schema } as Record<Created, Read>,
    } as const,
    get: { ...declare('GET', 'Read'), responses },
    replace: { ...declare('PUT', 'Replace'), body, responses },
    remove: { ...declare('DELETE', 'Delete'), responses: { 204: null } } as const,
    activate: { ...declare('POST', 'Activate'), path: `${one}/lifecycle/activate`, responses },
    deactivate: { ...declare('POST', 'Deactivate'), path: `${one}/lifecycle/deactivate`, responses },
  }
}
