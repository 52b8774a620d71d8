import type { EventHook } from '../../../contract/event-hook.ts'
import type { OpenedHook } from '../../../operations/event-hooks/event-hooks.ts'
import { lifecycleLink, link } from '../links.ts'

/** A hook without its secret; values of headers that cannot be unsealed any more are empty. */
export function presentEventHook({ row, events, channel, secrets }: OpenedHook, base: string): EventHook {
  const self = `${base}/api/v1/eventHooks/${row.id}`
  const verbs = row.status === 'ACTIVE' ? ['GET', 'PUT'] : ['GET', 'PUT', 'DELETE']
  return {
    id: row.id,
    status: row.status,
    verificationStatus: row.verification_status,
    name: row.name,
    description: row.description,
    created: row.created,
    createdBy: row.created_by,
    lastUpdated: row.last_updated,
    events,
    channel: {
      type: 'HTTP',
      version: '1.0.0',
      config: {
        uri: channel.uri,
        headers: channel.headers.map((key, index) => ({ key, value: secrets?.headerValues[index] ?? '' })),
        authScheme: channel.authKey === null ? null : { type: 'HEADER', key: channel.authKey },
        method: 'POST',
      },
    },
    _links: {
      self: link(self, ...verbs),
      verify: link(`${self}/lifecycle/verify`, 'POST'),
      ...lifecycleLink(self, row.status),
    },
  }
}
