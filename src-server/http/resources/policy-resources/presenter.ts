import type { Links } from '#contract/interface/fields.ts'
import { methodStates, type MethodState } from '#contract/policy/resources/authenticator-method.ts'
import type { PolicyResourceDefinition } from '#contract/policy/resources/definitions.ts'
import type { PolicyResourceRecord } from '#db/tables/policy-resources.ts'
import { viewOf } from '#operations/policy-resources/view.ts'
import { lifecycleLink, link } from '../links.ts'

/** An object of any of the collections; the links show which verbs the collection's own rules allow now. */
export function presentPolicyResource(definition: PolicyResourceDefinition, row: PolicyResourceRecord, base: string) {
  const self = `${base}/api/v1/${definition.path}/${row.id}`
  const [created, lastUpdated] = definition.stamps
  const isSystem = row.system
  const deletable = !isSystem && !(definition.kind === 'authenticator' && row.status === 'ACTIVE')
  return {
    id: row.id,
    ...viewOf(definition, row),
    ...(definition.kind === 'deviceAssurance' ? assuranceFields(row) : {}),
    [created]: row.created,
    [lastUpdated]: row.lastUpdated,
    _links: {
      self: link(self, 'GET', 'PUT', ...(deletable ? ['DELETE'] : [])),
      ...(definition.lifecycle && !isSystem ? lifecycleLink(self, row.status) : {}),
      ...(row.key ? authenticatorLinks(row.key, self, base) : {}),
    },
  }
}

const enrollLink = (_self: string, base: string): Links => ({ enroll: link(`${base}/idp/authenticators`, 'POST') })

/** Links beyond the collection's own, by key (spec/5 §14, spec/6 12). */
const OWN_LINKS: Readonly<Record<string, (self: string, base: string) => Links>> = {
  svc_verify: enrollLink,
  custom_app: enrollLink,
  webauthn: (self) => ({ aaguids: link(`${self}/aaguids`, 'GET', 'POST') }),
}

function authenticatorLinks(key: string, self: string, base: string): Links {
  return { methods: link(`${self}/methods`, 'GET'), ...OWN_LINKS[key]?.(self, base) }
}

/** A method of an authenticator, which is active only while that is. */
export function presentMethod(authenticator: PolicyResourceRecord, method: MethodState, base: string) {
  const { type, settings } = method
  const self = link(`${base}/api/v1/authenticators/${authenticator.id}/methods/${type}`, 'GET', 'PUT')
  const status = authenticator.status === 'ACTIVE' ? method.status : authenticator.status
  return { type, status, ...(settings && { settings }), _links: { self } }
}

/** All of its methods. */
export const presentMethods = (authenticator: PolicyResourceRecord, base: string) =>
  methodStates(authenticator).map((method) => presentMethod(authenticator, method, base))

/** A device assurance as a resource, and whose work it is. */
function assuranceFields({ id, name, createdBy, lastUpdatedBy }: PolicyResourceRecord) {
  return {
    resourceId: id,
    resourceType: 'DeviceAssurancePolicyEntity',
    resourceDisplayName: { value: name, sensitive: false },
    ...(createdBy ? { createdBy } : {}),
    ...(lastUpdatedBy ? { lastUpdatedBy } : {}),
  }
}
