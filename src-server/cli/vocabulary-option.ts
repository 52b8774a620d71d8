import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { OWN_VOCABULARY, vocabularySchema, type Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import { SHIPPED_VOCABULARIES } from '#vocabulary/shipped.ts'
import { UsageError } from './command.ts'

/** The vocabulary that an option names: one that comes with the program, or a file; null for our own words. @throws UsageError */
export async function readVocabulary(nameOrFile: string): Promise<Vocabulary | null> {
  if (nameOrFile === OWN_VOCABULARY) return null
  if (Object.hasOwn(SHIPPED_VOCABULARIES, nameOrFile)) return SHIPPED_VOCABULARIES[nameOrFile] ?? null
  const names = [OWN_VOCABULARY, ...Object.keys(SHIPPED_VOCABULARIES)].join(', ')
  const text = await readFile(nameOrFile, 'utf8').catch(() => {
    throw new UsageError(`--vocabulary takes ${names} or a file; there is no file ${nameOrFile}.`)
  })
  const read = vocabularySchema.safeParse(parsed(text, nameOrFile))
  if (!read.success) throw new UsageError(`${nameOrFile} is no vocabulary:\n${z.prettifyError(read.error)}`)
  return read.data
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${file} is not JSON.`)
  }
}
