import { Op } from 'sequelize'
import { DEFAULT_SERVER_ALIAS } from '#contract/access/authorization-server.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { KINDS } from '#contract/kinds.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { appGroups, apps, appUsers, policyMappings } from '#db/tables/apps.ts'
import { groupMembers, groupPushMappings, groups, builtInGroup } from '#db/tables/groups.ts'
import { bouncedAddresses, organizationContacts } from '#db/tables/organization.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import { roleAssignments, roleTargets } from '#db/tables/role-assignments.ts'
import { serverClaims, serverScopes } from '#db/tables/token-contents.ts'
import { defaultUserType, users, userTypes } from '#db/tables/users.ts'
import { zones } from '#db/tables/zones.ts'
import { buildSample, type SampleOrganization } from '#sample/index.ts'
import { giveFirstSecret } from '../apps/client-secrets.ts'
import { requireClient } from '../apps/clients.ts'
import { requireAuthorizationServer } from '../authorization-servers/authorization-servers.ts'
import { queueColumns } from '../audit/count/columns-job.ts'
import { mapToDefaults } from '../apps/default-mappings.ts'
import { readPolicies } from '../snapshot/read-policies.ts'
import type { Service } from '../service/service.ts'
import { readSetting, writeSetting } from '../service/settings.ts'
import { columnsOf, NO_CREDENTIALS } from '../directory/write-user.ts'
import { nameOrganization } from '../organization/organization.ts'
import { fillAdministrators } from '../roles/administrators-group.ts'
import { countOwnContent } from './workspace.sql.ts'

/** Part of the sample's identity: another seed would be another organization. */
const SEED = 'gatehouse-sample-1'

/**
 * Loads the sample organization, in one transaction: whole or not at all.
 * @throws ApiError E0000113 when the workspace has people besides its owner, or policies, groups or applications beyond those it was made with
 */
export async function loadSample(service: Service, context: RequestContext): Promise<void> {
  await service.write(context, async (tx) => {
    await insertSampleOrganization(tx, service.secretBox)
    // The first look at the log should not wait for work that can be done now.
    await queueColumns(tx)
  })
  await service.store.checkpoint()
}

async function insertSampleOrganization(tx: Tx, box: SecretBox): Promise<void> {
  await assertEmpty(tx)
  const everyone = await builtInGroup(tx, 'everyone')
  const userType = await defaultUserType(tx)
  const owner = await readSetting(tx, 'owner')
  const sample = buildSample({
    seed: SEED,
    now: Date.parse(tx.now),
    defaults: {
      engine: tx.engine,
      everyoneGroupId: everyone?.id ?? '',
      userTypeId: userType?.id ?? '',
      ownerId: owner?.id,
      policies: await readPolicies(tx, { engine: tx.engine, authenticators: [] }),
    },
  })
  if (owner) await clearOwner(tx, owner.id)
  await insertSample(tx, sample)
  for (const app of await apps.findAll(tx, { where: { system: false, signOnMode: 'OPENID_CONNECT' } }))
    await giveFirstSecret(tx, box, app, requireClient(app))
  await mapToDefaults(tx)
  await nameOrganization(tx, sample.organization)
  await writeSetting(tx, 'sampleLoaded', true)
}

async function assertEmpty(reader: Reader): Promise<void> {
  if ((await countOwnContent(reader)) === 0) return
  throw new ApiError('E0000113', {
    values: { why: 'the workspace is not empty' },
    causes: [
      {
        errorSummary:
          'The sample organization only goes into a workspace without people besides the owner, groups and applications.',
      },
    ],
  })
}

/** The owner becomes a person of the sample: with the same id, so that tokens and events stay theirs, but else as the sample has them. */
async function clearOwner(tx: Tx, id: string): Promise<void> {
  const owner = await users.get(tx, id)
  if (owner) await users.remove(tx, owner)
}

/** Inserts in an order that the references between tables allow. */
async function insertSample(tx: Tx, sample: SampleOrganization): Promise<void> {
  await userTypes.insertMany(
    tx,
    sample.userTypes.map((type) => ({ ...type, isDefault: false })),
  )
  await groups.insertMany(tx, sample.groups)
  await users.insertMany(
    tx,
    sample.users.map(({ passwordChanged, ...user }) => ({
      ...{ ...NO_CREDENTIALS, ...columnsOf(user.profile), ...user, passwordChanged },
      // One that nothing matches: what happened to their passwords is in the log.
      hasPassword: passwordChanged !== null,
    })),
  )
  await organizationContacts.insertMany(tx, sample.contacts)
  await bouncedAddresses.insertMany(tx, sample.bounces)
  await groupMembers.insertMany(tx, sample.memberships, ['groupId', 'userId'])
  await zones.insertMany(
    tx,
    sample.zones.map((zone) => ({ ...zone, system: false })),
  )
  await policyResources.insertMany(
    tx,
    sample.supporting.map((resource) => ({ ...resource, status: 'ACTIVE' as const, system: false })),
  )
  await policies.insertMany(tx, sample.policies)
  const rules = sample.policies.flatMap(({ id: policyId, rules: own }) => own.map((rule) => ({ ...rule, policyId })))
  await policyRules.insertMany(tx, rules)
  await apps.insertMany(
    tx,
    sample.apps.map((app) => ({ ...app, system: false })),
  )
  await appGroups.insertMany(tx, sample.appGroups)
  await groupPushMappings.insertMany(tx, sample.pushMappings)
  await appUsers.insertMany(tx, sample.appUsers)
  await policyMappings.insertMany(tx, sample.mappings)
  const { id: serverId } = await requireAuthorizationServer(tx, DEFAULT_SERVER_ALIAS)
  const ofServer = { serverId, system: false }
  await serverScopes.insertMany(
    tx,
    sample.scopes.map((scope) => ({ ...scope, ...ofServer })),
  )
  await serverClaims.insertMany(
    tx,
    sample.claims.map((claim) => ({ ...claim, ...ofServer })),
  )
  await roleAssignments.insertMany(tx, sample.roles)
  await roleTargets.insertMany(tx, sample.roleTargets)
  await fillAdministrators(tx)
  await moveDefaultsLast(tx)
  await insertEvents(tx, sample.events)
}

/** The sample's policies stand above the defaults, which move to the end of their lists. */
async function moveDefaultsLast(tx: Tx): Promise<void> {
  const defaults = await policies.findAll(tx, {
    where: { system: true, id: { [Op.startsWith]: KINDS.policy.idPrefix } },
  })
  for (const policy of defaults) {
    const priority = await policies.count(tx, { type: policy.type })
    await policies.update(tx, policy, { priority })
  }
}
