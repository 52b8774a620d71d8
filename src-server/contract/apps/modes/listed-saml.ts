import { z } from 'zod'
import { LIMITS } from '../../interface/limits.ts'
import { finishSaml, samlSignOn, statementSchema } from './federation.ts'
import { optional, optionalAddress } from './fields.ts'

/** SAML 1.1, which only applications of the catalogue speak: what differs from their template. */
export const saml11SignOn = z.strictObject({
  defaultRelayState: optional,
  ssoAcsUrlOverride: optionalAddress,
  audienceOverride: optional,
  recipientOverride: optionalAddress,
})

/** The same of SAML 2.0. All else of an assertion is the template's, so that requests do not say it (spec/5 §8.3). */
export const listedSamlSignOn = saml11SignOn.extend({
  destinationOverride: optionalAddress,
  attributeStatements: z.array(statementSchema).max(LIMITS.settingEntries).default([]),
})

type OwnSignOn = z.output<typeof samlSignOn>
/** What is known of an application that people sign in to by SAML 2.0; the addresses only where it is known who hears the assertions. */
export type SamlFacts = Omit<OwnSignOn, 'ssoAcsUrl' | 'audience'> & Partial<OwnSignOn>

const { ssoAcsUrl: _address, audience: _audience, ...USUAL } = samlSignOn.parse({ ssoAcsUrl: 'x:y', audience: 'x' })

/**
 * How an application is told of people, whether it is one's own or of the catalogue: of the latter the overrides are known, and what
 * its template says beside them is taken to be as in a new application of one's own.
 */
export function samlFacts({ signOn }: Readonly<Record<string, unknown>>): SamlFacts {
  if (typeof signOn !== 'object' || signOn === null) return issued(USUAL)
  if ('ssoAcsUrl' in signOn) return signOn as SamlFacts
  const { defaultRelayState, attributeStatements, ...to } = signOn as Partial<z.output<typeof listedSamlSignOn>>
  const addresses = {
    ssoAcsUrl: to.ssoAcsUrlOverride,
    audience: to.audienceOverride,
    recipient: to.recipientOverride,
    destination: to.destinationOverride,
  }
  const given = Object.fromEntries(Object.entries(addresses).filter(([, value]) => value))
  return issued({
    ...USUAL,
    defaultRelayState: defaultRelayState ?? null,
    attributeStatements: attributeStatements ?? [],
    ...given,
  })
}

const issued = (signOn: SamlFacts) => finishSaml({ signOn })['signOn'] as SamlFacts
