import okta from '../../resources/vocabularies/okta.json' with { type: 'json' }
import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'

/** The vocabularies that come with the program, beside our own, by name. */
export const SHIPPED_VOCABULARIES: Readonly<Record<string, Vocabulary>> = { okta }
