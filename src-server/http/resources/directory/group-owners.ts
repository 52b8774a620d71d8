import type { GroupOwner } from '#contract/directory/group-owner.ts'
import type { groupOwnerRoutes } from '#contract/routes/group-owners.ts'
import {
  addGroupOwner,
  listGroupOwners,
  removeGroupOwner,
  type NamedOwner,
} from '#operations/directory/group-owners.ts'
import type { HandlerTable } from '../../handler-table.ts'

/** An owner as the wire shows one. @param lastUpdated of the two forms that the public interface has (spec/5 §3) */
function presentOwner({ ownerId, ownerType, name }: NamedOwner, lastUpdated: string): GroupOwner {
  return {
    id: ownerId,
    type: ownerType,
    resolved: name !== null,
    originId: null,
    originType: 'SVC_DIRECTORY',
    displayName: name ?? ownerId,
    lastUpdated,
  }
}

/** `2026-03-04 10:08:01.0` */
const inList = (moment: string) => `${moment.slice(0, 19).replace('T', ' ')}.0`

/** `Wed Mar 04 10:08:01 UTC 2026` */
function inAnswer(moment: string): string {
  const [day = '', date = '', month = '', year = '', time = ''] = new Date(moment)
    .toUTCString()
    .replace(',', '')
    .split(' ')
  return `${day} ${month} ${date} ${time} UTC ${year}`
}

export const groupOwnerHandlers: HandlerTable<typeof groupOwnerRoutes> = {
  listGroupOwners: async ({ reader, params }) => {
    const owners = await listGroupOwners(reader, params.groupId)
    return { body: owners.map((owner) => presentOwner(owner, inList(owner.lastUpdated))) }
  },
  addGroupOwner: async ({ write, params, body }) => {
    const owner = await write((tx) => addGroupOwner(tx, params.groupId, body.type, body.id))
    return { body: presentOwner(owner, inAnswer(owner.lastUpdated)) }
  },
  removeGroupOwner: async ({ write, params }) => {
    await write((tx) => removeGroupOwner(tx, params.groupId, params.ownerId))
    return { body: undefined }
  },
}
