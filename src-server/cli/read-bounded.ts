import { createReadStream } from 'node:fs'
import { UsageError } from './command.ts'

/**
 * The text of a file that an option names, of which no more is read than it may have; `-` is standard input. WHY as a stream: what is no file, such as
 * a pipe or a device, says no size, and may have no end.
 * @throws UsageError where there is none, or it is longer; it has nothing of what is in it
 */
export async function readBounded(file: string, mostBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  const tooLong = new UsageError(`${sourceName(file)} is too long: it may have ${mostBytes} bytes.`)
  try {
    for await (const chunk of streamOf(file)) {
      const bytes = Buffer.from(chunk)
      if ((length += bytes.length) > mostBytes) throw tooLong
      chunks.push(bytes)
    }
  } catch (error) {
    if (error === tooLong) throw error
    throw new UsageError(file === '-' ? 'The standard input cannot be read.' : `There is no file ${file}.`)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** What a file is called in a sentence. */
export const sourceName = (file: string): string => (file === '-' ? 'The standard input' : file)

const streamOf = (file: string): AsyncIterable<Buffer | string> =>
  file === '-' ? process.stdin : createReadStream(file)
