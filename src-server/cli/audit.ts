import { accept } from './accept.ts'
import { UsageError, type Command } from './command.ts'
import { exportLog } from './export.ts'
import { importLog } from './import.ts'
import { verify } from './verify.ts'

/** What can be done with the audit log of a workspace. */
const SUBCOMMANDS: Readonly<Record<string, Command>> = { verify, export: exportLog, import: importLog, accept }

/** Commands about the audit log, by the word after `audit`. */
export const audit: Command = {
  usage: Object.values(SUBCOMMANDS)
    .map(({ usage }) => usage)
    .join('\n\n'),
  async run([name = '', ...args]) {
    const command = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined
    if (!command)
      throw new UsageError(`audit takes ${Object.keys(SUBCOMMANDS).join(' or ')}${name && `, not ${name}`}.`)
    return command.run(args)
  },
}
