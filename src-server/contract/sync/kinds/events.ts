import { calledAs, BY_NAME, COMMON, LEFT, UNORDERED, type SyncedKind } from '../definition.ts'

/** Endpoints that are told of events. */
export const EVENTS_SYNC = {
  eventHook: {
    ...calledAs('eventHook'),
    source: { operation: 'listEventHooks', list: true },
    ...BY_NAME,
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
