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

/** Every administrator may ask; what each sees and restores follows from their rights over the kinds. */
const ANY_ADMINISTRATOR = { permissions: ['svc.orgs.read'] } as const

const EACH_KIND =
  'Only versions of objects that the caller may read are shown: a client needs the scope of their kind, too, such as `svc.users.read`.'

/** Rejections of the use cases by which objects go back. */
const OF_USE_CASES = [
  ...(['E0000002', 'E0000006', 'E0000007', 'E0000023', 'E0000024', 'E0000027', 'E0000041', 'E0000043'] as const),
  ...(['E0000044', 'E0000056', 'E0000060', 'E0000107', 'E0000142', 'E0000148', ...FIXED_PARTS] as const),
] as const

/** The states that objects of the organization have had, without secrets; what the log forgets stays here. */
export const versionRoutes = {
  listVersions: defineRoute({
    ...versions.list,
    ...ANY_ADMINISTRATOR,
    summary: 'List versions, the newest first',
    description: `\`id\` asks for those of one object, \`parent\` for those of what belongs to a policy or an authorization server, \`about\` for both, and with the id of an application for the policies that it was given; \`deleted=true\` for the last versions of objects that no longer exist. ${EACH_KIND}`,
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
  getVersion: defineRoute({
    ...versions.get,
    ...ANY_ADMINISTRATOR,
    summary: 'Read a version with the object as it was',
    description: `The object has neither secrets nor links. ${EACH_KIND}`,
  }),
  restoreVersion: defineRoute({
    ...versions.managing,
    ...ANY_ADMINISTRATOR,
    method: 'POST',
    path: `${versions.one}/restore`,
    summary: 'Restore a version of an object',
    description:
      'Checked, recorded and told to hooks as any other change, which the caller must be permitted to make; the reply is the version that it makes. A deleted object comes back under its own id, a policy with the rules and applications that went with it. Secrets stay as they are; of a person the profile and the type go back. What cannot go back is refused with 400 that says why: a deleted person, application, authorization server or client at a provider, and a schema. Refused with 409 (`E0000113`) once the object has another newest version than `expectedVersion`.',
    params: versions.params,
    body: restoreSchema,
    responses: { 200: objectVersionDetailSchema },
    errors: OF_USE_CASES,
  }),
  undoVersion: defineRoute({
    ...versions.managing,
    ...ANY_ADMINISTRATOR,
    method: 'POST',
    path: `${versions.one}/undo`,
    summary: 'Undo the newest change of an object',
    description:
      'Makes it what it was in the version before; what that change had created is deleted. Refused with 409 (`E0000113`) unless this is the newest version of its object. The reply is the version that it makes.',
    params: versions.params,
    responses: { 200: objectVersionDetailSchema },
    errors: OF_USE_CASES,
  }),
  undoVersions: defineRoute({
    ...versions.managing,
    ...ANY_ADMINISTRATOR,
    method: 'POST',
    path: `${versions.list.path}/undo`,
    summary: 'Undo the newest changes of several objects, all or none',
    description:
      'The last of the list is taken back first. Refused as a whole with 409 (`E0000113`) where one of the versions is not the newest of its object.',
    body: undoSchema,
    responses: { 204: null },
    errors: OF_USE_CASES,
  }),
}
