import { vi } from 'vitest'

/** What a command prints. */
export async function printed(command: () => Promise<unknown>): Promise<string> {
  let text = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  await command().finally(() => write.mockRestore())
  return text
}
