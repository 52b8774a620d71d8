import type { ObjectVersion, ObjectVersionDetail, VersionKind } from '#contract/gatehouse/version.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { ObjectVersionRow } from '#db/tables/object-versions.ts'
import type { VersionBodies } from '#db/versioned-kinds.ts'
import { readAuthenticators, toPolicyView } from '#operations/snapshot/read-policies.ts'
import type { Names } from '#operations/snapshot/names.ts'
import { presentPolicy, presentRule } from '../policies/presenter.ts'
import { presentZone } from '../zones/presenter.ts'

/** A version as the wire shows it in lists. */
export function presentVersion({ id, ...version }: ObjectVersionRow): ObjectVersion {
  const { kind, objectId, parentId, action, name, changedAt, actor, eventUuid, reason } = version
  const what = { kind, objectId, parentId, version: version.version, action, name }
  return { id: String(id), ...what, changedAt, actor, eventUuid, reason }
}

/** What the reply is made from. */
interface Context {
  reader: Reader
  names: Names
}

/** A version with its object, as the interface would show it. */
export async function presentDetail(row: ObjectVersionRow, context: Context): Promise<ObjectVersionDetail> {
  // WHY the cast: the kind in the row says which body it has.
  const present = BODIES[row.kind] as (body: object, parentId: string | null, context: Context) => Promise<object>
  const body = row.body && withoutLinks(await present(row.body, row.parentId, context))
  return { ...presentVersion(row), body }
}

/** WHY not part of what is stored: links and names are those of now, as are the authenticators that settings list. */
const withoutLinks = (view: object) => Object.fromEntries(Object.entries(view).filter(([key]) => key !== '_links'))

type Present<Body> = (body: Body, parentId: string | null, context: Context) => Promise<object>

const BODIES: { readonly [Kind in VersionKind]: Present<VersionBodies[Kind]> } = {
  policy: async (body, authorizationServerId, { reader }) => {
    const authenticators = body.type === 'MFA_ENROLL' ? await readAuthenticators(reader) : []
    const facts = { engine: reader.engine, authenticators }
    return presentPolicy(toPolicyView({ ...body, authorizationServerId }, [], facts), '')
  },
  rule: async (body, policyId, { names }) => {
    const policy = { id: policyId ?? '', type: body.policyType, authorizationServerId: null }
    return presentRule({ ...body, policyId: policy.id, readOnly: false }, policy, { base: '', nameOf: names.get })
  },
  zone: async (body) => presentZone(body, ''),
  mapping: async ({ id, appId, policyId, policyType }) => ({ id, policyId, policyType, resourceId: appId }),
}
