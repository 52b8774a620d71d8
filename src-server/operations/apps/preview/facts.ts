import type { Reader } from '#audit-log/transaction.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { ExpressionContext, RelatedAsked } from '#expression/index.ts'
import { listGroupsOfUser } from '../../directory/groups.ts'
import { externalKeyOf } from '../../federation/external-key.ts'
import { readOrganization } from '../../organization/organization.ts'
import { assignmentRules } from '../app-user-view.ts'
import { clientIdOf } from '../clients.ts'
import { appUserView, heldBy, type AppUserView, type Held } from '../held.ts'
import type { Related } from '../related.ts'
import { relatedTo } from '../related-people.ts'

/** What an application is told of a person is made of this. */
export interface AppFacts {
  app: AppRecord
  user: UserRecord
  /** Those that the caller may read. */
  groups: readonly GroupRecord[]
  userName: string
  /** Of the person in the application. */
  profile: Record<string, unknown>
  /** What assigns the application to them; neither where nothing does. */
  direct: Held['direct']
  through: Held['groups']
  organization: { name: string; subdomain: string }
  /** Who stands by them and what other systems have of them, as far as it was asked for. */
  related: Related | undefined
}

/** Of someone who does not have the application: as if it were assigned to them now. */
const UNASSIGNED = { profile: {}, userName: null, created: '', lastUpdated: '' }

async function assignedOf(reader: Reader, app: AppRecord, user: UserRecord): Promise<AppUserView & Held> {
  const [held] = (await heldBy(reader, app.id, [user])) as [Held]
  const rules = await assignmentRules(reader, app, [user])
  const direct = { ...UNASSIGNED, appId: app.id, userId: user.id }
  const view = appUserView(rules, user, held) ?? appUserView(rules, user, { ...held, direct })
  return { ...(view as AppUserView), ...held }
}

/** Reads what an application would be told a person by. @param asked of others than the person, by the expressions that say it */
export async function factsOf(
  reader: Reader,
  app: AppRecord,
  user: UserRecord,
  asked: RelatedAsked,
): Promise<AppFacts> {
  const groups = await listGroupsOfUser(reader, user.id)
  const { name, subdomain } = await readOrganization(reader)
  const { direct, userName, profile, groups: through } = await assignedOf(reader, app, user)
  const related = (await relatedTo(reader, asked, [user])).get(user.id)
  return { app, user, groups, userName, profile, direct, through, organization: { name, subdomain }, related }
}

/** What expressions can read of an application. */
export const readableApp = (app: AppRecord) => ({
  ...{ id: app.id, name: app.name, label: app.label, clientId: clientIdOf(app) },
  ...(app.definition.profile && { profile: app.definition.profile }),
})

/** What expressions can read of the organization. */
export const readableOrganization = (organization: AppFacts['organization'], app: AppRecord) => ({
  ...organization,
  ...{ subDomain: organization.subdomain, externalKey: externalKeyOf(app.id) },
})

/** What expressions can read of a person in an application. */
export function expressionContextOf(
  { app, user, groups, userName, profile, organization, related }: AppFacts,
  now: number,
): ExpressionContext {
  const { id, status, created, lastUpdated, passwordChanged, lastLogin } = user
  return {
    now,
    user: {
      ...related,
      ...{ id, status, created, lastUpdated, passwordChanged, lastLogin },
      // WHY: `user.userName` of a template is the name in the application (spec/5 §8.3).
      profile: { ...user.profile, userName },
      groups: groups.map(({ id: groupId, name, type }) => ({ id: groupId, name, type })),
    },
    appuser: { ...profile, userName },
    app: readableApp(app),
    org: readableOrganization(organization, app),
  }
}
