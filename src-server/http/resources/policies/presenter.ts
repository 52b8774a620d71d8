import type { Links } from '#contract/interface/fields.ts'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { PolicyMappingRecord } from '#db/tables/apps.ts'
import type { PolicyView, RuleView } from '#operations/snapshot/read-policies.ts'
import { lifecycleLink, link } from '../links.ts'

/** What a policy can hold beside itself. */
interface Embedded {
  rules?: Rule[]
  /** In lists of authentication policies alone (spec/5 §13). */
  resourceType?: string | null
}

/** A policy as the wire shows it; links say what is allowed now (spec/4 §1.5 "Link rules"). */
export function presentPolicy(policy: PolicyView, base: string, extra: Embedded = {}): Policy {
  return {
    id: policy.id,
    status: policy.status,
    name: policy.name,
    ...(policy.description === null ? {} : { description: policy.description }),
    priority: policy.priority,
    system: policy.system,
    conditions: policy.conditions ?? null,
    ...(policy.settings ? { settings: policy.settings } : {}),
    created: policy.created,
    lastUpdated: policy.lastUpdated,
    ...embedded(extra),
    _links: policyLinks(policy, base),
    type: policy.type,
  }
}

function embedded({ rules, resourceType }: Embedded): Pick<Policy, '_embedded'> {
  const content = {
    ...(resourceType ? { resourceType } : {}),
    ...(rules ? { rules: rules } : {}),
  }
  return Object.keys(content).length ? { _embedded: content } : {}
}

/** What an answer is made for. */
interface Context {
  base: string
  /** The name of an object, null where there is none. */
  nameOf: (id: string) => string | null
}

interface Routing {
  idp?: { providers?: readonly { id?: string | null; name?: string | null }[] }
}

function withProviderNames(actions: Record<string, unknown>, nameOf: Context['nameOf']): Record<string, unknown> {
  const { idp } = actions as Routing
  if (!idp?.providers) return actions
  const providers = idp.providers.map((provider) => {
    const name = provider.id ? nameOf(provider.id) : null
    return name === null ? provider : { ...provider, name }
  })
  return { ...actions, idp: { ...idp, providers } }
}

type Located = Pick<PolicyView, 'id' | 'type' | 'authorizationServerId'>

function policyHref({ id, authorizationServerId }: Omit<Located, 'type'>, base: string): string {
  const home = authorizationServerId ? `authorizationServers/${authorizationServerId}/policies` : 'policies'
  return `${base}/api/v1/${home}/${id}`
}

function policyLinks(policy: PolicyView, base: string): Links {
  const self = policyHref(policy, base)
  // Of an authorization server's policy it names only reading (spec/5 §14), though rules are made there too.
  const rules = policy.authorizationServerId ? link(`${self}/rules`, 'GET') : link(`${self}/rules`, 'GET', 'POST')
  if (policy.system) return { self: link(self, 'GET', 'PUT'), rules }
  return {
    self: link(self, 'GET', 'PUT', 'DELETE'),
    rules,
    ...(policy.authorizationServerId ? {} : { mappings: link(`${self}/mappings`, 'GET', 'POST') }),
    ...lifecycleLink(self, policy.status),
  }
}

/** A rule as the wire shows it; of routing rules the providers have their names, where these are known (spec/5 §13). */
export function presentRule(rule: RuleView, policy: Located, { base, nameOf }: Context): Rule {
  const self = `${policyHref(policy, base)}/rules/${rule.id}`
  return {
    id: rule.id,
    status: rule.status,
    name: rule.name,
    priority: rule.priority,
    system: rule.system,
    created: rule.created,
    lastUpdated: rule.lastUpdated,
    conditions: rule.conditions ?? null,
    actions: policy.type === 'IDP_DISCOVERY' ? withProviderNames(rule.actions, nameOf) : rule.actions,
    _links: rule.system
      ? { self: rule.readOnly ? link(self, 'GET') : link(self, 'GET', 'PUT') }
      : { self: link(self, 'GET', 'PUT', 'DELETE'), ...lifecycleLink(self, rule.status) },
    type: policyType(policy.type).ruleType,
  }
}

/** A mapping as the wire shows it: nothing but links to both its ends (spec/4 §1.3). */
export function presentMapping(mapping: PolicyMappingRecord, base: string) {
  return {
    id: mapping.id,
    _links: {
      self: link(`${base}/api/v1/policies/${mapping.policyId}/mappings/${mapping.id}`, 'GET', 'DELETE'),
      application: link(`${base}/api/v1/apps/${mapping.appId}`, 'GET'),
      policy: link(`${base}/api/v1/policies/${mapping.policyId}`, 'GET'),
    },
  }
}
