import type { BrowserWindow } from 'electron'
import type { EndOf, UnsavedChoice, WorkChoice } from '../lifecycle/leave.ts'
import { ask } from './ask.ts'

/** @param what such as `the rule` */
export function askAboutUnsaved(window: BrowserWindow | null, what: string): Promise<UnsavedChoice> {
  return ask<UnsavedChoice>(
    window,
    { message: `Save your changes to ${what}?`, detail: 'Changes that are not saved are lost.' },
    [
      ['Save', 'save'],
      ['Discard', 'discard'],
      ['Cancel', 'cancel'],
    ],
  )
}

/** @param work such as `an export of the audit log`, at least one */
export function askAboutWork(window: BrowserWindow | null, work: readonly string[], end: EndOf): Promise<WorkChoice> {
  const [first = '', ...others] = work
  const running = others.length
    ? `${work.length} tasks are running.`
    : `${first.replace(/^./, (a) => a.toUpperCase())} is running.`
  return ask<WorkChoice>(
    window,
    {
      message: running,
      detail: 'Unfinished tasks are interrupted when the workspace closes, and must be started again.',
    },
    [
      ['Wait', 'wait'],
      [end === 'program' ? 'Quit anyway' : 'Close it anyway', 'leave'],
      ['Cancel', 'cancel'],
    ],
  )
}
