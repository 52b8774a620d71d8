import { expect, it } from 'vitest'
import { Connection } from '#db/connection.ts'
import { loadDriver } from '#db/driver.ts'
import { sql } from '#db/filter-sql-fragment.ts'
import { aFolder } from '../../helpers/server.ts'

it('a number is compared as what it is, at the ends of what SQLite holds as an integer too', async () => {
  const driver = await loadDriver()
  const connection = await Connection.open(
    driver,
    `${await aFolder()}/numbers.sqlite`,
    driver.OPEN_READWRITE | driver.OPEN_CREATE,
    '',
  )
  const numbers = [0, -1, 0.5, 2 ** 53, 2 ** 63, -(2 ** 63), 2 ** 63 - 1_024, 2 ** 64, 1e300, Number.MAX_SAFE_INTEGER]
  for (const number of numbers) {
    const { text, params } = sql`SELECT ${number} = CAST(${String(number)} AS REAL) AS isSame`
    expect(await connection.all(text, params), String(number)).toEqual([{ isSame: 1 }])
  }
  await connection.close()
})
