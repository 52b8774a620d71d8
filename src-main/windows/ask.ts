import { dialog } from 'electron'
import type { BrowserWindow, MessageBoxOptions } from 'electron'

/** A question with one answer per button; closing it is the last answer. */
export async function ask<Answer>(
  window: BrowserWindow | null,
  options: Pick<MessageBoxOptions, 'type' | 'message' | 'detail'>,
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
