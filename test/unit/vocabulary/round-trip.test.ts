import { describe, expect, it } from 'vitest'
import { isMedia } from '#contract/interface/content-types.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import { vocabularySchema } from '#contract/vocabulary/vocabulary.ts'
import { BrandWords } from '#contract/vocabulary/brand-words.ts'
import { problemOf } from '#vocabulary/check-vocabulary.ts'
import { wordsOfContract } from '#vocabulary/edge.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { dictionariesOf } from '#vocabulary/texts.ts'
import { Translator } from '#vocabulary/translator.ts'
import { SOUND_BODIES } from '../../helpers/sound-bodies.ts'

const VOCABULARIES = [
  ...Object.values(SHIPPED_VOCABULARIES),
  vocabularySchema.parse({ name: 'Acme', brand: 'acme' }),
  // A brand that is the beginning of other words.
  vocabularySchema.parse({ name: 'S', brand: 's', words: { ALLOW: 'PERMIT' } }),
]

describe.each(VOCABULARIES.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
  'the vocabulary %s',
  (_, vocabulary) => {
    const dictionaries = dictionariesOf(vocabulary, new BrandWords(vocabulary), wordsOfContract())
    const [inwards, outwards] = [new Translator(dictionaries.in), new Translator(dictionaries.out)]

    it('can tell all words of the contract apart', () => {
      expect(problemOf(vocabulary)).toBeNull()
    })

    it('takes every sound body there and back as it was', () => {
      let changed = 0
      for (const { id, route } of ROUTE_LIST) {
        const { body: schema } = route
        if (!schema) continue
        for (const body of SOUND_BODIES[id] ?? []) {
          const outer = outwards.translate(schema, body).value
          const { value, wrong } = inwards.translate(schema, outer)
          expect([value, wrong], id).toEqual([body, []])
          if (JSON.stringify(outer) !== JSON.stringify(body)) changed += 1
        }
      }
      expect(changed).toBeGreaterThan(5)
    })

    it('has a word of its own for each of the contract that holds the brand', () => {
      const brand = new BrandWords(vocabulary)
      const kept = [...wordsOfContract().all].filter((word) => /svc/i.test(word) && brand.outer(word) === word)
      expect(kept).toEqual([])
    })
  },
)

it('walks nothing of a schema without words of the vocabulary', () => {
  const [vocabulary] = VOCABULARIES
  if (!vocabulary) throw new Error('there is no vocabulary')
  const translator = new Translator(dictionariesOf(vocabulary, new BrandWords(vocabulary), wordsOfContract()).out)
  const untouched = ROUTE_LIST.filter(({ route }) =>
    Object.values(route.responses).every((definition) => {
      const schema = isMedia(definition) ? definition.json : definition
      return !schema || !translator.touches(schema)
    }),
  )
  expect(untouched.map(({ id }) => id)).toContain('listBehaviors')
})
