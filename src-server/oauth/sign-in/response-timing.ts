import { setTimeout as wait } from 'node:timers/promises'
import type { SignIn } from './sign-ins.ts'

/**
 * Milliseconds: answers that could reveal who exists here come only at multiples of these. Each is several times what the work takes;
 * checking a password takes some tens of milliseconds, and writes after it.
 */
const OF_PASSWORD_MS = 250
const OF_PAGE_MS = 25

/** Whether a person has proved anything; until then an answer must not reveal whether the person exists. */
const isAnyone = ({ proofs, expiredPassword }: SignIn) => proofs.length === 0 && expiredPassword === null

/** Milliseconds left until a multiple of a step has passed. */
export const untilNextStep = (passedMs: number, stepMs: number): number => stepMs - (passedMs % stepMs)

/**
 * Carries out the action of a page, and delays the answer while nothing is proved. WHY: a known person is looked up, judged
 * by policies and counted, an unknown one is not, and an imported password has another hash; evening out each of these would
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
