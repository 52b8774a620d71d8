import type { Consequences } from '#audit-log/transaction.ts'
import { leaveApps } from '../apps/assign-groups.ts'
import { removeImport } from '../audit/transfer/remove-import.ts'
import { cancelApplication } from '../connections/applications.ts'
import { cancelGroupRules } from '../directory/group-rules/cancel.ts'
import { cancelDirectoryJob } from '../directory/transfer/imports.ts'
import type { JobInputs } from '../jobs/job-inputs.ts'
import { requestCancel } from '../jobs/queue-job.ts'
import { joinDefaultEnrollment } from '../policies/default-enrollment.ts'
import { keepCaller, keepSuperAdministrator } from '../roles/super-administrators.ts'
import { clearSessionsOf, endAccessByStatus } from '../sign-in/sessions.ts'
import { removeAuthenticators } from '../sign-in/user-authenticators.ts'

/** What follows in upper areas; the order is that of the writes and of their events. */
export const CONSEQUENCES: Consequences = {
  groupLeaving: [(tx, { id }) => keepSuperAdministrator(tx, { assigneeId: id })],
  groupDeleted: [leaveApps],
  userDeleted: [(tx, { id }) => clearSessionsOf(tx, id)],
  userBarred: [(tx, { id }) => keepSuperAdministrator(tx, { userId: id }), keepCaller],
  membersLeaving: [(tx, memberships) => keepSuperAdministrator(tx, { memberships })],
  userStatusChanged: [endAccessByStatus],
  userFactorsReset: [(tx, { id }) => removeAuthenticators(tx, id)],
  policyResourceActivated: [joinDefaultEnrollment],
  jobCancelled: {
    logImport: removeImport,
    directoryCheck: cancelDirectoryJob,
    directoryImport: cancelDirectoryJob,
    syncApply: (tx, _, job) => cancelApplication(tx, job),
    groupRules: async (tx, _, job) => {
      await cancelGroupRules(tx, job.input as JobInputs['groupRules'])
      await requestCancel(tx, job)
    },
  },
}
