import { z } from 'zod'
import { meantEmpty } from '../interface/lenience.ts'
import { LIMITS } from '../interface/limits.ts'
import { AUTHENTICATOR_METHODS, AUTHENTICATOR_TYPES, inBothCases } from './authenticator-table.ts'
import { type CHAIN_TRAITS, chainProblems, stepPath, stepsOf, type MethodChain } from './chain-match.ts'
import { CHARACTERISTIC_DEFAULTS, factorProblems, NEEDS } from './factor-match.ts'
import type { ConstraintClass, FactorConstraint } from './factor-match.ts'
import { periodSchema } from '../interface/fields.ts'

/**
 * The verification method of an authentication policy's rule (spec/1 "verification method", spec/4 §1.2, §1.7; spec/5 §13).
 * Constraints are answered as they were sent (spec/6 8): what is left out means its default, and clients that compare what they sent
 * with what they read see no difference. spec/1 has `required` always returned; it is only where methods are excluded, as false, which
 * such clients take for absent.
 */

/** How long a proof holds where nothing says so. */
const REAUTHENTICATE_IN = 'PT12H'

const methodsListSchema = z
  .array(z.strictObject({ key: z.string().min(1).max(100), method: z.string().min(1).max(100).optional() }))
  .max(100)

/** Types or methods in either case; what was sent is what is answered. */
const namesSchema = (names: readonly [string, ...string[]]) => {
  const both = inBothCases(names)
  return z.array(z.enum(both)).max(both.length).optional()
}

const knowledgeShape = {
  types: namesSchema(AUTHENTICATOR_TYPES),
  methods: namesSchema(AUTHENTICATOR_METHODS),
  reauthenticateIn: periodSchema.optional(),
  authenticationMethods: methodsListSchema.optional(),
  excludedAuthenticationMethods: methodsListSchema.optional(),
  required: z.boolean().optional(),
}

const need = (name: keyof typeof CHARACTERISTIC_DEFAULTS) =>
  z
    .enum(NEEDS)
    .optional()
    .meta({ description: `Absent: ${CHARACTERISTIC_DEFAULTS[name]}` })

/** Where methods are excluded, `required` is false, whatever the request says. */
function withRequired<T extends FactorConstraint>(constraint: T) {
  return constraint.excludedAuthenticationMethods?.length ? { ...constraint, required: false } : constraint
}

/** Rejects constraints that no authenticator can satisfy: such a rule would let no one in. */
const satisfiable = (factorClass: ConstraintClass) => (factor: FactorConstraint, context: z.RefinementCtx) => {
  for (const problem of factorProblems(factorClass, factor)) context.addIssue({ code: 'custom', ...problem })
}

const knowledgeConstraintSchema = z
  .strictObject(knowledgeShape)
  .superRefine(satisfiable('knowledge'))
  .overwrite(withRequired)
  .meta({ id: 'KnowledgeConstraint' })
  .register(meantEmpty, { meant: true })

const possessionConstraintSchema = z
  .strictObject({
    ...knowledgeShape,
    hardwareProtection: need('hardwareProtection'),
    deviceBound: need('deviceBound'),
    phishingResistant: need('phishingResistant'),
    userPresence: need('userPresence'),
    userVerification: need('userVerification'),
  })
  .superRefine(satisfiable('possession'))
  .overwrite(withRequired)
  .meta({ id: 'PossessionConstraint' })
  .register(meantEmpty, { meant: true })

/** One that names no class asks for nothing in particular (spec/5 §0.1: stored as `{}`). */
const constraintSchema = z.strictObject({
  knowledge: knowledgeConstraintSchema.optional(),
  possession: possessionConstraintSchema.optional(),
})

/** Said of a constraint that names knowledge and possession where one factor is asked for (spec/1 "Constraint logic"). */
export const TOO_MANY_CLASSES = 'asks for two classes of factor, but factorMode is 1FA'

/** No constraints are no key (spec/5 §13). */
function withoutEmptyConstraints<T extends { constraints?: readonly unknown[] | undefined }>(method: T): T {
  if (method.constraints?.length !== 0) return method
  const { constraints: _none, ...rest } = method
  return rest as T
}

/** `type` says which; absent means `ASSURANCE`, as older clients send it. */
const ASSURANCE_TYPE = z.literal('ASSURANCE').optional().default('ASSURANCE')

const assuranceMethodSchema = z
  .strictObject({
    type: ASSURANCE_TYPE,
    factorMode: z.enum(['1FA', '2FA']),
    constraints: z.array(constraintSchema).max(100).optional().meta({ description: 'Absent when empty' }),
    reauthenticateIn: periodSchema.default(REAUTHENTICATE_IN),
    inactivityPeriod: periodSchema.optional(),
  })
  .superRefine((method, context) => {
    if (method.factorMode === '2FA') return
    method.constraints?.forEach((constraint, index) => {
      if (constraint.knowledge && constraint.possession)
        context.addIssue({ code: 'custom', path: ['constraints', index], message: TOO_MANY_CLASSES })
    })
  })
  .overwrite(withoutEmptyConstraints)
  .meta({ id: 'AssuranceMethod' })
export type AssuranceMethod = z.output<typeof assuranceMethodSchema>

const trait = z.enum(NEEDS).optional()
const traits = { hardwareProtection: trait, phishingResistant: trait, userVerification: trait } satisfies Record<
  (typeof CHAIN_TRAITS)[number],
  z.ZodType
>
const chainMethodsSchema = z.array(methodsListSchema.element.extend(traits)).max(100)

const chainSchema: z.ZodType<MethodChain, MethodChain> = z
  .strictObject({
    authenticationMethods: chainMethodsSchema.min(1, 'needs a method'),
    reauthenticateIn: periodSchema.optional(),
    next: z
      .array(z.lazy(() => chainSchema))
      .max(1)
      .optional()
      .meta({ description: 'The step that follows; at most one' }),
  })
  .meta({
    id: 'AuthenticationMethodChain',
    description: 'A step that any of its methods satisfies, and what follows it',
  })

/** Rejects chains that are too long, or that no one can satisfy. */
function checkChain(chain: MethodChain, index: number, context: z.RefinementCtx): void {
  const at = ['chains', index]
  const { chainSteps } = LIMITS
  if (stepsOf(chain).length > chainSteps)
    context.addIssue({
      code: 'custom',
      path: [...at, ...stepPath(chainSteps - 1), 'next'],
      message: `a chain has at most ${chainSteps} steps`,
    })
  else
    for (const { path, message } of chainProblems(chain))
      context.addIssue({ code: 'custom', path: [...at, ...path], message })
}

const ignored = z.unknown().optional().meta({ description: 'Read and dropped' })

const chainMethodSchema = z
  .strictObject({
    type: z.literal('AUTH_METHOD_CHAIN'),
    chains: z.array(chainSchema).min(1).max(100),
    reauthenticateIn: periodSchema
      .optional()
      .meta({ description: `Of steps without a period of their own; absent: ${REAUTHENTICATE_IN}` }),
    factorMode: ignored,
    inactivityPeriod: ignored,
  })
  .superRefine(({ chains }, context) => chains.forEach((chain, index) => checkChain(chain, index, context)))
  .overwrite(({ factorMode: _mode, inactivityPeriod: _period, ...method }) => method)
  .meta({ id: 'AuthenticationMethodChains' })
export type ChainMethod = Omit<z.output<typeof chainMethodSchema>, 'factorMode' | 'inactivityPeriod'>

export const verificationMethodSchema = z
  .discriminatedUnion('type', [assuranceMethodSchema, chainMethodSchema])
  .meta({ id: 'VerificationMethod' })
export type VerificationMethod = AssuranceMethod | ChainMethod

/** How long a proof of each step of a chain holds, as ISO 8601 periods in the order of the steps. */
export function periodsOf({ reauthenticateIn = REAUTHENTICATE_IN }: ChainMethod, chain: MethodChain): string[] {
  return stepsOf(chain).map((step) => step.reauthenticateIn ?? reauthenticateIn)
}
