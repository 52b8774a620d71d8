import { ApiError, notFound } from '#contract/interface/api-error.ts'
import type { AppKind } from '#contract/apps/app-kinds.ts'
import { modeLabel } from '#contract/apps/sign-on-modes.ts'
import { apps } from '#db/tables/apps.ts'
import type { SigningKeyRecord } from '#db/tables/signing-keys.ts'
import { requireApp, type AppWithPolicies } from '../snapshot/apps.sql.ts'
import type { Service } from '../service/service.ts'
import { ensureFirstKey, requireKey } from '../signing-keys/keys.ts'
import { KEY_OWNERS } from '../signing-keys/owners.ts'
import { signingKidOf } from '../signing-keys/signing-kid.ts'
import { externalKeyOf } from './external-key.ts'

/** An application with the key by which what it tells of itself is signed. */
export interface SigningApp {
  app: AppWithPolicies
  key: SigningKeyRecord
}

/**
 * An application that speaks a protocol, with one of its keys.
 * @param speaks whether an application of a kind does
 * @param kid absent: the one that signs
 * @throws ApiError E0000024 for an application that does not, E0000007 for what is not there
 */
export async function signingApp(
  service: Service,
  appId: string,
  speaks: (kind: AppKind) => boolean,
  kid?: string,
): Promise<SigningApp> {
  const app = await requireApp(service.reader, appId)
  if (!speaks(app))
    throw new ApiError('E0000024', {
      causes: [{ errorSummary: `${app.label} signs on by ${modeLabel(app.signOnMode)}` }],
    })
  const owner = await KEY_OWNERS.app.require(service.reader, appId)
  await ensureFirstKey(service, owner)
  return { app, key: await requireKey(service.reader, appId, kid ?? signingKidOf(app) ?? '') }
}

/** The application that services know by a key of its own. @throws ApiError E0000007 */
export async function appOfExternalKey(service: Service, name: string, externalKey: string): Promise<string> {
  const app = await apps.findOne(service.reader, { where: { name, id: `0oa${externalKey.slice(3)}` } })
  if (!app || externalKeyOf(app.id) !== externalKey) throw notFound(externalKey, 'AppInstance')
  return app.id
}
