import { createHash } from 'node:crypto'
import { z } from 'zod'
import { invalid } from '#contract/interface/api-error.ts'
import { idSchema } from '#contract/interface/ids.ts'
import type { OperationId } from '#contract/routes/index.ts'
import { tool } from '../tool.ts'
import { estimateTokens } from '../tokens.ts'
import { shownText } from '../shown-text.ts'

interface Readable {
  readonly operation: OperationId
  /** The placeholder of its id. */
  readonly param: string
  /** The placeholder that `of` fills, and what that is. */
  readonly of?: readonly [param: string, noun: string]
}

/** What can be read whole. */
const OBJECTS = {
  user: { operation: 'getUser', param: 'userId' },
  group: { operation: 'getGroup', param: 'groupId' },
  groupRule: { operation: 'getGroupRule', param: 'groupRuleId' },
  app: { operation: 'getApp', param: 'appId' },
  policy: { operation: 'getPolicy', param: 'policyId' },
  rule: { operation: 'getRule', param: 'ruleId', of: ['policyId', 'its policy'] },
  zone: { operation: 'getZone', param: 'zoneId' },
  authenticator: { operation: 'getAuthenticator', param: 'authenticatorId' },
  identityProvider: { operation: 'getIdentityProvider', param: 'idpId' },
  behavior: { operation: 'getBehavior', param: 'behaviorId' },
  deviceAssurance: { operation: 'getDeviceAssurance', param: 'deviceAssuranceId' },
  authorizationServer: { operation: 'getAuthorizationServer', param: 'authServerId' },
  userType: { operation: 'getUserType', param: 'typeId' },
  logEvent: { operation: 'getLogEvent', param: 'uuid' },
} as const satisfies Record<string, Readable>

type Kind = keyof typeof OBJECTS
const KINDS_READ = Object.keys(OBJECTS) as [Kind, ...Kind[]]

/** Characters of one piece of an object that is too long for one answer, and tokens of an object that is not. */
const PIECE = 1_000
const MOST_WHOLE = 6_000

const inputSchema = (kinds: readonly [Kind, ...Kind[]]) =>
  z.strictObject({
    kind: z.enum(kinds),
    id: idSchema,
    of: idSchema.optional().meta({ description: 'Of a rule: the id of its policy' }),
  })

/** Names of values that give access; the interface answers one, the client secret of an identity provider. */
const SECRET = /secret|password$|private_?key/i

/** Without links, which an assistant cannot follow, without secrets, and with unseen characters shown. */
function readable(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value)
  if (Array.isArray(value)) return value.map(readable)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(([key]) => key !== '_links')
  return Object.fromEntries(
    kept.map(([key, one]) => [
      shownText(key),
      SECRET.test(key) && typeof one === 'string' ? '[secret]' : readable(one),
    ]),
  )
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16)

function piecesOf(text: string): string[] {
  const characters = [...text]
  return Array.from({ length: Math.ceil(characters.length / PIECE) }, (_, at) =>
    characters.slice(at * PIECE, (at + 1) * PIECE).join(''),
  )
}

/** One object as the interface has it. */
export const readTool = tool({
  name: 'read',
  title: 'Read one object',
  description:
    'Reads one object whole, without links and secrets. One that is too long for an answer comes as pieces of its JSON, to be joined in their order.',
  needs: [],
  input: (may) => {
    const [first, ...others] = KINDS_READ.filter((kind) => may(OBJECTS[kind].operation))
    return first === undefined ? null : inputSchema([first, ...others])
  },
  async answer({ input, place, service }) {
    const { operation, param, of }: Readable = OBJECTS[input.kind]
    if (of && input.of === undefined) throw invalid('of', `is required for ${input.kind}: the id of ${of[1]}`)
    if (!of && input.of !== undefined) throw invalid('of', `goes with a rule, not with ${input.kind}`)
    const params = { [param]: input.id, ...(of && { [of[0]]: input.of }) }
    const text = JSON.stringify(readable(await service.call(operation, { params })))
    const digest = digestOf(text)
    const given = place.state['digest']
    if (given !== undefined && given !== digest) throw invalid('cursor', 'is of the object as it was: read it again')
    const counts = { characters: text.length }
    const state = { digest }
    return estimateTokens(text) <= MOST_WHOLE
      ? { counts, state, rows: [JSON.parse(text)], isWhole: true }
      : { counts, state, rows: piecesOf(text), isWhole: true }
  },
})
