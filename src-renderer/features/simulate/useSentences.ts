import { watchEffect } from 'vue'
import type { EntityKind } from '../../app/places.ts'
import { useNamesStore } from '../../stores/names.ts'
import { THIS_SERVICE, type SignIn } from './context.ts'
import { sentenceOf } from './sentence.ts'

/** The ids that a sentence names, by kind. */
const NAMED: readonly (readonly [EntityKind, (signIn: SignIn) => readonly (string | null)[]])[] = [
  ['user', ({ user }) => [user]],
  ['group', ({ groups }) => groups],
  ['app', ({ app, client }) => [app, client]],
  ['zone', ({ zones }) => zones],
  ['deviceAssurance', ({ assurance }) => [assurance]],
  ['idp', ({ idp }) => [idp === THIS_SERVICE ? null : idp]],
  ['behavior', ({ behaviors }) => behaviors ?? []],
  ['authServer', ({ server }) => [server]],
]

/** Tells sign-ins as sentences, with names that are asked for as soon as a sign-in is among `signIns`. */
export function useSentences(signIns: () => readonly SignIn[]) {
  const names = useNamesStore()
  watchEffect(() => {
    const all = signIns()
    for (const [kind, idsOf] of NAMED)
      names.want(
        kind,
        all.flatMap(idsOf).filter((id) => id !== null),
      )
  })
  return (signIn: SignIn) => sentenceOf(signIn, names.nameOf)
}
