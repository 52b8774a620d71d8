import { Op } from 'sequelize'
import type { AssigneeKind } from '#contract/access/admin-roles.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, targetOf, userTarget } from '#contract/log/targets.ts'
import { notFound } from '#contract/interface/api-error.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { apps } from '#db/tables/apps.ts'
import { groups } from '#db/tables/groups.ts'
import { displayNameOf } from '#db/tables/users.ts'
import { goesBy } from '../apps/clients.ts'
import { requireUser } from '../directory/find-user.ts'

/** Who or what roles are assigned to. */
export interface Assignee {
  readonly kind: AssigneeKind
  readonly id: string
  readonly name: string
  /** Below what the wire shows its roles, without the base address. */
  readonly path: string
  readonly target: LogTarget
}

interface AssigneeRow {
  /** By what paths name one. @throws ApiError E0000007 */
  require(reader: Reader, idInPath: string): Promise<Assignee>
  readonly granted: EventType
  readonly revoked: EventType
}

/** What the kinds of assignees differ in. The public catalogue has no events for clients; ours are of our own. */
export const ASSIGNEES: Readonly<Record<AssigneeKind, AssigneeRow>> = {
  USER: {
    require: async (reader, idOrLogin) => {
      const user = await requireUser(reader, idOrLogin)
      const name = displayNameOf(user)
      const target = userTarget({ id: user.id, login: user.login, displayName: name })
      return { kind: 'USER', id: user.id, name, path: `/api/v1/users/${user.id}`, target }
    },
    granted: 'user.account.privilege.grant',
    revoked: 'user.account.privilege.revoke',
  },
  GROUP: {
    require: async (reader, id) => {
      const group = await groups.require(reader, id)
      return { kind: 'GROUP', id, name: group.name, path: `/api/v1/groups/${id}`, target: targetOf('group', group) }
    },
    granted: 'group.privilege.grant',
    revoked: 'group.privilege.revoke',
  },
  CLIENT: {
    require: async (reader, clientId) => {
      const app = await apps.findOne(reader, {
        where: { [Op.and]: [goesBy(clientId), { signOnMode: 'OPENID_CONNECT' }] },
      })
      if (!app || app.system) throw notFound(clientId, 'PublicClientApp')
      const path = `/oauth2/v1/clients/${encodeURIComponent(clientId)}`
      return { kind: 'CLIENT', id: app.id, name: app.label, path, target: appTarget(app) }
    },
    granted: 'gatehouse.client.privilege.grant',
    revoked: 'gatehouse.client.privilege.revoke',
  },
}
