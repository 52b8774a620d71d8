import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder, startServer } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

/** The engine of the organization, and what an older version stored. */
interface Older {
  engine: 'identity' | 'classic'
  policies: Record<string, object | null>
  rules?: Record<string, { conditions: object | null; actions: object }>
}

/** Settings, conditions and actions by type, after a file of the older version was opened. */
async function migrated({ engine, policies, rules = {} }: Older) {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0091') })
  await older.close()
  await withDatabase(file, async (database) => {
    await database.run(`INSERT INTO settings (key, value) VALUES ('engine', ?)`, [JSON.stringify(engine)])
    for (const [type, settings] of Object.entries(policies)) {
      const values = [type, type, `Own ${type}`, settings && JSON.stringify(settings), NOW, NOW]
      await database.run(
        `INSERT INTO policies (id, type, name, status, priority, settings, created, last_updated)
         VALUES (?, ?, ?, 'ACTIVE', 1, ?, ?, ?)`,
        values,
      )
      const rule = rules[type]
      if (!rule) continue
      const { conditions, actions } = rule
      await database.run(
        `INSERT INTO policy_rules (id, policy_id, name, status, priority, conditions, actions, created, last_updated)
         VALUES (?, ?, 'Rule', 'ACTIVE', 1, ?, ?, ?, ?)`,
        [`r ${type}`, type, conditions && JSON.stringify(conditions), JSON.stringify(actions), NOW, NOW],
      )
    }
  })
  await (await openStore(file, NOW)).close()
  return withDatabase(file, async (database) => {
    const sql = `SELECT p.type, p.settings, r.conditions, r.actions FROM policies p LEFT JOIN policy_rules r ON r.policy_id = p.id`
    const rows = await database.all<Record<'type' | 'settings' | 'conditions' | 'actions', string>>(sql)
    const read = (text: string) => JSON.parse(text) as unknown
    return Object.fromEntries(
      rows.map(({ type, settings, conditions, actions }) => [
        type,
        { settings: read(settings), conditions: read(conditions), actions: read(actions) },
      ]),
    )
  })
}

it('older policies and rules get what new ones are answered with, and keep what they have', async () => {
  const entry = { type: 'APP', id: 'a' }
  const appSignOn = { access: 'ALLOW', verificationMethod: { factorMode: '2FA', constraints: [] } }
  const after = await migrated({
    engine: 'identity',
    policies: {
      PASSWORD: { password: { age: { historyCount: 3 } }, delegation: {} },
      MFA_ENROLL: { type: 'FACTORS', factors: { svc_sms: { enroll: { self: 'REQUIRED' } } } },
      ACCESS_POLICY: null,
      PROFILE_ENROLLMENT: null,
      IDP_DISCOVERY: null,
      SVC_SIGN_ON: null,
    },
    rules: {
      ACCESS_POLICY: {
        conditions: { platform: { include: [{ type: 'MOBILE' }] }, riskScore: { level: 'ANY' } },
        actions: { appSignOn },
      },
      PROFILE_ENROLLMENT: {
        conditions: null,
        actions: { profileEnrollment: { access: 'ALLOW', progressiveProfilingAction: 'ENABLED' } },
      },
      IDP_DISCOVERY: { conditions: { platform: {}, app: { include: [entry] } }, actions: { idp: { providers: [] } } },
      SVC_SIGN_ON: { conditions: { riskScore: { level: 'LOW' } }, actions: { signon: {} } },
    },
  })
  expect(after).toMatchObject({
    PASSWORD: {
      settings: {
        password: {
          age: { historyCount: 3 },
          breachedProtection: { expireAfterDays: 0, logoutEnabled: true, delegatedWorkflowId: null },
        },
      },
    },
    MFA_ENROLL: {
      settings: { type: 'FACTORS', factors: { svc_sms: { enroll: { self: 'REQUIRED' }, consent: { type: 'NONE' } } } },
    },
    PROFILE_ENROLLMENT: {
      conditions: null,
      actions: {
        profileEnrollment: {
          access: 'ALLOW',
          preRegistrationInlineHooks: null,
          targetGroupIds: null,
          allowedIdentifiers: ['login'],
          progressiveProfilingAction: 'ENABLED',
        },
      },
    },
    SVC_SIGN_ON: { conditions: { riskScore: { level: 'LOW' }, risk: { behaviors: [] } } },
  })
  expect(after['ACCESS_POLICY']).toEqual({
    settings: null,
    conditions: { riskScore: { level: 'ANY' }, platform: { include: [{ type: 'MOBILE' }], exclude: [] } },
    actions: {
      appSignOn: {
        access: 'ALLOW',
        verificationMethod: { factorMode: '2FA' },
        keepMeSignedIn: { postAuth: 'NOT_ALLOWED' },
      },
    },
  })
  expect(after['IDP_DISCOVERY']?.conditions).toEqual({
    userIdentifier: { patterns: [] },
    app: { include: [{ type: 'APP', name: null, id: 'a' }], exclude: [] },
  })
})

it('on Classic Engine settings of factors lose their type', async () => {
  const factors = { svc_otp: { enroll: { self: 'OPTIONAL' }, consent: { type: 'TERMS_OF_SERVICE' } } }
  const after = await migrated({ engine: 'classic', policies: { MFA_ENROLL: { type: 'FACTORS', factors } } })
  expect(after['MFA_ENROLL']?.settings).toEqual({ factors })
})

it.each(['identity', 'classic'] as const)('a new organization on %s engine is as a migrated one', async (engine) => {
  const server = await startServer({ engine })
  const types: PolicyType[] = ['PASSWORD', 'MFA_ENROLL', 'SVC_SIGN_ON', 'IDP_DISCOVERY']
  for (const type of types) await server.make.theDefault(type)
  await server.stop()
  const rowsOf = () =>
    withDatabase(server.dataFile, async (database) => [
      await database.all('SELECT id, settings, conditions FROM policies ORDER BY id'),
      await database.all('SELECT id, conditions, actions FROM policy_rules ORDER BY id'),
    ])
  const before = await rowsOf()
  await withDatabase(server.dataFile, (database) =>
    database.run(`DELETE FROM migrations WHERE name = '0091-recorded-policies'`),
  )
  await (await openStore(server.dataFile, NOW)).close()
  expect(await rowsOf()).toEqual(before)
})
