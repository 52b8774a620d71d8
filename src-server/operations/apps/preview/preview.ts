import { appDefinition } from '#contract/apps/definition.ts'
import { samlFacts } from '#contract/apps/modes/listed-saml.ts'
import { USER_STATUS_LABELS } from '#contract/directory/user.ts'
import type { AppPreview } from '#contract/gatehouse/app-preview.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { GroupRecord } from '#db/tables/groups.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'
import type { ExpressionContext } from '#expression/index.ts'
import { listGroupsOfUser } from '../../directory/groups.ts'
import { externalKeyOf } from '../../federation/external-key.ts'
import { readOrganization } from '../../organization/organization.ts'
import { isShutOut, unreachedBecause } from '../../policies/unreached.ts'
import { appUserView, assignmentRules, heldBy, type AppUserView, type Held } from '../app-user-view.ts'
import { requireApp, type AppWithPolicies } from '../apps.ts'
import { userNameProblem } from '../user-name.ts'
import { assertionXml } from './assertion-xml.ts'
import { oidcPreview } from './oidc-preview.ts'
import { samlPreview } from './saml-preview.ts'

interface Facts {
  app: AppWithPolicies
  user: UserRecord
  groups: readonly GroupRecord[]
  userName: string
  profile: Record<string, unknown>
  organization: { name: string; subdomain: string }
}

/** Of someone who does not have the application: as if it were assigned to them now. */
const UNASSIGNED = { profile: {}, userName: null, created: '', lastUpdated: '' }

async function assignedOf(reader: Reader, app: AppWithPolicies, user: UserRecord): Promise<AppUserView & Held> {
  const [held] = (await heldBy(reader, app.id, [user])) as [Held]
  const rules = await assignmentRules(reader, app)
  const direct = { ...UNASSIGNED, appId: app.id, userId: user.id }
  const view = appUserView(rules, user, held) ?? appUserView(rules, user, { ...held, direct })
  return { ...(view as AppUserView), ...held }
}

function contextOf({ app, user, groups, userName, profile, organization }: Facts, now: number): ExpressionContext {
  const { id, status, created, lastUpdated, passwordChanged, lastLogin } = user
  return {
    now,
    user: {
      ...{ id, status, created, lastUpdated, passwordChanged, lastLogin },
      // WHY: `user.userName` of a template is the name in the application (spec/5 §8.3).
      profile: { ...user.profile, userName },
      groups: groups.map(({ id: groupId, name, type }) => ({ id: groupId, name, type })),
    },
    appuser: { ...profile, userName },
    app: { id: app.id, name: app.name, label: app.label },
    org: { ...organization, subDomain: organization.subdomain, externalKey: externalKeyOf(app.id) },
  }
}

const notActive = (user: UserRecord) =>
  `The status of ${displayNameOf(user)} is “${USER_STATUS_LABELS[user.status]}”: only who is “${USER_STATUS_LABELS.ACTIVE}” gets in`

function obstaclesOf({ app, user }: Facts, assignment: AppPreview['assignment']): string[] {
  return [
    ...unreachedBecause({ user }, app),
    ...(user.status === 'ACTIVE' || isShutOut(user.status) ? [] : [notActive(user)]),
    ...(assignment === 'NONE' && !app.system
      ? [`${app.label} is assigned neither to them nor to a group of theirs`]
      : []),
  ]
}

/**
 * What an application would be told of a person, who need not have it. Groups are those that the caller may read.
 * @param base the address of the service, which issues tokens
 * @throws ApiError E0000007
 */
export async function previewApp(reader: Reader, appId: string, user: UserRecord, base: string): Promise<AppPreview> {
  const app = await requireApp(reader, appId)
  const groups = await listGroupsOfUser(reader, user.id)
  const { name, subdomain } = await readOrganization(reader)
  const { direct, userName, profile, groups: through } = await assignedOf(reader, app, user)
  const giving = through.flatMap(({ groupId }) => groups.find(({ id }) => id === groupId) ?? [])
  const facts: Facts = { app, user, groups, userName, profile, organization: { name, subdomain } }
  const now = Date.now()
  const context = contextOf(facts, now)
  const groupNames = groups.map((group) => group.name).toSorted()
  const { credentials, settings } = appDefinition(app, app.definition)
  const assignment = direct ? 'DIRECT' : through.length ? 'GROUP' : 'NONE'
  const { template } = credentials.userNameTemplate
  const saml = app.signOnMode === 'SAML_2_0' ? samlPreview(samlFacts(settings), context, groupNames) : null
  return {
    app: { id: app.id, label: app.label, signOnMode: app.signOnMode },
    person: { id: user.id, name: displayNameOf(user) },
    assignment,
    groups: giving.map((group) => ({ id: group.id, name: group.name })),
    obstacles: obstaclesOf(facts, assignment),
    userName: {
      value: userName,
      source: direct?.userName ? 'the assignment' : template,
      problem: direct?.userName ? null : userNameProblem(app, user),
    },
    saml: saml && { ...saml, assertion: await assertionXml(saml, now) },
    oidc:
      app.signOnMode === 'OPENID_CONNECT'
        ? oidcPreview({
            userId: user.id,
            userName,
            clientId: app.clientId ?? app.id,
            issuer: base,
            profile,
            groupNames,
            now,
          })
        : null,
  }
}
