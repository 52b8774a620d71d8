import { canonical } from '#contract/interface/canonical.ts'
import { methodsOf, sameName, type AuthenticatorMethod } from '#contract/policy/authenticator-table.ts'
import type { AuthenticatorMethodView } from '#contract/policy/resources/authenticator-method.ts'
import { servesSignIn, type Authenticator } from '#contract/policy/resources/authenticator.ts'
import { verificationMethodSchema } from '#contract/policy/assurance.ts'
import { CHARACTERISTIC_DEFAULTS, isRequired } from '#contract/policy/factor-match.ts'
import type { VerificationDemand } from '#policy/index.ts'
import { isTree } from '#ui/lib/tree.ts'

/** The verification method while it is edited: what it asks for, and which usual one it is. */

/**
 * What a draft asks for. One that has the shape and cannot be satisfied is read too, to say why; null while it has not
 * even the shape.
 */
export function demandOf(draft: unknown): VerificationDemand | null {
  const { success, data, error } = verificationMethodSchema.safeParse(draft)
  if (success) return data
  return error.issues.every(({ code }) => code === 'custom') ? (draft as VerificationDemand) : null
}

/** Common choices, ready to be applied. */
export const PRESETS = [
  {
    key: 'password-and-more',
    label: 'Password + any factor',
    help: 'A password, and anything that the person has.',
    factorMode: '2FA',
    constraints: [{ knowledge: { types: ['password'] } }],
  },
  {
    key: 'any-two',
    label: 'Any two factors',
    help: 'Two of different kinds, or one device that checks who holds it.',
    factorMode: '2FA',
    constraints: [],
  },
  {
    key: 'phishing-resistant',
    label: 'Phishing-resistant',
    help: 'Something that cannot be handed to a false site, and one more factor.',
    factorMode: '2FA',
    constraints: [{ possession: { phishingResistant: 'REQUIRED' } }],
  },
  {
    key: 'hardware-protected',
    label: 'Hardware-protected',
    help: 'Something whose keys cannot leave the hardware, and one more factor.',
    factorMode: '2FA',
    constraints: [{ possession: { hardwareProtection: 'REQUIRED' } }],
  },
  {
    key: 'password-only',
    label: 'Password only',
    help: 'Nothing but the password.',
    factorMode: '1FA',
    constraints: [{ knowledge: { types: ['password'] } }],
  },
  {
    key: 'any-one',
    label: 'Any one factor',
    help: 'Whatever the person has set up.',
    factorMode: '1FA',
    constraints: [],
  },
] as const
export type Preset = (typeof PRESETS)[number]

/** Equal for methods that ask for the same, however they are spelled; null for what cannot be read. */
function shapeOf(method: { factorMode?: unknown; constraints?: unknown }): string | null {
  const { data } = verificationMethodSchema.safeParse({
    factorMode: method.factorMode,
    constraints: method.constraints,
  })
  if (data?.type !== 'ASSURANCE') return null
  const constraints = data.constraints?.map(({ knowledge, possession }) => ({
    ...(knowledge ? { knowledge: { ...knowledge, required: isRequired(knowledge) } } : {}),
    ...(possession
      ? { possession: { ...CHARACTERISTIC_DEFAULTS, ...possession, required: isRequired(possession) } }
      : {}),
  }))
  // Types and methods mean the same in either case.
  return canonical({ ...data, constraints }).toLowerCase()
}

const SHAPES = new Map(PRESETS.map((preset) => [shapeOf(preset), preset.key]))

/** The preset that a draft is; null for one of its own making. */
export function presetOf(draft: unknown): Preset['key'] | null {
  const shape = isTree(draft) && draft['type'] !== 'AUTH_METHOD_CHAIN' ? shapeOf(draft) : null
  return shape === null ? null : (SHAPES.get(shape) ?? null)
}

type Method = Pick<AuthenticatorMethodView, 'type' | 'status'>

/** The methods by which people can sign in. @param listMethods those of an authenticator; asked for where it has several, for one is active */
export async function enabledMethods(
  authenticators: readonly Authenticator[],
  listMethods: (authenticatorId: string) => Promise<readonly Method[]>,
): Promise<Set<AuthenticatorMethod>> {
  const signIn = authenticators.filter(({ status, settings }) => status === 'ACTIVE' && servesSignIn(settings))
  const each = signIn.map(async ({ id, key }) => {
    const all = methodsOf(key)
    if (all.length === 1) return all
    const active = (await listMethods(id)).filter(({ status }) => status === 'ACTIVE')
    return all.filter(({ method }) => active.some(({ type }) => sameName(type, method)))
  })
  return new Set((await Promise.all(each)).flat())
}
