import { watchEffect } from 'vue'
import type { InvariantWrite } from '#contract/gatehouse/invariant.ts'
import { invariantSentence } from '#policy/index.ts'
import { useNamesStore } from '#ui/stores/names.ts'

type Said = Pick<InvariantWrite, 'scope' | 'app' | 'claim'>

/** An invariant as a sentence while it is written; the names in it are loaded. */
export function useInvariantSentence(said: () => Said) {
  const names = useNamesStore()
  watchEffect(() => {
    const { scope, app } = said()
    const { groups, users } = scope.people ?? {}
    const of = (lists: { include?: readonly string[]; exclude?: readonly string[] } | undefined) => [
      ...(lists?.include ?? []),
      ...(lists?.exclude ?? []),
    ]
    names.want('group', of(groups))
    names.want('user', of(users))
    names.want('zone', of(scope.network))
    names.want(
      'app',
      [...(app?.include ?? []), ...(app?.exclude ?? [])].flatMap((entry) => (entry.type === 'APP' ? [entry.id] : [])),
    )
  })
  return () => invariantSentence(said(), (id) => names.nameOf(id) ?? '…')
}
