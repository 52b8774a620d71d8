import { setTimeout as wait } from 'node:timers/promises'
import type { SignIn } from './sign-ins.ts'

/**
 * Milliseconds: answers that could tell who is known here come at multiples of these alone. Each is several times what the work takes;
 * checking a password takes some tens of milliseconds, and writes after it.
 */
const OF_PASSWORD_MS = 250
const OF_PAGE_MS = 25

/** Whether a person has shown that they are somebody; until then an answer must not tell whether there is such a person. */
const isAnyone = ({ proofs, expiredPassword }: SignIn) => proofs.length === 0 && expiredPassword === null

/** What is left to wait, in milliseconds, until a multiple of a step has passed. */
export const untilNextStep = (passedMs: number, stepMs: number): number => stepMs - (passedMs % stepMs)

/**
 * Carries out what a page of a sign-in asks for, and holds the answer back while nothing is proved. WHY: who is known is looked up, judged
 * by policies and counted, who is not is not, and an imported password is compared by another hash; evening out each of these would
 * miss the next. A right password is answered at once.
 * @param hasPassword whether a password is tried
 */
export async function inPace(signIn: SignIn, hasPassword: boolean, act: () => Promise<void>): Promise<void> {
  const startMs = performance.now()
  const wasAnyone = isAnyone(signIn)
  await act()
  if (!wasAnyone || !isAnyone(signIn)) return
  // Timers count whole milliseconds, and cut the rest off.
  await wait(Math.ceil(untilNextStep(performance.now() - startMs, hasPassword ? OF_PASSWORD_MS : OF_PAGE_MS)))
}
