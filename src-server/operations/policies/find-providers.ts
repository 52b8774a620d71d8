import type { ProviderLink } from '#contract/routes/well-known.ts'
import { clientAgent } from '#audit-log/client-agent.ts'
import type { Client } from '#audit-log/request-context.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import { loginKeyOf, users } from '#db/tables/users.ts'
import { compile, parse, textsOf } from '#expression/index.ts'
import { decide, type ActionsByType, type EvaluationContext } from '#policy/index.ts'
import { toPerson } from '../directory/person.ts'
import type { Service } from '../service.ts'
import { readSetting } from '../settings.ts'
import type { Snapshot } from './snapshot.ts'

interface Lookup {
  /** As it was typed. */
  login: string
  client: Pick<Client, 'ip' | 'userAgent'> | null
  /** Base address of links, without a slash at the end. */
  base: string
}

/**
 * Where a login is routed to: links to the active identity providers of the rule that decides, or to the organization itself
 * where it names none (spec/2 "Identity-provider lookup", spec/4 §2.6).
 *
 * Whether a person has the login is not told: known and unknown ones take the same three statements and get an answer of the same
 * shape. What differs is only what rules that read attributes of a person imply.
 */
export async function findProviders(service: Service, { login, client, base }: Lookup): Promise<ProviderLink[]> {
  const { reader } = service
  const snapshot = await service.snapshot()
  // INVARIANT: no statement depends on whether there is a person. Routing rules have no conditions on groups.
  const user = await users.first(reader, 'WHERE login_key = ?', [loginKeyOf(login)])
  const now = Date.parse(service.now())
  const { ids, names } = chosenProviders(snapshot, {
    now,
    person: user ? toPerson(user, []) : null,
    identifier: login,
    ip: client?.ip ?? null,
    device: { platform: platformOf(client?.userAgent ?? null) },
  })
  const rows = await policyResources.all(
    reader,
    `WHERE kind = 'identityProvider' AND status = 'ACTIVE'
      AND (id IN (SELECT value FROM json_each(?)) OR name IN (SELECT value FROM json_each(?))) ORDER BY name, id`,
    [JSON.stringify(ids), JSON.stringify(names)],
  )
  const organization = await readSetting(reader, 'organization')
  const found = names.length ? rows.slice(0, 1) : ids.flatMap((id) => rows.filter((row) => row.id === id))
  if (found.length === 0) return [organizationLink(base, organization?.subdomain ?? '')]
  return found.map((provider) => providerLink(base, provider))
}

/** What the deciding rule says of providers: ids in its order, or the name that its expression comes to. */
interface Chosen {
  ids: readonly string[]
  names: readonly string[]
}

const NONE: Chosen = { ids: [], names: [] }

/** Providers of the local network have no id and lead nowhere from here. */
function chosenProviders(snapshot: Snapshot, context: EvaluationContext): Chosen {
  const decision = decide(snapshot.compiled(), 'IDP_DISCOVERY', context)
  if (!decision) return NONE
  const rule = snapshot.policies.get(decision.policyId)?.rules.find(({ id }) => id === decision.ruleId)
  const { idp } = (rule?.actions ?? {}) as Partial<ActionsByType['IDP_DISCOVERY']>
  if (idp?.idpSelectionType === 'DYNAMIC') return { ...NONE, names: namesByExpression(idp.matchCriteria?.[0], context) }
  return { ...NONE, ids: [...new Set((idp?.providers ?? []).flatMap(({ id }) => (id ? [id] : [])))] }
}

type Criterion = { providerExpression: string; propertyName?: string }

/** The name of the provider that a rule computes from the login (spec/4 §1.2); none where the expression has no value. */
function namesByExpression(criterion: Criterion | undefined, { now, person, identifier }: EvaluationContext): string[] {
  // Names are the one property that the interface was seen to match (spec/5 §13).
  if (!criterion || (criterion.propertyName ?? 'name') !== 'name') return []
  const parsed = parse(criterion.providerExpression, 'condition', { result: 'value' })
  if (!parsed.ok) return []
  return textsOf(compile(parsed.expression), {
    now,
    user: person?.user ?? null,
    login: { identifier: identifier ?? null },
  }).values.slice(0, 1)
}

/** Systems as {@link clientAgent} spells them, but for the version of Windows. */
const PLATFORMS: Readonly<Record<string, string>> = {
  Windows: 'WINDOWS',
  'Mac OS X': 'MACOS',
  iOS: 'IOS',
  Android: 'ANDROID',
  ChromeOS: 'CHROMEOS',
  Linux: 'LINUX',
}

/** A program that says nothing of its system runs on some other one. */
function platformOf(header: string | null): string {
  const os = clientAgent(header).userAgent?.os ?? ''
  return PLATFORMS[os.startsWith('Windows') ? 'Windows' : os] ?? 'OTHER'
}

const organizationLink = (base: string, subdomain: string): ProviderLink => ({
  rel: 'http://openid.net/specs/connect/1.0/issuer',
  href: `${base}/sso/idps/SVC`,
  titles: { und: subdomain },
  properties: { 'svc:idp:type': 'SVC' },
})

function providerLink(base: string, { id, name, type }: { id: string; name: string; type: string }): ProviderLink {
  const metadata = type === 'SAML2' ? { 'svc:idp:metadata': `${base}/api/v1/idps/${id}/metadata.xml` } : {}
  return {
    rel: 'svc:idp',
    href: `${base}/sso/idps/${id}`,
    titles: { und: name },
    properties: { ...metadata, 'svc:idp:type': type, 'svc:idp:id': id },
  }
}
