import type { EventHook } from '#contract/hooks/event-hook.ts'
import type { Links } from '#contract/interface/fields.ts'
import type { OpenedHook } from '#operations/event-hooks/event-hooks.ts'
import { lifecycleLink, link } from '../links.ts'

/** A hook without its secret; values of headers that cannot be unsealed any more are empty. */
export function presentEventHook({ record, secrets }: OpenedHook, base: string): EventHook {
  const self = `${base}/api/v1/eventHooks/${record.id}`
  return {
    id: record.id,
    status: record.status,
    verificationStatus: record.verificationStatus,
    name: record.name,
    description: record.description,
    created: record.created,
    createdBy: record.createdBy,
    lastUpdated: record.lastUpdated,
    events: record.events,
    channel: {
      type: 'HTTP',
      version: '1.0.0',
      config: {
        uri: record.channel.uri,
        headers: record.channel.headers.map((key, index) => ({ key, value: secrets?.headerValues[index] ?? '' })),
        method: 'POST',
        authScheme: record.channel.authKey === null ? null : { type: 'HEADER', key: record.channel.authKey },
      },
    },
    _links: record.status === 'ACTIVE' ? activeLinks(self) : inactiveLinks(self),
  }
}

/** What can be done with a hook by its status, in order (spec/5 §12). */
const activeLinks = (self: string): Links => ({
  self: { href: self },
  verify: link(`${self}/lifecycle/verify`, 'POST'),
  ...lifecycleLink(self, 'ACTIVE'),
})
const inactiveLinks = (self: string): Links => ({
  ...lifecycleLink(self, 'INACTIVE'),
  self: { href: self },
  delete: link(self, 'DELETE'),
})
