import { LIMITS } from '#contract/interface/limits.ts'

/** Longest name of a policy test, in characters. */
export const NAME_LENGTH = LIMITS.nameLength

/** A name for the test of a sign-in, from the sentence that says it. */
export const nameFrom = (sentence: string): string => sentence.replace(/\.$/, '').slice(0, NAME_LENGTH)
