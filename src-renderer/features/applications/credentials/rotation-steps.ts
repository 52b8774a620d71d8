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
  { key: 'begin', title: 'Add a second secret' },
  { key: 'spread', title: 'Give it to every client' },
  { key: 'finish', title: 'Deactivate the former secret' },
  { key: 'remove', title: 'Delete it' },
] as const

/** The stage that a rotation is at, from 0. */
export function stageOf({ state, next }: SecretRotation): number {
  if (state === 'OVERLAP') return next === 'finish' ? 2 : 1
  return state === 'RETIRED' ? 3 : 0
}
