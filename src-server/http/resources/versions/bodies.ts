import type { VersionKind } from '#contract/gatehouse/version.ts'
import { POLICY_RESOURCES, type PolicyResourceKind } from '#contract/policy/resources/definitions.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { columnsOfProfile } from '#db/tables/users.ts'
import type { VersionBodies } from '#db/versioned-kinds.ts'
import { readOrganization } from '#operations/organization/organization.ts'
import { readAuthenticators, toPolicyView } from '#operations/snapshot/read-policies.ts'
import type { Names } from '#operations/snapshot/names.ts'
import { presentApp } from '../apps/presenter.ts'
import { presentServer } from '../authorization-servers/handlers.ts'
import { presentClaim, presentScope } from '../authorization-servers/token-contents.ts'
import { presentGroupRule } from '../directory/group-rules.ts'
import { presentGroup, presentUserType } from '../directory/presenter.ts'
import { presentListedUser } from '../directory/user-presenter.ts'
import { presentEventHook } from '../event-hooks/presenter.ts'
import { presentPolicy, presentRule } from '../policies/presenter.ts'
import { presentIdentityProvider } from '../policy-resources/identity-provider-presenter.ts'
import { presentPolicyResource } from '../policy-resources/presenter.ts'
import { presentZone } from '../zones/presenter.ts'

/** What the reply is made from. */
export interface VersionContext {
  reader: Reader
  names: Names
  base: string
}

type Present<Body> = (body: Body, parentId: string | null, context: VersionContext) => object | Promise<object>

/** A view without what the row of a version does not say: that is now, or not of the object itself. */
const without = (view: object, ...keys: readonly string[]) =>
  Object.fromEntries(Object.entries(view).filter(([key]) => !keys.includes(key)))

/** What the columns hold that versions leave out, for presenters that read them; it is not shown. */
const NOT_STORED = { secrets: null, lastLogin: null, lastMembershipUpdated: '', loginKey: '' } as const
const NO_POLICIES = { accessPolicyId: null, profileEnrollmentId: null, logoId: null, logoType: null } as const

const ofResource =
  (kind: PolicyResourceKind): Present<VersionBodies[PolicyResourceKind]> =>
  (body, _, { base }) => {
    const record = { ...body, kind, secrets: null }
    if (kind === 'identityProvider') return presentIdentityProvider(record, base)
    const view = presentPolicyResource(POLICY_RESOURCES[kind], record, base)
    return body.methods === null ? view : { ...view, methods: body.methods }
  }

/** How each kind of object shows in a version: as the interface shows it, as far as its row says. */
export const BODIES: { readonly [Kind in VersionKind]: Present<VersionBodies[Kind]> } = {
  policy: async (body, authorizationServerId, { reader }) => {
    const authenticators = body.type === 'MFA_ENROLL' ? await readAuthenticators(reader) : []
    const facts = { engine: reader.engine, authenticators }
    return presentPolicy(toPolicyView({ ...body, authorizationServerId }, [], facts), '')
  },
  rule: (body, policyId, { names }) => {
    const policy = { id: policyId ?? '', type: body.policyType, authorizationServerId: null }
    return presentRule({ ...body, policyId: policy.id, readOnly: false }, policy, { base: '', nameOf: names.get })
  },
  zone: (body) => presentZone(body, ''),
  mapping: ({ id, appId, policyId, policyType }) => ({ id, policyId, policyType, resourceId: appId }),

  user: (body, _, { base }) =>
    without(presentListedUser({ ...body, ...columnsOfProfile(body.profile), ...NOT_STORED }, base), 'lastLogin'),
  group: (body, _, { base, reader }) =>
    without(presentGroup({ ...body, ...NOT_STORED }, base, reader.engine), 'lastMembershipUpdated'),
  groupRule: (body) => presentGroupRule(body),
  userType: (body, _, { base }) => presentUserType(body, base),
  schema: ({ ownerId, custom, base: changed, lastUpdated }) => ({
    ...{ id: ownerId, lastUpdated },
    definitions: { custom: { properties: custom }, base: { properties: changed } },
  }),
  app: async (body, _, { base, reader }) => {
    const { id: organizationId } = await readOrganization(reader)
    return presentApp({ ...body, ...NO_POLICIES, organizationId }, base, reader.engine)
  },
  identityProvider: ofResource('identityProvider'),
  authenticator: ofResource('authenticator'),
  behavior: ofResource('behavior'),
  deviceAssurance: ofResource('deviceAssurance'),
  authorizationServer: (body, _, { base }) => {
    const view = presentServer({ ...body, signingKid: '', signingRotated: body.created }, base)
    return { ...view, credentials: { signing: { rotationMode: body.signingRotation } } }
  },
  serverScope: (body, serverId, { base }) => presentScope({ ...body, serverId: serverId ?? '' }, base),
  serverClaim: (body, serverId, { base }) => presentClaim({ ...body, serverId: serverId ?? '' }, base),
  eventHook: (body, _, { base }) => presentEventHook({ record: { ...body, ...NOT_STORED }, secrets: null }, base),
}
