import { useMessage } from 'naive-ui'

async function writeClipboard(text: string): Promise<void> {
  if (window.isSecureContext && navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (!done) throw new Error('the browser refused')
}

/** Copies text and says so; `what` names it in the message ("Id copied"). */
export function useCopy() {
  const message = useMessage()
  return async (text: string, what = 'Text'): Promise<boolean> => {
    try {
      await writeClipboard(text)
      message.success(`${what} copied`)
      return true
    } catch {
      message.error(`${what} could not be copied: the browser does not allow it here`)
      return false
    }
  }
}
