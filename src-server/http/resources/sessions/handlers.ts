import type { Session } from '#contract/access/session.ts'
import { amrOf, heldProofs } from '#contract/policy/amr.ts'
import type { Proof } from '#contract/policy/proof.ts'
import type { sessionRoutes } from '#contract/routes/sessions.ts'
import { readOrganization } from '#operations/organization/organization.ts'
import { extendSession, requireSession, revokeSession, type SessionView } from '#operations/sign-in/sessions.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { link } from '../links.ts'

const latest = (proofs: readonly Proof[]) =>
  proofs.length === 0 ? null : new Date(Math.max(...proofs.map(({ atMs }) => atMs))).toISOString()

/** @param organizationId the organization is the provider that has signed the person in */
function presentSession(session: SessionView, base: string, organizationId: string): Session {
  const { id, login, userId, expires, proofs } = session
  const self = `${base}/api/v1/sessions/${id}`
  const held = heldProofs(proofs)
  return {
    ...{ id, login, userId, expiresAt: expires, status: 'ACTIVE' },
    lastPasswordVerification: latest(proofs.filter(({ method }) => method === 'PASSWORD')),
    lastFactorVerification: latest(held),
    amr: amrOf(proofs),
    idp: { id: organizationId, type: 'SVC' },
    mfaActive: held.length > 0,
    _links: {
      self: link(self, 'GET', 'DELETE'),
      refresh: link(`${self}/lifecycle/refresh`, 'POST'),
      user: { name: login, ...link(`${base}/api/v1/users/${userId}`, 'GET') },
    },
  }
}

export const sessionHandlers: HandlerTable<typeof sessionRoutes> = {
  getSession: async ({ reader, service, base, params }) => {
    const session = await requireSession(reader, params.sessionId, service.now())
    return { body: presentSession(session, base, (await readOrganization(reader)).id) }
  },
  endSession: async ({ write, params }) => {
    await write((tx) => revokeSession(tx, params.sessionId))
    return { body: undefined }
  },
  refreshSession: async ({ reader, service, write, base, params }) => {
    await write(async (tx) => extendSession(tx, await requireSession(tx, params.sessionId, tx.now)))
    const session = await requireSession(reader, params.sessionId, service.now())
    return { body: presentSession(session, base, (await readOrganization(reader)).id) }
  },
}
