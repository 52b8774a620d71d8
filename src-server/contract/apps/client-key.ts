import { z } from 'zod'
import { activeStatusSchema, lineSchema, linksSchema, timestampSchema, type ActiveStatus } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { bitsOf, EXPONENT_RULE, isSoundExponent } from '../credentials/rsa-exponent.ts'

/** Curves with the characters that a coordinate has as base64url, and with the algorithm that signs on them. */
const CURVES = {
  'P-256': { length: 43, alg: 'ES256' },
  'P-384': { length: 64, alg: 'ES384' },
  'P-521': { length: 88, alg: 'ES512' },
} as const
type Curve = keyof typeof CURVES
const CURVE_NAMES = Object.keys(CURVES) as [Curve, ...Curve[]]

const RSA_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['RSA-OAEP', 'RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512'],
]
const EC_ENCRYPTION = ['ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A192KW', 'ECDH-ES+A256KW']

/** Members of keys that must never be sent: those of a private key, and of a shared one. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const
const absent = z.never({ error: 'is part of a private key; send the public key only' }).optional()
const privateMembers = Object.fromEntries(PRIVATE_MEMBERS.map((name) => [name, absent])) as Record<
  (typeof PRIVATE_MEMBERS)[number],
  typeof absent
>

const part = z
  .string()
  .max(LIMITS.keyPartLength)
  .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')

/** A public key that a client signs with, or that is encrypted to for it (spec/2 "JSON Web Key (application)"). */
export const clientKeyWriteSchema = z
  .object({
    id: z.string().max(LIMITS.idLength).nullish().meta({ description: 'Taken as it was read; it changes nothing' }),
    status: activeStatusSchema.nullish().meta({ description: 'Of a key that the client does not have yet' }),
    kid: lineSchema().min(1).max(LIMITS.idLength).nullish(),
    kty: z.enum(['RSA', 'EC']),
    alg: z.string().max(50).nullish(),
    use: z.enum(['sig', 'enc']).nullish(),
    e: part.nullish(),
    n: part.nullish(),
    x: part.nullish(),
    y: part.nullish(),
    crv: z.enum(CURVE_NAMES).nullish().meta({ description: 'Absent: it follows from the length of `x`' }),
    ...privateMembers,
  })
  .superRefine((key, context) => {
    for (const [field, message] of problemsOf(key)) context.addIssue({ code: 'custom', path: [field], message })
  })
  .meta({ id: 'ClientKeyWrite' })
export type ClientKeyWrite = z.output<typeof clientKeyWriteSchema>

/** A key as it is stored, and shown: what its type does not have is not there. */
export type ClientJwk = { kty: 'RSA' | 'EC'; kid: string | null; alg: string | null; use: string | null } & Partial<
  Record<'e' | 'n' | 'x' | 'y' | 'crv', string>
>

/** A key of a client, among the settings of its application. Moments are ISO 8601. */
export type StoredClientKey = ClientJwk & { id: string; status: ActiveStatus; created: string; lastUpdated: string }

/** A key as the wire shows it; a type of key has its own members. */
export const clientKeySchema = z
  .object({
    id: z.string(),
    kid: z.string().nullable(),
    kty: z.enum(['RSA', 'EC']),
    alg: z.string().nullable(),
    use: z.string().nullable(),
    ...{ e: z.string().optional(), n: z.string().optional() },
    ...{ x: z.string().optional(), y: z.string().optional(), crv: z.string().optional() },
    status: activeStatusSchema,
    created: timestampSchema,
    lastUpdated: timestampSchema,
    _links: linksSchema,
  })
  .meta({ id: 'ClientKey' })
export type ClientKey = z.output<typeof clientKeySchema>

export const clientKeyListSchema = z.object({ jwks: z.object({ keys: z.array(clientKeySchema) }) })

/** The curve of a key that does not say it, by the length of its coordinate. */
const curveOf = ({ crv, x }: Pick<ClientKeyWrite, 'crv' | 'x'>): Curve | undefined =>
  crv ?? CURVE_NAMES.find((name) => CURVES[name].length === x?.length)

/** The algorithm by which a key is tried: its own, or the usual one of its type. */
export function algorithmOf({ kty, alg, crv }: ClientJwk): string {
  return alg ?? (kty === 'RSA' ? 'RS256' : CURVES[crv as Curve].alg)
}

type Problem = [field: keyof ClientKeyWrite, message: string]

function problemsOf(key: ClientKeyWrite): Problem[] {
  return [...missingParts(key), ...(key.kty === 'RSA' ? rsaProblems(key) : curveProblems(key))]
}

function missingParts(key: ClientKeyWrite): Problem[] {
  const parts = key.kty === 'RSA' ? (['e', 'n'] as const) : (['x', 'y'] as const)
  return parts.filter((name) => !key[name]).map((name) => [name, `is required of a key of the type ${key.kty}`])
}

function rsaProblems({ e, n, alg }: ClientKeyWrite): Problem[] {
  const problems: Problem[] = []
  const bits = n ? bitsOf(n) : null
  if (bits !== null && bits < LIMITS.rsaKeyBits)
    problems.push(['n', `this key has ${bits} bits; an RSA key needs ${LIMITS.rsaKeyBits} or more`])
  if (e && !isSoundExponent(e)) problems.push(['e', EXPONENT_RULE])
  if (alg && !RSA_ALGORITHMS.includes(alg)) problems.push(['alg', `must be one of ${RSA_ALGORITHMS.join(', ')}`])
  return problems
}

function curveProblems(key: ClientKeyWrite): Problem[] {
  const { x, y, alg } = key
  if (!x || !y) return []
  const curve = curveOf(key)
  if (!curve) return [['x', 'has the length of no curve that is known here']]
  const { length, alg: signs } = CURVES[curve]
  const problems: Problem[] = (['x', 'y'] as const)
    .filter((name) => key[name]?.length !== length)
    .map((name) => [name, `must have ${length} characters on ${curve}`])
  const fitting = [signs, ...EC_ENCRYPTION]
  if (alg && !fitting.includes(alg)) problems.push(['alg', `must be one of ${fitting.join(', ')}`])
  return problems
}

/** What of a key is stored: the members of its type, null where one that all have is missing. */
export function toClientJwk(key: ClientKeyWrite): ClientJwk {
  const { kty, kid = null, alg = null, use = null, e, n, x, y } = key
  const common = { kty, kid, alg, use }
  if (kty === 'RSA') return { ...common, e: e ?? '', n: n ?? '' }
  return { ...common, x: x ?? '', y: y ?? '', crv: curveOf(key) ?? '' }
}

/** What is wrong with the ids of keys that go together: the place of the first that is; null where all is well (spec/2 "Errors"). */
export function kidProblem(keys: readonly Pick<ClientJwk, 'kid'>[]): { at: number; message: string } | null {
  if (keys.length < 2) return null
  const seen = new Set<string>()
  for (const [at, { kid }] of keys.entries()) {
    if (kid === null) return { at, message: 'is required of every key where a client has several' }
    if (seen.has(kid)) return { at, message: `another key of this client has the kid ${kid}` }
    seen.add(kid)
  }
  return null
}

/** Whether a key can make what is signed by an algorithm. */
export function signsBy({ kty, alg, use, crv }: ClientJwk, algorithm: string): boolean {
  if (use === 'enc') return false
  if (alg !== null) return alg === algorithm
  return kty === 'RSA' ? /^[RP]S/.test(algorithm) : CURVES[crv as Curve].alg === algorithm
}
