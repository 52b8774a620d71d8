import type { RotationStep, SecretRotation } from '#contract/apps/secret-rotation.ts'

/** What the steps of a rotation are called on buttons and in questions. */
export const STEP_LABELS: Readonly<Record<RotationStep, string>> = {
  begin: 'Add a second secret',
  finish: 'Deactivate the former secret',
  remove: 'Delete the former secret',
  cancel: 'Deactivate the new secret',
  restore: 'Activate the former secret again',
}

/** The way from one secret to the next, as people go it. */
export const STAGES = [
  'Add a second secret',
  'Give it to every client',
  'Deactivate the former secret',
  'Delete it',
] as const

/** The stage that a rotation is at, from 0. */
export function stageOf({ state, next }: SecretRotation): number {
  if (state === 'OVERLAP') return next === 'finish' ? 2 : 1
  return state === 'RETIRED' ? 3 : 0
}
