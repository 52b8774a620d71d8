import { watchEffect } from 'vue'
import type { EntityKind } from '#ui/domain/kinds.ts'
import { useNamesStore } from '#ui/stores/names.ts'
import { THIS_SERVICE, type SignIn } from '#ui/domain/sign-in.ts'
import { sentenceOf } from './sentence.ts'

/** The ids in a sentence, by kind. */
const NAMED: readonly (readonly [EntityKind, (signIn: SignIn) => readonly (string | null)[]])[] = [
  ['user', ({ user }) => [user]],
  ['group', ({ groups }) => groups],
  ['app', ({ app, client }) => [app, client]],
  ['zone', ({ zones }) => zones],
  ['deviceAssurance', ({ assurance }) => [assurance]],
  ['identityProvider', ({ idp }) => [idp === THIS_SERVICE ? null : idp]],
  ['behavior', ({ behaviors }) => behaviors ?? []],
  ['authorizationServer', ({ server }) => [server]],
]

/** Formats sign-ins as sentences; the names of all `signIns` are loaded. */
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
