import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { statements, type Migration } from '#db/migrations/migration.ts'
import { openStore } from '#db/store.ts'
import { groups } from '#db/tables/groups.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { companionsOf, hashOf, withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const LATER = '2026-04-02T09:00:00.000Z'

let file: string
beforeEach(async () => {
  file = join(await aFolder(), 'org.sqlite')
})

const colour: Migration = {
  name: '9000-colour',
  up: statements([
    `ALTER TABLE groups ADD COLUMN colour TEXT`,
    `CREATE TABLE colours (name TEXT PRIMARY KEY)`,
    `INSERT INTO colours (name) VALUES ('blue')`,
  ]),
}
const broken: Migration = {
  name: '9010-broken',
  up: statements([`CREATE TABLE half_done (id TEXT)`, `INSERT INTO no_such_table VALUES (1)`]),
}

async function aWorkspaceWithGroup(): Promise<void> {
  const store = await openStore(file, NOW)
  const stamp = { created: NOW, lastUpdated: NOW, lastMembershipUpdated: NOW }
  await store.write((tx) =>
    groups.insert(tx, { id: 'g', type: 'SVC_GROUP', name: 'Kept', description: null, ...stamp }),
  )
  await store.close()
}

/** Any statement: these tests ask what the schema itself allows. */
const run = (tx: WriteTransaction, sql: string, params: readonly string[] = []) => tx.write('any', 'row', sql, params)

const steps = (path: string) =>
  withDatabase(path, (database) =>
    database.all<{ name: string; applied: string }>('SELECT * FROM migrations ORDER BY name'),
  )
const tables = (path: string) =>
  withDatabase(path, async (database) => {
    const sql = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`
    return (await database.all<{ name: string }>(sql)).map((row) => row.name)
  })

describe('a new file', () => {
  it('is brought through every step, each noted with its moment', async () => {
    await (await openStore(file, NOW)).close()
    expect(await steps(file)).toEqual(MIGRATIONS.map(({ name }) => ({ name, applied: NOW })))
  })

  it('has the tables, columns and indexes that the program works with', async () => {
    await (await openStore(file, NOW)).close()
    const schema = await withDatabase(file, async (database) => {
      const lines: string[] = []
      for (const table of await tables(file)) {
        const columns = await database.all<{ name: string }>(`SELECT name FROM pragma_table_info(?)`, [table])
        lines.push(`${table}: ${columns.map((column) => column.name).join(' ')}`)
      }
      const sql = `SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`
      return [...lines, ...(await database.all<{ name: string }>(sql)).map((row) => `index ${row.name}`)]
    })
    expect(schema.join('\n')).toMatchInlineSnapshot(`
      "api_tokens: id name hash user_id created last_updated expires_at network last_used given
      app_grants: id app_id scope_id created_by created last_updated
      app_groups: app_id group_id priority profile last_updated
      app_users: app_id user_id profile created last_updated user_name
      apps: id name label status system definition created last_updated client_id signing_kid sign_on_mode
      authorization_servers: id name status is_default definition created last_updated signing_kid signing_rotated signing_rotation
      bounced_addresses: address reason bounced removal_requested
      certificate_requests: id owner_kind owner_id csr n e private_key published_kid created
      client_secrets: id app_id status sealed hash created last_updated
      connections: id name address authentication vocabulary budget_percent may_write secrets created last_updated people people_salt follow_log
      credential_uses: app_id credential_id time address
      directory_import_rows: import_id line action name target_id before after problems applied text
      directory_imports: id kind format name state problem columns options counts created
      drafts: id name created_by position created last_updated
      event_hooks: id name description status verification_status events channel secrets created_by created last_updated
      followed_logs: connection_id import_id organization_id organization_name cursor last_uuid last_published ended_at sought followed_at is_behind unreadable unreadable_reason gap_at problem problem_since
      former_places: object_id priority left
      group_member_rules: group_id user_id rule_id
      group_members: group_id user_id by_hand
      group_owners: group_id owner_id owner_type last_updated
      group_push_mappings: app_id group_id target_id
      group_rules: id status name conditions group_ids created last_updated
      group_rules_revision: value
      groups: id type name description created last_updated last_membership_updated source_id profile
      hook_deliveries: sequence id hook_id status event_count event_types reason attempts created completed
      hook_outbox: sequence hook_id event_uuid delivery_id
      identity_provider_users: provider_id user_id external_id created last_updated
      invariants: id name description scope app claim created last_updated
      jobs: id type state name subject_id input result done total facts problem principal transaction_id run cancel_requested created started finished change_reason
      log_blocks: number oldest newest columns
      log_events: sequence uuid published event_type actor_id payload chain import_id
      log_imports: id name state checked added known problems created key_fingerprint concerns connection_id
      log_removed: first last chain removed fingerprint signature
      log_seals: sequence chain sealed fingerprint signature number previous settings
      log_targets: target_id sequence
      log_values: attribute value code
      log_words: words
      log_words_config: k v
      log_words_data: id block
      log_words_docsize: id sz origin
      log_words_idx: segid term pgno
      logos: id type width height data created app_id
      migrations: name applied
      oauth_records: id model server_id app_id user_id grant_id uid user_code payload created expires public_id
      object_versions: id kind object_id parent_id version action name changed_at actor event_uuid transaction_id reason body
      one_time_links: hash user_id purpose created expires
      organization_contacts: contact_type user_id
      people_change_rows: change_id position user_id outcome name before after problem
      people_changes: id act group_id search expected state created group_name
      policies: id type name status priority system description conditions settings resource_type created last_updated authorization_server_id
      policy_mappings: id app_id policy_id policy_type
      policy_rules: id policy_id name status priority system conditions actions created last_updated
      policy_tests: id name description request expect created last_updated
      profile_schemas: owner_id version custom base suffix last_updated
      publication_losses: publication_id position step object parent lacks stays
      publication_steps: publication_id number step journal
      publications: id draft_id name published_by published digest steps counts taken_back_by left_out
      pulls: connection_id pulled_at summary
      remote_objects: connection_id kind key id parent call gone body
      remote_readings: connection_id position whole_at unread
      remote_requests: sequence connection_id time operation method path status attempt waited_ms duration_ms bytes problem
      role_assignments: assignee_id type assignee_kind role_id created last_updated
      role_targets: assignee_id type kind target_id created
      saved_searches: id list name search created last_updated
      search_objects: number kind id name detail parent_id
      search_texts: name words
      search_texts_config: k v
      search_texts_data: id block
      search_texts_docsize: id sz origin
      search_texts_idx: segid term pgno
      server_claims: id server_id name status system claim_type value_type value group_filter_type scopes always_include_in_token created last_updated
      server_keys: kid server_id status n e private_key created last_updated
      server_scopes: id server_id name system display_name description metadata_publish consent is_optional is_default created last_updated
      sessions: id user_id proofs idle_minutes created last_used ends expires
      settings: key value
      signing_keys: owner_id kid owner_kind n e certificate fingerprint private_key created last_updated expires_at
      supporting_objects: id kind type key name status system definition created last_updated created_by last_updated_by secrets methods
      sync_bases: connection_id kind key our_key id parent call body
      sync_pairs: connection_id kind key our_key name their_name created
      sync_plan_losses: plan_id position step object parent lacks agreed stays
      sync_plan_steps: plan_id number state step made effect journal
      sync_plans: id connection_id state problem digest organization_id terms summary steps done created applied effect takes_back taken_back_by source
      trusted_servers: server_id trusted_id created
      unique_attributes: type_id name
      unique_values: name value user_id
      user_authenticators: user_id key method secret last_step failed last_failed created last_used
      user_consents: id user_id app_id server_id scope created last_updated
      user_credentials: user_id password answer history failed_attempts locked_at locked_from
      user_types: id name display_name description is_default created_by last_updated_by created last_updated schema_id
      user_values: attribute value user_id is_first
      users: id status type_id login email first_name last_name profile created activated status_changed last_login last_updated password_changed has_password recovery_question provider_type provider_name login_key
      zones: id type name status usage system definition created last_updated
      index app_groups_group
      index app_users_user
      index apps_client_id
      index apps_label
      index bounced_addresses_to_remove
      index certificate_requests_by_owner
      index client_secrets_app
      index directory_import_rows_by_action
      index former_places_left
      index group_member_rules_rule
      index group_members_user
      index group_owners_by_owner
      index group_push_mappings_group
      index group_push_mappings_target
      index groups_native_name
      index hook_deliveries_hook
      index hook_deliveries_status
      index hook_outbox_delivery
      index hook_outbox_waiting
      index identity_provider_users_external
      index identity_provider_users_user
      index jobs_by_state
      index jobs_by_subject
      index log_events_actor_id
      index log_events_event_type
      index log_events_import
      index log_events_import_time
      index log_events_ip
      index log_events_outcome
      index log_events_published
      index log_events_session_id
      index log_events_severity
      index log_events_transaction_id
      index log_values_code
      index logos_app
      index oauth_records_app
      index oauth_records_expires
      index oauth_records_grant
      index oauth_records_public
      index oauth_records_server
      index oauth_records_uid
      index oauth_records_user
      index oauth_records_user_code
      index object_versions_by_app
      index object_versions_by_kind
      index object_versions_by_object
      index object_versions_by_parent
      index object_versions_deleted
      index one_time_links_user
      index organization_contacts_user
      index people_change_rows_by_outcome
      index people_change_rows_by_user
      index policies_authorization_server
      index policies_type_name
      index policies_type_priority
      index policy_mappings_policy
      index policy_rules_policy_priority
      index remote_requests_connection
      index remote_requests_time
      index server_keys_status
      index sessions_expires
      index sessions_user
      index supporting_objects_kind
      index supporting_objects_name
      index sync_pairs_by_ours
      index sync_plans_connection
      index trusted_servers_trusted
      index unique_values_user
      index user_consents_client
      index user_consents_created
      index user_consents_scope
      index user_consents_server
      index user_types_schema
      index users_activated
      index users_created
      index users_email
      index users_first_name
      index users_last_name
      index users_last_updated
      index users_login_key
      index users_second_email
      index users_status
      index users_status_changed
      index users_type"
    `)
  })
})

describe('the list of steps', () => {
  it('is in the order of its names, which are all different', () => {
    const names = MIGRATIONS.map((migration) => migration.name)
    expect(names).toEqual([...new Set(names)].sort())
    for (const name of names) expect(name).toMatch(/^\d{4}-[a-z-]+$/)
  })
})

describe('a file that lacks a step', () => {
  it('is copied first, then brought up to date, and keeps what it holds', async () => {
    await aWorkspaceWithGroup()
    const store = await openStore(file, LATER, { migrations: [...MIGRATIONS, colour] })
    expect(store.migrationBackup).toBe(`${file}.before-9000-colour.backup`)
    expect(await store.read.all('SELECT name, colour FROM groups')).toEqual([{ name: 'Kept', colour: null }])
    expect(await store.read.all('SELECT name FROM colours')).toEqual([{ name: 'blue' }])
    await store.close()
    expect(await companionsOf(file)).toEqual(['org.sqlite.before-9000-colour.backup'])
    expect((await steps(file)).at(-1)).toEqual({ name: '9000-colour', applied: LATER })
  })

  it('leaves a copy that the older program can open', async () => {
    await aWorkspaceWithGroup()
    const store = await openStore(file, LATER, { migrations: [...MIGRATIONS, colour] })
    await store.close()
    const copy = join(await aFolder(), 'copy.sqlite')
    await rename(store.migrationBackup as string, copy)
    expect(await tables(copy)).not.toContain('colours')
    const older = await openStore(copy, LATER)
    expect(await older.read.all('SELECT name FROM groups')).toEqual([{ name: 'Kept' }])
    await older.close()
  })

  it('is not copied or changed again once it has every step', async () => {
    await aWorkspaceWithGroup()
    await (await openStore(file, LATER, { migrations: [...MIGRATIONS, colour] })).close()
    const hash = await hashOf(file)
    const again = await openStore(file, LATER, { migrations: [...MIGRATIONS, colour] })
    expect([again.created, again.migrationBackup]).toEqual([false, null])
    await again.close()
    expect(await hashOf(file)).toBe(hash)
  })

  it('is refused by the program that does not know its steps', async () => {
    await aWorkspaceWithGroup()
    await (await openStore(file, LATER, { migrations: [...MIGRATIONS, colour] })).close()
    const hash = await hashOf(file)
    await expect(openStore(file, LATER)).rejects.toMatchObject({ code: 'FILE_NEWER' })
    expect(await hashOf(file)).toBe(hash)
  })
})

describe('a step that fails', () => {
  it('leaves the file at the last whole step, and says so in one sentence', async () => {
    await aWorkspaceWithGroup()
    const error = await openStore(file, LATER, { migrations: [...MIGRATIONS, colour, broken] }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(StartError)
    expect(error).toMatchObject({ code: 'MIGRATION_FAILED' })
    expect((error as Error).message).toMatch(/^[^\n]*9010-broken[^\n]*\.$/)
    expect((await steps(file)).map((step) => step.name)).toEqual([...MIGRATIONS.map(({ name }) => name), '9000-colour'])
    expect(await tables(file)).toEqual(expect.arrayContaining(['colours']))
    expect(await tables(file)).not.toContain('half_done')
    const store = await openStore(file, LATER, { migrations: [...MIGRATIONS, colour] })
    expect(await store.read.all('SELECT name FROM groups')).toEqual([{ name: 'Kept' }])
    await store.close()
  })

  it('leaves no lock and no log behind', async () => {
    await aWorkspaceWithGroup()
    await openStore(file, LATER, { migrations: [...MIGRATIONS, broken] }).catch(() => {})
    const names = await readdir(join(file, '..'))
    expect(names.sort()).toEqual(['org.sqlite', 'org.sqlite.before-9010-broken.backup'])
  })
})

describe('0020-supporting', () => {
  const upTo = (name: string) =>
    MIGRATIONS.slice(
      0,
      MIGRATIONS.findIndex((migration) => migration.name === name),
    )
  const insertPolicy = `INSERT INTO policies (id, type, name, status, priority, system, created, last_updated)
    VALUES (?, 'PASSWORD', ?, 'ACTIVE', 1, 0, '${NOW}', '${NOW}')`
  const insertObject = `INSERT INTO supporting_objects (id, kind, type, name, status, definition, created, last_updated)
    VALUES (?, ?, 'X', ?, 'ACTIVE', '{}', '${NOW}', '${NOW}')`

  it('keeps policies as they are, with names of their own and outside any authorization server', async () => {
    const before = await openStore(file, NOW, { migrations: upTo('0020-supporting') })
    await before.write((tx) => run(tx, insertPolicy, ['p', 'Kept']))
    await before.close()
    const after = await openStore(file, LATER)
    const sql = 'SELECT id, name, authorization_server_id AS server FROM policies'
    expect(await after.read.all(sql)).toEqual([{ id: 'p', name: 'Kept', server: null }])
    const again = after.write((tx) => run(tx, insertPolicy, ['q', 'Kept']))
    await expect(again).rejects.toMatchObject({ code: 'E0000113' })
    await after.close()
  })

  it('gives each of the small collections names of its own, whatever their case', async () => {
    const store = await openStore(file, NOW)
    const insert = (id: string, kind: string, name: string) =>
      store.write((tx) => run(tx, insertObject, [id, kind, name]))
    await insert('a', 'behavior', 'New city')
    await insert('b', 'identityProvider', 'New city')
    await expect(insert('c', 'behavior', 'NEW CITY')).rejects.toMatchObject({ code: 'E0000113' })
    await expect(insert('d', 'weather', 'Rain')).rejects.toThrow()
    await store.close()
  })
})

describe('0040-event-hooks', () => {
  const insertHook = `INSERT INTO event_hooks
    (id, name, status, verification_status, events, channel, created_by, created, last_updated)
    VALUES (?, ?, 'ACTIVE', ?, '{}', '{}', 'u', '${NOW}', '${NOW}')`
  const insertDelivery = `INSERT INTO hook_deliveries (id, hook_id, status, event_count, event_types, created)
    VALUES (?, ?, ?, 1, '[]', '${NOW}')`

  it('a hook goes with its deliveries and its queue, and leaves those of others', async () => {
    const store = await openStore(file, NOW)
    await store.write(async (tx) => {
      for (const hook of ['a', 'b']) {
        await run(tx, insertHook, [hook, hook, 'VERIFIED'])
        await run(tx, insertDelivery, [`${hook}-1`, hook, 'PENDING'])
        for (const delivery of [null, `${hook}-1`])
          await tx.run('INSERT INTO hook_outbox (hook_id, event_uuid, delivery_id) VALUES (?, ?, ?)', [
            hook,
            'event',
            delivery,
          ])
      }
      await run(tx, `DELETE FROM event_hooks WHERE id = 'a'`)
    })
    expect(await store.read.all('SELECT id FROM hook_deliveries')).toEqual([{ id: 'b-1' }])
    const queue = await store.read.all('SELECT hook_id, delivery_id FROM hook_outbox')
    expect(queue).toEqual([
      { hook_id: 'b', delivery_id: null },
      { hook_id: 'b', delivery_id: 'b-1' },
    ])
    await store.close()
  })

  it('takes no states but those of the interface, and names once, whatever their case', async () => {
    const store = await openStore(file, NOW)
    const write = (sql: string, values: string[]) => store.write((tx) => run(tx, sql, values))
    await write(insertHook, ['a', 'Name', 'UNVERIFIED'])
    await expect(write(insertHook, ['b', 'NAME', 'UNVERIFIED'])).rejects.toMatchObject({ code: 'E0000113' })
    await expect(write(insertHook, ['c', 'Other', 'MAYBE'])).rejects.toMatchObject({ code: 'E0000010' })
    await expect(write(insertDelivery, ['d', 'a', 'LOST'])).rejects.toMatchObject({ code: 'E0000010' })
    await store.close()
  })
})
