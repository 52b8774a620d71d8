import { ALL_RIGHTS, visibleTo } from '#audit-log/rights.ts'
import type { Reader } from '#audit-log/transaction.ts'

/** A reader's view of the rights of somebody who may see everything, for use cases that read by other means. */
export const SEES_ALL: Pick<Reader, 'rights' | 'visible'> = {
  rights: ALL_RIGHTS,
  visible: (_, kind) => visibleTo(ALL_RIGHTS, kind),
}
