import { dialog } from 'electron'
import type { BrowserWindow, MessageBoxOptions } from 'electron'
import type { UnsavedChoice } from '../lifecycle/leave.ts'

/** A question with one answer per button; closing it is the last answer. */
async function ask<Answer>(
  window: BrowserWindow | null,
  options: Pick<MessageBoxOptions, 'message' | 'detail'>,
  answers: readonly (readonly [label: string, answer: Answer])[],
): Promise<Answer> {
  const asked: MessageBoxOptions = {
    type: 'question',
    title: 'Gatehouse',
    ...options,
    buttons: answers.map(([label]) => label),
    defaultId: 0,
    cancelId: answers.length - 1,
    noLink: true,
  }
  const { response } = await (window ? dialog.showMessageBox(window, asked) : dialog.showMessageBox(asked))
  return (answers[response] ?? (answers.at(-1) as readonly [string, Answer]))[1]
}

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
