import { once } from 'node:events'
import { join } from 'node:path'
import type { LongestBlock } from './event-loop-monitor.ts'
import type { Started } from './program.ts'

/** What a program has to load before it begins, so that its blocks can be measured. */
export const MONITOR = join(import.meta.dirname, 'event-loop-monitor.ts')

/** The longest time that the program could do nothing else, while something was asked of it. */
export async function longestBlock({ child }: Started, work: () => Promise<unknown>): Promise<LongestBlock> {
  const answer = async () => {
    child.send('read')
    const [value] = (await once(child, 'message')) as [LongestBlock]
    return value
  }
  await answer()
  await work()
  return answer()
}
