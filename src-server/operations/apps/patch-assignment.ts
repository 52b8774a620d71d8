import { isDeepStrictEqual } from 'node:util'
import type { AppGroupPatchOperation } from '#contract/apps/app-group-patch.ts'
import { appGroupWriteSchema, type AppGroupWrite } from '#contract/apps/app.ts'
import { invalid, invalidAll } from '#contract/interface/api-error.ts'
import { pathText, toCauses } from '#contract/interface/schema-causes.ts'

/** What a patch changes of an assignment; values may be of any form until its end. */
interface Assignment {
  readonly priority: unknown
  readonly profile: unknown
}

/** Why an operation cannot be done, and which of its fields is at fault. */
class Unsuitable extends Error {
  readonly field: 'path' | 'value'

  constructor(field: 'path' | 'value', message: string) {
    super(message)
    this.field = field
  }
}

/**
 * An assignment after the operations of a patch, one after the other (RFC 6902). Unlike there, an attribute of the profile that has no
 * value counts as one that is null: it can be replaced, removed and tested.
 * @throws ApiError E0000001 with the operation and its field at fault, or with the part that the patch would leave invalid
 */
export function patchedAssignment(
  { priority, profile }: Assignment,
  patch: readonly AppGroupPatchOperation[],
): AppGroupWrite {
  const result = appGroupWriteSchema.safeParse(patch.reduce<Assignment>(step, { priority, profile }))
  if (result.success) return result.data
  throw invalidAll(toCauses(result.error, 'body'))
}

function step(assignment: Assignment, operation: AppGroupPatchOperation, index: number): Assignment {
  try {
    return patchedBy(assignment, operation)
  } catch (error) {
    if (!(error instanceof Unsuitable)) throw error
    throw invalid(pathText([index, error.field]), error.message)
  }
}

function patchedBy(assignment: Assignment, operation: AppGroupPatchOperation): Assignment {
  const [part, attribute, item] = operation.path.slice(1).split('/').map(unescaped)
  if (part === 'profile' && attribute !== undefined)
    return { ...assignment, profile: withAttribute(assignment.profile, attribute, item, operation) }
  if (part === 'profile') return { ...assignment, profile: replaced(assignment.profile, operation) ?? {} }
  if (operation.op === 'remove') throw new Unsuitable('path', 'cannot be removed')
  return { ...assignment, priority: replaced(assignment.priority, operation) }
}

const unescaped = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~')

/** A value after an operation on the whole of it; undefined: it is gone. */
function replaced(before: unknown, operation: AppGroupPatchOperation): unknown {
  if (operation.op === 'remove') return undefined
  if (operation.op !== 'test') return operation.value
  assertSame(before, operation.value)
  return before
}

function assertSame(before: unknown, value: unknown): void {
  if (!isDeepStrictEqual(before, value)) throw new Unsuitable('value', 'is not the value that is there')
}

function withAttribute(profile: unknown, name: string, item: string | undefined, operation: AppGroupPatchOperation) {
  if (!isObject(profile)) throw new Unsuitable('path', 'the profile is no object')
  const before = Object.hasOwn(profile, name) ? profile[name] : null
  const after = item === undefined ? replaced(before, operation) : withItem(before, item, operation)
  if (operation.op === 'test') return profile
  const others = Object.entries(profile).filter(([other]) => other !== name)
  // WHY not by assignment: a name may be `__proto__`.
  return Object.fromEntries(after === undefined ? others : [...others, [name, after]])
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list after an operation on one of its items; `-` is behind the last one. */
function withItem(list: unknown, item: string, operation: AppGroupPatchOperation): unknown[] {
  if (!Array.isArray(list)) throw new Unsuitable('path', 'the attribute is no list')
  const index = item === '-' ? list.length : Number(item)
  const last = operation.op === 'add' ? list.length : list.length - 1
  if (index > last) throw new Unsuitable('path', 'the list has no such item')
  if (operation.op === 'add') return list.toSpliced(index, 0, operation.value)
  const after = replaced(list[index], operation)
  return operation.op === 'remove' ? list.toSpliced(index, 1) : list.with(index, after)
}
