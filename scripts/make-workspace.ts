import { remark, say } from '#cli/command.ts'
import { makeWorkspace } from '../test/helpers/large-workspace/command.ts'

process.exitCode = await makeWorkspace(process.argv.slice(2), { say, remark })
