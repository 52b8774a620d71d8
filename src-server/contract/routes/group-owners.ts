import { z } from 'zod'
import { groupOwnerSchema, groupOwnerWriteSchema } from '../directory/group-owner.ts'
import { groupSchema, groupWriteSchema } from '../directory/group.ts'
import { collection } from '../interface/collection.ts'
import { idSchema } from '../interface/ids.ts'
import { NO_SELF } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'

const groups = collection('group', {
  tag: 'Groups',
  noun: 'a group',
  read: groupSchema,
  write: groupWriteSchema,
  created: 200,
})
const owners = `${groups.one}/owners`

/** Owners of groups (spec/4 §2.2, spec/5 §3). */
export const groupOwnerRoutes = {
  listGroupOwners: defineRoute({
    ...groups.reading,
    method: 'GET',
    path: owners,
    summary: 'List the owners of a group',
    params: groups.params,
    links: NO_SELF,
    responses: { 200: z.array(groupOwnerSchema) },
  }),
  addGroupOwner: defineRoute({
    ...groups.managing,
    method: 'POST',
    path: owners,
    summary: 'Make a person or a group an owner of a group',
    description: 'Not of the built-in group, of which everybody is a member.',
    subject: 'owner',
    params: groups.params,
    body: groupOwnerWriteSchema,
    responses: { 201: groupOwnerSchema },
  }),
  removeGroupOwner: defineRoute({
    ...groups.managing,
    method: 'DELETE',
    path: `${owners}/{ownerId}`,
    summary: 'Remove an owner from a group',
    params: z.object({ groupId: idSchema, ownerId: idSchema }),
    responses: { 204: null },
  }),
}
