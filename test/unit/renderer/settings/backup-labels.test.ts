import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { restoreCommand } from '#ui/features/settings/backups/backup-labels.ts'
import { isMissing } from '../../../helpers/outside-programs.ts'

it.skipIf(isMissing('sh'))('the command that restores a backup names both files, whatever they are called', () => {
  const [data, from] = ["/w/Ada's org.gatehouse", '/w/$(reboot) "x".backup']
  const words = restoreCommand(data as string, from as string).replace(/^gatehouse/, `printf '%s\\n'`)
  const said = execFileSync('sh', ['-c', words], { encoding: 'utf8' })
  expect(said.trimEnd().split('\n')).toEqual(['restore', '--data', data, '--from', from])
})
