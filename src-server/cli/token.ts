import { nameOfLength } from '#contract/interface/fields.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { createToken, listTokens, revokeToken } from '#operations/tokens/api-tokens.ts'
import { newTokenValue } from '#operations/tokens/token-value.ts'
import type { Service } from '#operations/service/service.ts'
import { provideOwner } from '#operations/workspace/owner.ts'
import { withClosedWorkspace } from './closed-workspace.ts'
import { say, UsageError, type Command } from './command.ts'
import { readSubcommand, type Subcommand } from './subcommands.ts'

const USAGE = `Usage: gatehouse token create --data FILE --name TEXT
       gatehouse token list --data FILE
       gatehouse token revoke --data FILE --id ID

Creates, lists and revokes API tokens of a closed workspace. A new token has the
rights of the owner, is printed once, and expires 30 days after its last use.

  --data FILE       the workspace file
  --name TEXT       what the token is for
  --id ID           the id of the token, as printed by list`

const OPTIONS = { data: { type: 'string' }, name: { type: 'string' }, id: { type: 'string' } } as const

type Values = Partial<Record<keyof typeof OPTIONS, string>>

async function create(service: Service, { name }: Values): Promise<void> {
  const given = nameOfLength(255).safeParse(name)
  if (!given.success) throw new UsageError('token create takes --name with 1 to 255 characters in one line.')
  const context = systemContext()
  const value = newTokenValue()
  const userId = await provideOwner(service)
  await service.write(context, (tx) => createToken(tx, { value, name: given.data, userId }))
  say(value)
}

async function list(service: Service): Promise<void> {
  for (const { id, name, lastUsed, expiresAt } of await listTokens(service.reader))
    say([id, `ends ${expiresAt}`, lastUsed ? `used ${lastUsed.time}` : 'never used', name].join('\t'))
}

async function revoke(service: Service, { id = '' }: Values): Promise<void> {
  await service.write(systemContext(), (tx) => revokeToken(tx, id))
  say(`${id} is revoked.`)
}

interface Step extends Subcommand<keyof typeof OPTIONS> {
  run: (service: Service, values: Values) => Promise<void>
}

const STEPS: Readonly<Record<string, Step>> = {
  create: { run: create, needs: ['name'] },
  list: { run: list },
  revoke: { run: revoke, needs: ['id'] },
}

/** Creates, lists and revokes API tokens. */
export const token: Command = {
  usage: USAGE,
  async run(args) {
    const { step, data, values } = readSubcommand(args, { command: 'token', options: OPTIONS, steps: STEPS })
    return withClosedWorkspace(data, 'Use the page API tokens there.', async (service) => {
      await step.run(service, values)
      return 0
    })
  },
}
