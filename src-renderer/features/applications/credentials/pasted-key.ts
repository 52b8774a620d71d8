import { clientKeyWriteSchema, type ClientKeyWrite } from '#contract/apps/client-key.ts'
import { toCauses } from '#contract/interface/schema-causes.ts'

/** What a pasted text is: a key that can be sent, or what is wrong with it; neither where it is empty. */
interface PastedKey {
  key?: ClientKeyWrite
  problem?: string
}

/** Reads a JSON web key as it is typed or pasted. */
export function readPastedKey(text: string): PastedKey {
  if (text.trim() === '') return {}
  const given = parsed(text)
  if (given === undefined) return { problem: 'This is not JSON yet.' }
  const result = clientKeyWriteSchema.safeParse(given)
  if (result.success) return { key: result.data }
  return {
    problem: toCauses(result.error, 'body')
      .map(({ errorSummary }) => errorSummary)
      .join('; '),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
