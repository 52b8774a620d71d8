import { z } from 'zod'
import { media } from '../interface/content-types.ts'
import { defineRoute } from '../interface/route.ts'

/** The pictures that `logo` links lead to (spec/5 §3, §8.2). Public: they say nothing about the workspace. */
export const logoRoutes = {
  getLogo: defineRoute({
    tag: 'Documentation',
    auth: 'public',
    hidden: true,
    method: 'GET',
    path: '/img/logos/{file}',
    summary: 'Read the picture of what has none of its own',
    params: z.object({ file: z.string() }),
    responses: { 200: media('image/png') },
  }),
}
