import { COMMON, LEFT, textAt, UNORDERED, type SyncedKind } from '../definition.ts'

/** Endpoints that are told of events. */
export const EVENTS_SYNC = {
  eventHook: {
    singular: 'event hook',
    plural: 'event hooks',
    source: { operation: 'listEventHooks', list: true },
    id: 'id',
    name: (body) => textAt(body, 'name'),
    naturalKey: (body) => [textAt(body, 'name')],
    fields: {
      ...COMMON,
      verificationStatus: LEFT.state,
      'events.items': UNORDERED,
      'events.filter.eventFilterMap': UNORDERED,
      'channel.config.authScheme.value': LEFT.writeOnly,
      'channel.config.headers.[].value': LEFT.writeOnly,
    },
  },
} as const satisfies Partial<Record<string, SyncedKind>>
