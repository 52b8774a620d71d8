import { existsSync } from 'node:fs'
import { OWN_VOCABULARY, vocabularySchema, type Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { UsageError } from './command.ts'
import { readJsonFile } from './json-option.ts'

/** The vocabulary that an option names: one that comes with the program, or a file; null for our own words. @throws UsageError */
export async function readVocabulary(nameOrFile: string): Promise<Vocabulary | null> {
  if (nameOrFile === OWN_VOCABULARY) return null
  if (Object.hasOwn(SHIPPED_VOCABULARIES, nameOrFile)) return SHIPPED_VOCABULARIES[nameOrFile] ?? null
  const names = [OWN_VOCABULARY, ...Object.keys(SHIPPED_VOCABULARIES)].join(', ')
  if (!existsSync(nameOrFile))
    throw new UsageError(`--vocabulary takes ${names} or a file; there is no file ${nameOrFile}.`)
  return readJsonFile(nameOrFile, vocabularySchema, 'a vocabulary')
}
