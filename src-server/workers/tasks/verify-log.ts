import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

/** Verifies the log on a connection of its own, as the command line does. */
export const verifyLog: Task<Tasks['verifyLog']> = ({ sealRecord }, { file, driver, signal, onProgress }) =>
  verifyLogFile(file, { sealRecord, driver, signal, onProgress })
