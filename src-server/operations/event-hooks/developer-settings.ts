import type { DeveloperSettings } from '../../contract/event-hook.ts'
import type { Act, Service } from '../service.ts'
import { readSetting, writeSetting } from '../settings.ts'

/** Everything is off until somebody switches it on. */
export async function readDeveloperSettings({ store }: Service): Promise<DeveloperSettings> {
  return (await readSetting(store.read, 'developer')) ?? { allowLocalHooks: false }
}

export function writeDeveloperSettings(service: Service, act: Act, settings: DeveloperSettings): Promise<void> {
  return service.write(act, ({ statements }) => writeSetting(statements, 'developer', settings), { changes: [] })
}
