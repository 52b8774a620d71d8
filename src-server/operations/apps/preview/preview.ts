import { appDefinition } from '#contract/apps/definition.ts'
import { organizationIssuer } from '#contract/access/issuer.ts'
import { samlFacts } from '#contract/apps/modes/listed-saml.ts'
import { USER_STATUS_LABELS } from '#contract/directory/user-status.ts'
import type { AppPreview } from '#contract/gatehouse/app-preview.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'
import { isShutOut, unreachedBecause } from '../../directory/unreached.ts'
import { requireApp } from '../../snapshot/apps.sql.ts'
import { clientIdOf } from '../clients.ts'
import { userNameProblem } from '../user-name.ts'
import { assertionXml } from './assertion-xml.ts'
import { expressionContextOf, factsOf, type AppFacts } from './facts.ts'
import { oidcPreview } from './oidc-preview.ts'
import { saidBy, samlPreview } from './saml-preview.ts'
import { relatedAskedIn } from './sent-values.ts'

const notActive = (user: UserRecord) =>
  `The status of ${displayNameOf(user)} is “${USER_STATUS_LABELS[user.status]}”: only who is “${USER_STATUS_LABELS.ACTIVE}” gets in`

function obstaclesOf({ app, user }: AppFacts, assignment: AppPreview['assignment']): string[] {
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
  const { credentials, settings } = appDefinition(app, app.definition)
  const { template } = credentials.userNameTemplate
  const signOn = app.signOnMode === 'SAML_2_0' ? samlFacts(settings) : null
  const asked = relatedAskedIn([template, ...(signOn ? saidBy(signOn) : [])])
  const facts = await factsOf(reader, app, user, asked)
  const { direct, through, userName, profile, groups } = facts
  const giving = through.flatMap(({ groupId }) => groups.find(({ id }) => id === groupId) ?? [])
  const now = Date.now()
  const context = expressionContextOf(facts, now)
  const groupNames = groups.map((group) => group.name).toSorted()
  const assignment = direct ? 'DIRECT' : through.length ? 'GROUP' : 'NONE'
  const saml = signOn && samlPreview(signOn, context, groupNames)
  return {
    app: { id: app.id, label: app.label, signOnMode: app.signOnMode },
    person: { id: user.id, name: displayNameOf(user) },
    assignment,
    groups: giving.map((group) => ({ id: group.id, name: group.name })),
    obstacles: obstaclesOf(facts, assignment),
    userName: {
      value: userName,
      source: direct?.userName ? 'the assignment' : template,
      problem: direct?.userName ? null : userNameProblem(app, user, facts.related),
    },
    saml: saml && { ...saml, assertion: await assertionXml(saml, now) },
    oidc:
      app.signOnMode === 'OPENID_CONNECT'
        ? oidcPreview({
            userId: user.id,
            userName,
            clientId: clientIdOf(app),
            issuer: organizationIssuer(base),
            profile,
            groupNames,
            now,
          })
        : null,
  }
}
