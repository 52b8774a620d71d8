import { z } from 'zod'
import {
  objectVersionDetailSchema,
  objectVersionSchema,
  restoreSchema,
  undoSchema,
  VERSION_KINDS,
} from '../gatehouse/version.ts'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { queryBooleanSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { defineRoute } from '../interface/route.ts'
import { FIXED_PARTS } from './policies.ts'

const versions = collection('objectVersion', {
  tag: 'Versions',
  noun: 'a version',
  read: objectVersionDetailSchema,
  write: z.never(),
  created: 200,
})

/** The states that policies, rules, zones and mappings have had; what the log forgets stays here. */
export const versionRoutes = {
  listVersions: defineRoute({
    ...versions.list,
    summary: 'List versions, the newest first',
    description:
      '`id` asks for those of one object, `parent` for those of what belongs to a policy, `about` for both, and with the id of an application for the policies that it was given; `deleted=true` for the last versions of objects that no longer exist.',
    query: z.object({
      kind: z.enum(VERSION_KINDS).optional(),
      id: idSchema.optional(),
      parent: idSchema.optional(),
      about: idSchema.optional(),
      deleted: queryBooleanSchema(false),
      ...pageQueryOf('objectVersion').shape,
    }),
    responses: { 200: z.array(objectVersionSchema) },
  }),
  getVersion: defineRoute({ ...versions.get, summary: 'Read a version with the object as it was' }),
  restoreVersion: defineRoute({
    ...versions.managing,
    method: 'POST',
    path: `${versions.one}/restore`,
    summary: 'Restore a version of an object',
    description:
      'Checked, recorded and told to hooks as any other change; the reply is the version that it makes. A deleted object comes back under its own id, a policy with the rules and applications that went with it. Refused with 409 (`E0000113`) once the object has another newest version than `expectedVersion`.',
    params: versions.params,
    body: restoreSchema,
    responses: { 200: objectVersionDetailSchema },
    errors: ['E0000002', ...FIXED_PARTS],
  }),
  undoVersion: defineRoute({
    ...versions.managing,
    method: 'POST',
    path: `${versions.one}/undo`,
    summary: 'Undo the newest change of an object',
    description:
      'Makes it what it was in the version before; what that change had created is deleted. Refused with 409 (`E0000113`) unless this is the newest version of its object. The reply is the version that it makes.',
    params: versions.params,
    responses: { 200: objectVersionDetailSchema },
    errors: ['E0000002', ...FIXED_PARTS],
  }),
  undoVersions: defineRoute({
    ...versions.managing,
    method: 'POST',
    path: `${versions.list.path}/undo`,
    summary: 'Undo the newest changes of several objects, all or none',
    description:
      'The last of the list is taken back first. Refused as a whole with 409 (`E0000113`) where one of the versions is not the newest of its object.',
    body: undoSchema,
    responses: { 204: null },
    errors: ['E0000002', 'E0000007', ...FIXED_PARTS],
  }),
}
