import type { Migration } from './migration.ts'

type Settings = Record<string, unknown>

/**
 * The settings of each key as the interface has them now; null for keys that have none. WHY `allowedFor` goes: these keys
 * serve signing in and recovery both, and nothing can ask for less any more.
 */
const RENEWED: Readonly<Record<string, (settings: Settings) => Settings | null>> = {
  svc_password: () => null,
  webauthn: () => null,
  svc_email: (settings) => ({ tokenLifetimeInMinutes: 5, ...settings }),
  svc_verify: ({ allowedFor: _used, ...settings }) => ({
    compliance: { fips: 'OPTIONAL' },
    channelBinding: { style: 'NUMBER_CHALLENGE', required: 'NEVER' },
    userVerification: 'PREFERRED',
    appInstanceId: '',
    ...settings,
  }),
  custom_app: ({ allowedFor: _used, ...settings }) => ({ userVerification: 'PREFERRED', ...settings }),
}

/** Gives authenticators that an older version wrote the settings of their key, and lets email be deactivated. */
export const migration0096: Migration = {
  name: '0096-authenticator-settings',
  async up(tx) {
    const rows = await tx.all<{ id: string; key: string; definition: string }>(
      `SELECT id, key, definition FROM supporting_objects WHERE kind = 'authenticator'`,
    )
    for (const { id, key, definition } of rows) {
      const renew = RENEWED[key]
      if (!renew) continue
      const { settings, ...rest } = JSON.parse(definition) as { settings?: Settings }
      const after = renew(settings ?? {})
      const text = JSON.stringify(after ? { ...rest, settings: after } : rest)
      await tx.run('UPDATE supporting_objects SET definition = ? WHERE id = ?', [text, id])
    }
    await tx.run(`UPDATE supporting_objects SET system = 0 WHERE kind = 'authenticator' AND key = 'svc_email'`)
  },
}
