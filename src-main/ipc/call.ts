import { APP_ORIGIN, CHANNELS } from './channels.ts'
import type { Channel } from './channels.ts'
import { contract } from './contract.ts'
import type { CallError, Input, Output, Reply } from './contract.ts'

/** An error whose message may be shown; every other has a general message and goes to the log. */
export class UserFacingError extends Error {
  override readonly name = 'UserFacingError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** One function per channel. */
export type Handlers = { [C in Channel]: (input: Input<C>) => Output<C> | Promise<Output<C>> }

/** Who speaks, as the main process sees it; never as the message says it. */
export interface Sender {
  ownWindow: boolean
  mainFrame: boolean
  /** Of the frame at the moment of the call; null when the frame is gone. */
  origin: string | null
}

/** Whether a message comes from our page in our window, and not from a frame inside it or after it was navigated away. */
export function isTrusted(sender: Sender): boolean {
  return sender.ownWindow && sender.mainFrame && sender.origin === APP_ORIGIN
}

const refused: CallError = { code: 'FORBIDDEN', message: 'This page may not ask the program for that.' }
const malformed: CallError = { code: 'INVALID_INPUT', message: 'The program did not understand the request.' }
const failed: CallError = { code: 'INTERNAL', message: 'The program could not do this; its log says more.' }

/**
 * Answers one call: checks the sender, parses the input, runs the handler, parses the output. It never throws, and what
 * went wrong inside goes to `report`, not to the page.
 */
export async function answer(
  handlers: Handlers,
  channel: string,
  sender: Sender,
  input: unknown,
  report: (error: unknown) => void,
): Promise<Reply<unknown>> {
  if (!isTrusted(sender) || !isChannel(channel)) return { ok: false, error: refused }
  const { input: takes, output: gives } = contract[channel]
  const parsed = takes.safeParse(input)
  if (!parsed.success) return { ok: false, error: malformed }
  try {
    // Channel and input belong together by the parse above; TypeScript cannot follow that through a union.
    const handler = handlers[channel] as (input: unknown) => unknown
    return { ok: true, value: gives.parse(await handler(parsed.data)) }
  } catch (error) {
    if (error instanceof UserFacingError) return { ok: false, error: { code: error.code, message: error.message } }
    report(error)
    return { ok: false, error: failed }
  }
}

function isChannel(channel: string): channel is Channel {
  return (CHANNELS as readonly string[]).includes(channel)
}
