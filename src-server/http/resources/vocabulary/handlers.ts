import type { vocabularyRoutes } from '#contract/routes/vocabulary.ts'
import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import { speak, writeVocabulary } from '#operations/vocabulary/vocabulary-setting.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import type { HandlerTable } from '../../handler-table.ts'

const viewOf = (vocabulary: Vocabulary | null) => ({
  body: { vocabulary, shipped: Object.values(SHIPPED_VOCABULARIES) },
})

export const vocabularyHandlers: HandlerTable<typeof vocabularyRoutes> = {
  getVocabulary: async ({ service }) => viewOf(service.vocabulary.current),

  replaceVocabulary: async ({ service, write, body: { vocabulary } }) => {
    await write((tx) => writeVocabulary(tx, vocabulary))
    // The next request may come before the setting is read again.
    speak(service, vocabulary)
    return viewOf(vocabulary)
  },
}
