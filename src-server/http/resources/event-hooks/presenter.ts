import type { EventHook } from '#contract/hooks/event-hook.ts'
import type { OpenedHook } from '#operations/event-hooks/event-hooks.ts'
import { lifecycleLink, link } from '../links.ts'

/** A hook without its secret; values of headers that cannot be unsealed any more are empty. */
export function presentEventHook({ record, secrets }: OpenedHook, base: string): EventHook {
  const self = `${base}/api/v1/eventHooks/${record.id}`
  const verbs = record.status === 'ACTIVE' ? ['GET', 'PUT'] : ['GET', 'PUT', 'DELETE']
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
        authScheme: record.channel.authKey === null ? null : { type: 'HEADER', key: record.channel.authKey },
        method: 'POST',
      },
    },
    _links: {
      self: link(self, ...verbs),
      verify: link(`${self}/lifecycle/verify`, 'POST'),
      ...lifecycleLink(self, record.status),
    },
  }
}
