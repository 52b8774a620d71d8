import { CHANGE_REASON } from '#contract/interface/change-reason.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { isPublicInterface, STRICT_HANDLING } from '#contract/interface/lenience.ts'
import type { Route } from '#contract/interface/route.ts'

type Json = Record<string, unknown>

const text = { type: 'string' } as const

/** The parameters that operations share. */
export const SHARED_PARAMETERS: Json = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description: `With \`${STRICT_HANDLING}\` (RFC 7240) keys of the body that are not known are refused with E0000001, and refusals say where each cause points. Without it such keys are ignored, but for attributes of a person’s profile; null, or an empty object, for what is optional is then the same as nothing.`,
    schema: text,
  },
  [CHANGE_REASON]: {
    name: CHANGE_REASON,
    in: 'header',
    required: false,
    description: `The reason for the change: percent-encoded, or plain text in UTF-8 or Latin-1; at most ${LIMITS.changeReasonLength} characters, without control characters, else E0000001. It is recorded in the events of the change, as \`changeReason\` of \`debugContext.debugData\`, and in the versions of policies, rules, zones and mappings.`,
    schema: text,
  },
}

/** The headers of replies. */
export const SHARED_HEADERS: Json = {
  'X-Ignored-Fields': {
    description: `What was ignored of the body: paths, each percent-encoded, with commas between them; at most ${LIMITS.ignoredFields} and ${LIMITS.ignoredHeaderBytes} bytes.`,
    schema: text,
  },
  'Preference-Applied': {
    description: `\`${STRICT_HANDLING}\` where the request asked for it.`,
    schema: { const: STRICT_HANDLING },
  },
  Link: {
    description:
      'The address of the next page where more remains, `rel="next"`, and of most lists their own, `rel="self"`.',
    schema: text,
  },
}

const takesBody = (route: Route) => route.body !== undefined && isPublicInterface(route.path)

/** Operations that only compute are sent as POST too, but need no more than reading. */
const isChange = ({ scope }: Route) => scope?.endsWith('.manage') ?? false

/** References to the shared parameters that an operation has. */
export function sharedParameters(route: Route): Json[] {
  const names = [...(takesBody(route) ? ['Prefer'] : []), ...(isChange(route) ? [CHANGE_REASON] : [])]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** References to the shared headers that the success of an operation may have; nothing where there are none. */
export function replyHeaders(route: Route): Json {
  const names = [
    ...(takesBody(route) ? ['X-Ignored-Fields', 'Preference-Applied'] : []),
    ...(route.links || 'after' in route.query.shape ? ['Link'] : []),
  ]
  if (names.length === 0) return {}
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }
}
