import { z } from 'zod'
import { media } from '../interface/content-types.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'

/** What pictures may be uploaded. */
export const PICTURES = ['image/png', 'image/jpeg', 'image/gif'] as const

/**
 * The pictures that `logo` links lead to (spec/5 §3, §8.2), and those of applications. Public: those that are drawn say nothing about
 * the workspace, and the address of one that was uploaded cannot be guessed.
 */
export const logoRoutes = {
  getLogo: defineRoute({
    tag: 'Documentation',
    auth: 'public',
    hidden: true,
    method: 'GET',
    path: '/img/logos/{file}',
    summary: 'Read the default logo',
    params: z.object({ file: z.string() }),
    responses: { 200: media('image/png') },
  }),
  uploadAppLogo: defineRoute({
    tag: 'Applications',
    scope: 'svc.apps.manage',
    method: 'POST',
    path: '/api/v1/apps/{appId}/logo',
    summary: 'Upload the logo of an application',
    description:
      'A PNG, JPG or GIF under 1 MB. `Location` and the link `logo` of the application say where it is served.',
    params: z.object({ appId: idSchema }),
    consumes: 'multipart/form-data',
    maxBytes: LIMITS.formBytes,
    responses: { 201: null },
  }),
  getAppLogo: defineRoute({
    tag: 'Applications',
    auth: 'public',
    hidden: true,
    method: 'GET',
    path: '/img/apps/{logoId}',
    summary: 'Read the logo of an application',
    params: z.object({ logoId: idSchema }),
    responses: { 200: media(...PICTURES) },
  }),
}
