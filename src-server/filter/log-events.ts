import { logEventSchema } from '#contract/log/log-event.ts'
import { attributesOfSchema, defineDialect } from './dialect.ts'
import type { Unsupported } from './types.ts'

/** Ids and event types are case-sensitive. */
const EXACT = /(^|\.)(id|uuid|externalSessionId)$|^eventType$/

const noTextSearch: Unsupported = {
  operators: ['co'],
  code: 'E0000031',
  why: '`co` is not offered for addresses of requests; `eq` and `sw` are',
}
const nameAProperty: Unsupported = { why: 'name a property inside: `target.changeDetails.to.name`' }

/**
 * The `filter` of the audit log: everything that an event declares except when it was published, which `since` and
 * `until` bound (spec/4 §3.1). Of changes, a property inside `from` or `to` must be named (spec/3 "LogEvent").
 */
export const LOG_EVENTS = defineDialect({
  subject: 'the audit log',
  code: 'E0000053',
  attributes: attributesOfSchema(logEventSchema, (path) => EXACT.test(path)),
  unsupported: {
    published: { why: '`published` is bounded by the parameters since and until' },
    'target.changeDetails': nameAProperty,
    'target.changeDetails.from': nameAProperty,
    'target.changeDetails.to': nameAProperty,
    'debugContext.debugData.url': noTextSearch,
    'debugContext.debugData.requestUri': noTextSearch,
  },
})
