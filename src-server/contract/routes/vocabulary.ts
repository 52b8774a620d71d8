import { z } from 'zod'
import { defineRoute } from '../interface/route.ts'
import { vocabularySchema } from '../vocabulary/vocabulary.ts'

const PATH = '/gatehouse/v1/vocabulary'

const vocabularySettingSchema = z
  .object({ vocabulary: vocabularySchema.nullable().meta({ description: 'Null while clients speak our own words' }) })
  .meta({ id: 'VocabularySetting' })

const vocabularyViewSchema = z
  .object({
    vocabulary: vocabularySchema.nullable(),
    shipped: z.array(vocabularySchema).meta({ description: 'Those that come with the program' }),
  })
  .meta({ id: 'VocabularyView' })

/** The words that clients of the interface speak with a workspace. */
export const vocabularyRoutes = {
  getVocabulary: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.read',
    method: 'GET',
    path: PATH,
    summary: 'Read which words clients speak with this workspace',
    responses: { 200: vocabularyViewSchema },
  }),
  replaceVocabulary: defineRoute({
    tag: 'Gatehouse',
    scope: 'svc.orgs.manage',
    method: 'PUT',
    path: PATH,
    summary: 'Change which words clients speak with this workspace',
    description:
      'From the next request on, words of the interface are those of the vocabulary, in paths, headers, bodies and this document. What is stored stays as it is. A request with `Prefer: vocabulary=svc` speaks our own words.',
    body: vocabularySettingSchema,
    responses: { 200: vocabularyViewSchema },
  }),
}
