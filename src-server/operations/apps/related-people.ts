import { HR_SYSTEMS } from '#contract/apps/catalogue/catalogue.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { RelatedAsked } from '#expression/index.ts'
import { colleagueOf, type ColleagueRole } from '../directory/colleagues.ts'
import { toPerson } from '../directory/person.ts'
import { appProfileRules } from '../directory/profile-rules.ts'
import { visibleAppsNamed } from './related-people.sql.ts'
import { appUserView, heldBy, type Held } from './held.ts'
import type { Related, RelatedByPerson } from './related.ts'
import { userNamesIn } from './user-name.ts'

/** The most applications that one look-up asks for. Ours: an expression names one or two. */
const MOST_APPS = 20

type Profile = NonNullable<NonNullable<Related['appProfiles']>[string]>

const isFromDirectory = ({ providerType }: UserRecord) =>
  providerType === 'DIRECTORY_SERVICE' || providerType === 'LDAP'

/** What expressions can read of a colleague. */
type Colleague = NonNullable<Related['manager']>

/**
 * Looks up what expressions ask of others than the person. Only what is asked is read, each colleague once, and of colleagues not who
 * stands by them in turn.
 */
class Lookup {
  readonly #reader: Reader
  readonly #asked: RelatedAsked
  readonly #colleagues = new Map<string, Colleague>()
  #apps: Promise<AppRecord[]> | undefined
  #hrSystems: Promise<AppRecord[]> | undefined

  constructor(reader: Reader, asked: RelatedAsked) {
    this.#reader = reader
    this.#asked = asked
  }

  async of(user: UserRecord): Promise<Related> {
    const { manager, assistant, sources } = this.#asked
    return {
      ...(manager && { manager: await this.#colleague(user, 'manager') }),
      ...(assistant && { assistant: await this.#colleague(user, 'assistant') }),
      ...(sources && { sources: { directory: this.#directoryProfiles(user), hr: await this.#hrProfiles(user) } }),
    }
  }

  async #colleague(user: UserRecord, role: ColleagueRole): Promise<Colleague | null> {
    const found = await colleagueOf(this.#reader, user, role)
    if (!found) return null
    const known = this.#colleagues.get(found.id)
    if (known) return known
    const colleague = { ...toPerson(found, []).user, appProfiles: await this.#appProfiles(found) }
    this.#colleagues.set(found.id, colleague)
    return colleague
  }

  /** By what was asked for; of several applications of one name the first that they have. */
  async #appProfiles(user: UserRecord): Promise<Record<string, Profile | null>> {
    this.#apps ??= visibleAppsNamed(this.#reader, this.#asked.apps, MOST_APPS)
    const apps = await this.#apps
    const profiles = new Map<string, Profile | null>(this.#asked.apps.map((name) => [name, null]))
    for (const app of apps) {
      const profile = await this.#profileIn(app, user)
      for (const name of [app.id, app.name]) if (profile && profiles.get(name) === null) profiles.set(name, profile)
    }
    return Object.fromEntries(profiles)
  }

  /** A person who signs in by a directory is from it: their profile is what it says of them. */
  #directoryProfiles(user: UserRecord): Profile[] {
    return isFromDirectory(user) ? [{ ...user.profile, userName: user.login }] : []
  }

  async #hrProfiles(user: UserRecord): Promise<Profile[]> {
    this.#hrSystems ??= visibleAppsNamed(this.#reader, HR_SYSTEMS, MOST_APPS)
    const profiles = []
    for (const app of await this.#hrSystems) profiles.push(await this.#profileIn(app, user))
    return profiles.filter((profile) => profile !== null)
  }

  /** Null where the application is not theirs. Their name in it is made without looking further. */
  async #profileIn(app: AppRecord, user: UserRecord): Promise<Profile | null> {
    const [held] = (await heldBy(this.#reader, app.id, [user])) as [Held]
    const rules = { ...(await appProfileRules(this.#reader, app)), app, nameOf: userNamesIn(app) }
    const view = appUserView(rules, user, held)
    return view ? { ...view.profile, userName: view.userName } : null
  }
}

/** What expressions ask of others than the people themselves, by person; without entries where they ask nothing. */
export async function relatedTo(
  reader: Reader,
  asked: RelatedAsked,
  people: readonly UserRecord[],
): Promise<RelatedByPerson> {
  const related = new Map<string, Related>()
  if (!asked.manager && !asked.assistant && !asked.sources) return related
  const lookup = new Lookup(reader, asked)
  for (const user of people) related.set(user.id, await lookup.of(user))
  return related
}
