import { z } from 'zod'
import { identityProviders } from './identity-provider-collection.ts'
import { keyOperations } from '../credentials/key-routes.ts'
import { trustKeySchema, trustKeyWriteSchema } from '../credentials/trust-key.ts'
import { media } from '../interface/content-types.ts'
import { idSchema } from '../interface/ids.ts'
import { NO_SELF } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'

const keys = keyOperations({ ...identityProviders, managing: { ...identityProviders.managing, subject: 'JsonWebKey' } })

const TRUSTED = '/api/v1/idps/credentials/keys'
const params = z.object({ trustKid: z.string().min(1).max(255).meta({ description: 'Name of a certificate' }) })

/** Certificates by which providers are trusted, and the keys with which we sign what we ask of them (spec/5 §9). */
export const identityProviderKeyRoutes = {
  listIdentityProviderKeys: defineRoute({
    ...identityProviders.reading,
    method: 'GET',
    path: TRUSTED,
    summary: 'List the certificates that identity providers are trusted by',
    links: NO_SELF,
    responses: { 200: z.array(trustKeySchema) },
  }),
  createIdentityProviderKey: defineRoute({
    ...identityProviders.managing,
    method: 'POST',
    path: TRUSTED,
    summary: 'Add a certificate that identity providers are trusted by',
    body: trustKeyWriteSchema,
    responses: { 200: trustKeySchema },
    errors: ['E0000096'],
  }),
  getIdentityProviderKey: defineRoute({
    ...identityProviders.reading,
    method: 'GET',
    path: `${TRUSTED}/{trustKid}`,
    summary: 'Read a certificate that identity providers are trusted by',
    params,
    responses: { 200: trustKeySchema },
  }),
  deleteIdentityProviderKey: defineRoute({
    ...identityProviders.managing,
    method: 'DELETE',
    path: `${TRUSTED}/{trustKid}`,
    summary: 'Delete a certificate that identity providers are trusted by',
    description: 'Refused with E0000120 while an identity provider is trusted by it; the causes name the providers.',
    params,
    responses: { 204: null },
    errors: ['E0000120'],
  }),

  getIdentityProviderMetadata: defineRoute({
    ...identityProviders.reading,
    method: 'GET',
    path: `${identityProviders.one}/metadata.xml`,
    summary: 'Read the SAML metadata that an identity provider trusts us by',
    description: 'Signed by the key that signs for it. E0000024 for one that does not speak SAML 2.0.',
    params: identityProviders.params,
    responses: { 200: media('application/xml') },
    errors: ['E0000019', 'E0000024'],
  }),

  listIdentityProviderSigningKeys: defineRoute({ ...keys.list, summary: 'List the signing keys for a provider' }),
  getIdentityProviderSigningKey: defineRoute({ ...keys.get, summary: 'Read a signing key for a provider' }),
  generateIdentityProviderSigningKey: defineRoute({
    ...keys.generate,
    summary: 'Make a signing key for an identity provider',
  }),
  cloneIdentityProviderSigningKey: defineRoute({
    ...keys.clone,
    summary: 'Use the same signing key for another identity provider',
    query: z.object({ targetIdpId: idSchema.meta({ description: 'Identifier of the other provider' }) }),
  }),
  listIdentityProviderCsrs: defineRoute({
    ...keys.listRequests,
    summary: 'List the certificate requests for a provider',
  }),
  createIdentityProviderCsr: defineRoute({ ...keys.request, summary: 'Make a certificate request for a provider' }),
  getIdentityProviderCsr: defineRoute({ ...keys.getRequest, summary: 'Read a certificate request for a provider' }),
  deleteIdentityProviderCsr: defineRoute({
    ...keys.removeRequest,
    summary: 'Delete a certificate request for a provider',
  }),
  publishIdentityProviderCsr: defineRoute({
    ...keys.publish,
    summary: 'Make the certificate of a request a signing key for its provider',
  }),
}
