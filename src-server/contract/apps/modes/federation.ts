import { z } from 'zod'
import { nameSchema } from '../../interface/fields.ts'
import { LIMITS } from '../../interface/limits.ts'
import { addressSchema, optional, required } from './fields.ts'

const NAME_ID_FORMATS = [
  'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  'urn:oasis:names:tc:SAML:1.1:nameid-format:x509SubjectName',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
] as const
const [UNSPECIFIED] = NAME_ID_FORMATS

const namespace = z
  .enum([
    'urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified',
    'urn:oasis:names:tc:SAML:2.0:attrname-format:uri',
    'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
  ])
  .default('urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified')

/** How the names of groups are filtered that an assertion names: after "groups that" (spec/4 §2.3). */
export const GROUP_FILTERS = {
  STARTS_WITH: 'begin with',
  EQUALS: 'are called',
  CONTAINS: 'contain',
  REGEX: 'match',
} as const
export type GroupFilterType = keyof typeof GROUP_FILTERS
export const GROUP_FILTER_TYPES = Object.keys(GROUP_FILTERS) as [GroupFilterType, ...GroupFilterType[]]

/** What an assertion says of a person: values of expressions, or names of groups that a filter lets through (spec/4 §2.3). */
export const statementSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('EXPRESSION'),
    name: nameSchema,
    namespace,
    values: z.array(required).min(1).max(LIMITS.settingEntries),
  }),
  z.strictObject({
    type: z.literal('GROUP'),
    name: nameSchema,
    namespace,
    filterType: z.enum(GROUP_FILTER_TYPES),
    filterValue: required,
  }),
])

const certificateSchema = z.strictObject({
  x5c: z
    .array(z.string().min(1).max(LIMITS.certificateLength))
    .min(1)
    .max(1)
    .meta({ description: 'A certificate, DER as base64' }),
})

/** What another service adds to assertions, by its id; replies link it, which clients echo. */
const inlineHook = z
  .strictObject({ id: z.string().min(1).max(LIMITS.idLength), _links: z.unknown().optional() })
  .transform(({ id }) => ({ id }))

const slo = z.strictObject({
  enabled: z.boolean(),
  issuer: required.optional(),
  logoutUrl: addressSchema.optional(),
})

/**
 * A SAML 2.0 application of one's own (spec/5 §8.3). Where people are sent for the recipient and the destination is the consumer
 * service's own address unless it is given. `spIssuer` follows from `slo`, see the table of modes.
 */
export const samlSignOn = z
  .strictObject({
    defaultRelayState: optional,
    ssoAcsUrl: addressSchema,
    idpIssuer: required.optional(),
    spIssuer: required
      .nullable()
      .optional()
      .meta({ description: 'Follows from `slo`; what a request says is ignored' }),
    audience: required,
    recipient: addressSchema.optional(),
    destination: addressSchema.optional(),
    subjectNameIdTemplate: required.default('${user.userName}'),
    subjectNameIdFormat: z.enum(NAME_ID_FORMATS).default(UNSPECIFIED),
    responseSigned: z.boolean().default(true),
    assertionSigned: z.boolean().default(true),
    signatureAlgorithm: z.enum(['RSA_SHA1', 'RSA_SHA256']).default('RSA_SHA256'),
    digestAlgorithm: z.enum(['SHA1', 'SHA256']).default('SHA256'),
    honorForceAuthn: z.boolean().default(true),
    authnContextClassRef: required.default('urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'),
    requestCompressed: z.boolean().default(false),
    attributeStatements: z.array(statementSchema).max(LIMITS.settingEntries).default([]),
    inlineHooks: z.array(inlineHook).max(1).default([]),
    allowMultipleAcsEndpoints: z.boolean().default(false),
    acsEndpoints: z
      .array(z.strictObject({ url: addressSchema, index: z.int().min(0).max(65_535) }))
      .max(LIMITS.settingEntries)
      .default([]),
    samlSignedRequestEnabled: z.boolean().default(false),
    slo: slo.prefault({ enabled: false }),
    spCertificate: certificateSchema.optional(),
    assertionEncryption: z.strictObject({ enabled: z.literal(false) }).prefault({ enabled: false }),
  })
  .superRefine(({ slo: logout, spCertificate, samlSignedRequestEnabled, acsEndpoints }, context) => {
    const demand = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (logout.enabled && !logout.issuer) demand(['slo', 'issuer'], 'is required where single logout is on')
    if (logout.enabled && !logout.logoutUrl) demand(['slo', 'logoutUrl'], 'is required where single logout is on')
    if ((logout.enabled || samlSignedRequestEnabled) && !spCertificate)
      demand(['spCertificate'], 'is required: what the application signs is verified by it')
    if (new Set(acsEndpoints.map(({ index }) => index)).size !== acsEndpoints.length)
      demand(['acsEndpoints'], 'must not have the same index twice')
  })

export const wsFederationApp = z.strictObject({
  siteURL: addressSchema,
  realm: required.optional(),
  wReplyURL: addressSchema,
  wReplyOverride: z.boolean().default(false),
  audienceRestriction: required,
  nameIDFormat: z.enum(NAME_ID_FORMATS).default(UNSPECIFIED),
  authnContextClassRef: required.default('urn:oasis:names:tc:SAML:1.0:am:password'),
  usernameAttribute: required.default('username'),
  attributeStatements: optional,
  groupFilter: optional,
  groupName: optional,
  groupValueFormat: z
    .enum(['windowsDomainQualifiedName', 'samAccountName', 'dn'])
    .default('windowsDomainQualifiedName'),
})

/** Who signs, as services know it: made of the key's own name, which the organization keeps while the key is the same. */
export const OWN_ISSUER = 'http://svc.example.com/${org.externalKey}'

/** What follows from others: where assertions go, who issues them, and who is the issuer of the application's own requests. */
export function finishSaml(settings: Readonly<Record<string, unknown>>) {
  const signOn = settings['signOn'] as Partial<z.output<typeof samlSignOn>> | undefined
  if (!signOn) return settings
  const { ssoAcsUrl, slo: logout } = signOn
  const issuers = {
    idpIssuer: signOn.idpIssuer ?? OWN_ISSUER,
    spIssuer: logout?.enabled ? (logout.issuer ?? null) : null,
  }
  const receivers = { recipient: signOn.recipient ?? ssoAcsUrl, destination: signOn.destination ?? ssoAcsUrl }
  return { ...settings, signOn: { ...signOn, ...receivers, ...issuers } }
}
