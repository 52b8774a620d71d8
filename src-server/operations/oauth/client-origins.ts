import { apps } from '#db/tables/apps.ts'
import { settings } from '#db/tables/settings.ts'
import { CommitCache } from '../service/commit-cache.ts'
import type { Service } from '../service/service.ts'
import { readSetting } from '../service/settings.ts'
import { registeredAddresses } from './oauth.sql.ts'

/**
 * The sites whose pages may ask for tokens: those to which an active client may be answered, while people can sign in here. From memory
 * until a commit changes an application.
 */
export class ClientOrigins {
  readonly #origins: CommitCache<ReadonlySet<string>>

  constructor(service: Pick<Service, 'reader' | 'onCommit'>) {
    const { reader } = service
    const load = async (): Promise<ReadonlySet<string>> => {
      const isOn = (await readSetting(reader, 'signIn'))?.enabled ?? false
      const addresses = isOn ? await registeredAddresses(reader) : []
      // One with a star is the name of no site.
      return new Set(addresses.flatMap((uri) => (URL.canParse(uri) && !uri.includes('*') ? [new URL(uri).origin] : [])))
    }
    this.#origins = new CommitCache(service, { max: 1, tables: [apps, settings], load })
  }

  async has(origin: string): Promise<boolean> {
    return (await this.#origins.get('')).has(origin)
  }
}
