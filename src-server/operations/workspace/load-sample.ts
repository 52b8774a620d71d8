import { ApiError } from '../../contract/api-error.ts'
import { insertMany } from '../../db/bulk.ts'
import { insertEvents } from '../audit/append-events.ts'
import { mapToDefaults } from '../policies/default-mappings.ts'
import { buildSample, type SampleOrganization } from '../sample/index.ts'
import type { Act, Service, Unit } from '../service.ts'
import { readSetting, writeSetting } from '../settings.ts'

/** Part of the sample's identity: another seed would be another organization. */
const SEED = 'gatehouse-sample-1'

/**
 * Loads the sample organization, in one transaction: whole or not at all.
 * @throws E0000113 when the workspace has people, or policies, groups or applications beyond those it was made with
 */
export async function loadSample(service: Service, act: Act): Promise<void> {
  await service.write(act, async (unit) => {
    await requireEmpty(unit)
    const sample = buildSample({
      seed: SEED,
      now: Date.parse(unit.now),
      defaults: {
        engine: service.engine(),
        everyoneGroupId: (await service.snapshot()).set.everyoneGroupId,
        userTypeId: (await defaultUserTypeId(unit)) ?? '',
        policies: (await service.snapshot()).set.policies,
      },
    })
    await insertSample(unit, sample)
    await mapToDefaults(unit)
    const organization = await readSetting(unit.statements, 'organization')
    if (organization) await writeSetting(unit.statements, 'organization', { ...organization, name: sample.name })
    await writeSetting(unit.statements, 'sampleLoaded', true)
  })
  await service.store.checkpoint()
}

const OWN_CONTENT = `SELECT
  (SELECT count(*) FROM users) + (SELECT count(*) FROM groups WHERE type <> 'BUILT_IN')
  + (SELECT count(*) FROM apps WHERE system = 0) + (SELECT count(*) FROM zones WHERE system = 0)
  + (SELECT count(*) FROM supporting_objects WHERE kind <> 'authenticator') AS count`

async function requireEmpty(unit: Unit): Promise<void> {
  const own = await unit.statements.first<{ count: number }>(OWN_CONTENT)
  if (own?.count === 0) return
  throw new ApiError('E0000113', {
    values: { why: 'the workspace is not empty' },
    causes: [
      { errorSummary: 'The sample organization only goes into a workspace without people, groups and applications.' },
    ],
  })
}

async function defaultUserTypeId(unit: Unit): Promise<string | undefined> {
  return (await unit.statements.first<{ id: string }>('SELECT id FROM user_types WHERE is_default = 1'))?.id
}

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

/** Inserts in an order that the references between tables allow. */
async function insertSample({ statements }: Unit, sample: SampleOrganization): Promise<void> {
  const into = (table: string, columns: string, rows: Iterable<readonly (string | number | null)[]>) =>
    insertMany(statements, table, columns.split(' '), rows)

  await into(
    'user_types',
    'id name display_name description is_default created_by last_updated_by created last_updated',
    sample.userTypes.map((t) => [
      t.id,
      t.name,
      t.displayName,
      t.description,
      0,
      t.createdBy,
      t.lastUpdatedBy,
      t.created,
      t.lastUpdated,
    ]),
  )
  await into(
    'groups',
    'id type name description created last_updated last_membership_updated',
    sample.groups.map((g) => [g.id, g.type, g.name, g.description, g.created, g.lastUpdated, g.lastMembershipUpdated]),
  )
  await into(
    'users',
    'id status type_id login email first_name last_name profile created activated status_changed last_login last_updated password_changed',
    sample.users.map(({ profile: p, ...u }) => [
      ...[u.id, u.status, u.typeId, p.login, p.email, p.firstName, p.lastName, json(p)],
      ...[u.created, u.activated, u.statusChanged, u.lastLogin, u.lastUpdated, u.passwordChanged],
    ]),
  )
  await into(
    'group_members',
    'group_id user_id',
    sample.memberships.map((m) => [m.groupId, m.userId]),
  )
  await into(
    'zones',
    'id type name status usage system definition created last_updated',
    sample.zones.map((z) => [z.id, z.type, z.name, z.status, z.usage, 0, json(z.definition), z.created, z.lastUpdated]),
  )
  await into(
    'supporting_objects',
    'id kind type name status system definition created last_updated',
    sample.supporting.map((s) => [
      ...[s.id, s.kind, s.type, s.name, 'ACTIVE', 0],
      ...[json(s.definition), s.created, s.lastUpdated],
    ]),
  )
  await insertPolicies(into, sample)
  await insertApps(into, sample)
  await closeRanks(statements)
  await insertEvents(statements, sample.events)
}

type Into = (table: string, columns: string, rows: Iterable<readonly (string | number | null)[]>) => Promise<number>

async function insertPolicies(into: Into, { policies }: SampleOrganization): Promise<void> {
  await into(
    'policies',
    'id type name status priority system description conditions settings resource_type created last_updated',
    policies.map((p) => [
      ...[p.id, p.type, p.name, p.status, p.priority, Number(p.system), p.description],
      ...[json(p.conditions), json(p.settings), p.resourceType, p.created, p.lastUpdated],
    ]),
  )
  await into(
    'policy_rules',
    'id policy_id name status priority system conditions actions created last_updated',
    policies.flatMap((p) =>
      p.rules.map((r) => [
        ...[r.id, p.id, r.name, r.status, r.priority, Number(r.system)],
        ...[json(r.conditions), json(r.actions), r.created, r.lastUpdated],
      ]),
    ),
  )
}

async function insertApps(into: Into, sample: SampleOrganization): Promise<void> {
  await into(
    'apps',
    'id name label status sign_on_mode system definition created last_updated',
    sample.apps.map((a) => [
      ...[a.id, a.name, a.label, a.status, a.signOnMode, 0, json(a.definition), a.created, a.lastUpdated],
    ]),
  )
  await into(
    'app_groups',
    'app_id group_id priority profile last_updated',
    sample.appGroups.map((a) => [a.appId, a.groupId, a.priority, json(a.profile), a.lastUpdated]),
  )
  await into(
    'app_users',
    'app_id user_id profile created last_updated',
    sample.appUsers.map((a) => [a.appId, a.userId, json(a.profile), a.created, a.lastUpdated]),
  )
  await into(
    'policy_mappings',
    'id app_id policy_id policy_type',
    sample.mappings.map((m) => [m.id, m.appId, m.policyId, m.policyType]),
  )
}

/** The sample's policies stand above the defaults, which move to the end of their lists. */
async function closeRanks(statements: Unit['statements']): Promise<void> {
  await statements.run(
    `UPDATE policies SET priority = (SELECT count(*) FROM policies other WHERE other.type = policies.type)
     WHERE system = 1 AND id LIKE '00p%'`,
  )
}
