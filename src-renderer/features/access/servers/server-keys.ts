import { Check, Clock, History } from '@lucide/vue'
import type { AuthorizationServer } from '#contract/access/authorization-server.ts'
import type { ServerKeyStatus } from '#contract/access/server-key.ts'
import type { StatusMeta } from '#ui/domain/status-labels.ts'

/** What a key of an authorization server does, in words, and what that means. */
export const KEY_META: Readonly<Record<ServerKeyStatus, StatusMeta & { means: string }>> = {
  ACTIVE: { word: 'Signs now', tone: 'success', icon: Check, means: 'New tokens are signed with it.' },
  NEXT: {
    ...{ word: 'Signs next', tone: 'accent', icon: Clock },
    means: 'Published already, so that services know it before it signs.',
  },
  EXPIRED: {
    ...{ word: 'Still verifies', tone: 'neutral', icon: History },
    means: 'Tokens that it signed are verified until the next rotation.',
  },
}

type Signing = AuthorizationServer['credentials']['signing']

/** How the next key comes to sign: at its time, as soon as keys are needed, or once somebody asks for it. */
export function rotationState({ nextRotation }: Pick<Signing, 'nextRotation'>, nowMs: number) {
  if (nextRotation === undefined) return 'waits'
  return Date.parse(nextRotation) <= nowMs ? 'due' : 'timed'
}
