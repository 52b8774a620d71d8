import type { Migration } from './migration.ts'

const EVERYONE = `SELECT created FROM groups WHERE type = 'BUILT_IN' ORDER BY created LIMIT 1`

/** What a name gives for the first part of a domain. */
const toSubdomain = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'organization'

/** The organization gets a subdomain, a profile and the moment it was made, which is that of its first group; and contacts. */
export const migration0110: Migration = {
  name: '0110-organization',
  async up(tx) {
    await tx.exec(`CREATE TABLE organization_contacts (
      contact_type TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
    )`)
    await tx.exec('CREATE INDEX organization_contacts_user ON organization_contacts (user_id)')
    const stored = await tx.first<{ value: string }>(`SELECT value FROM settings WHERE key = 'organization'`)
    if (!stored) return
    const organization = JSON.parse(stored.value) as { id: string; name: string }
    const created = (await tx.first<{ created: string }>(EVERYONE))?.created ?? tx.now
    const more = { subdomain: toSubdomain(organization.name), created, lastUpdated: created, profile: {} }
    const value = JSON.stringify({ ...organization, ...more })
    await tx.run(`UPDATE settings SET value = ? WHERE key = 'organization'`, [value])
  },
}
