import { describe, expect, it } from 'vitest'
import { complete, parse, type Completion, type Dialect } from '#expression/index.ts'
import { DIALECTS } from '#expression/types.ts'

const profile = { department: 'text', level: 'number', login: 'text' } as const

/** Completes where the `|` stands. */
function at(marked: string, dialect: Dialect = 'condition') {
  const cursor = marked.indexOf('|')
  const source = marked.slice(0, cursor) + marked.slice(cursor + 1)
  const found = complete(source, cursor, dialect, { profile })
  const options = found?.options ?? []
  const option = (label: string) => options.find((each) => each.label === label) as Completion
  /** The text with an option put in, and a `|` where the cursor then is. */
  const after = (label: string) => {
    const { insert, cursor: inside } = option(label)
    const piece = `${insert.slice(0, inside)}|${insert.slice(inside)}`
    return source.slice(0, found?.from) + piece + source.slice(found?.to)
  }
  return { found, labels: options.map(({ label }) => label), option, after }
}

describe('where a value can begin', () => {
  it('the objects of the dialect are offered, then its functions and constants', () => {
    expect(at('|').labels).toEqual([
      ...['user', 'device', 'security', 'login', 'session', 'accessRequest'],
      ...['DateTime', 'true', 'false', 'null'],
    ])
    expect(at('|', 'classic').labels).toEqual(
      expect.arrayContaining(['user', 'org', 'app', 'appuser', 'idpuser', 'session', 'String', 'isMemberOfGroup']),
    )
    expect(at('|', 'group-rule').labels).not.toContain('Convert')
    expect(at('|', 'event-filter').labels).toEqual(expect.arrayContaining(['event', 'String']))
  })

  it.each(['user.status == |', 'true && |', '(|', '!|', 'true ? |', 'true ? 1 : |', '{1, |', '1 + |', 'true and |'])(
    '%s is such a place',
    (marked) => {
      expect(at(marked).labels).toContain('user')
    },
  )

  it('nothing opens by itself before anything is typed', () => {
    expect(at('|').found?.eager).toBe(false)
    expect(at('u|').found?.eager).toBe(true)
  })

  it('two letters find whole paths', () => {
    expect(at('d|').labels).not.toContain('user.profile.department')
    expect(at('de|').labels).toContain('user.profile.department')
    expect(at('is|').labels).toContain('user.isMemberOf')
  })

  it('an object brings its dot and goes on, unless the dot is there', () => {
    expect(at('us|').after('user')).toBe('user.|')
    expect(at('us|').option('user').more).toBe(true)
    expect(at('us|er.status').after('user')).toBe('user|.status')
  })

  it('a number and a stray character offer nothing', () => {
    expect(at('12|').found).toBeNull()
    expect(at('§|').found).toBeNull()
  })
})

describe('after a dot', () => {
  it('a person has fields, a profile and methods', () => {
    expect(at('user.|').labels).toEqual([
      ...['id', 'status', 'created', 'lastUpdated', 'passwordChanged', 'lastLogin', 'profile'],
      ...['isMemberOf', 'getGroups', 'getLinkedObject', 'getInternalProperty'],
    ])
  })

  it('the profile has what the schema has, with types', () => {
    expect(at('user.profile.|').labels).toEqual(['department', 'level', 'login'])
    expect(at('user.profile.|').option('level').signature).toBe('user.profile.level: number')
    expect(at('user.|', 'classic').labels).toEqual(expect.arrayContaining(['department', 'level', 'isMemberOf']))
  })

  it.each([
    ['user.status.|', 'toUpperCase', 'withinDays'],
    ['user.created.|', 'withinDays', 'toUpperCase'],
    ['session.amr.|', 'isEmpty', 'toUpperCase'],
    ['user.profile.level.|', 'toInteger', 'contains'],
    ["'NL'.parseCountryCode().|", 'toAlpha3', 'length'],
    ['(true ? "a" : "b").|', 'substringAfter', 'size'],
    ["user.getGroups({'group.type': 'x'}).|", 'size', 'length'],
    ['{1, 2}.|', 'contains', 'replace'],
    ['true && !user.status.|', 'contains', 'size'],
    ['DateTime.now().|', 'toZone', 'size'],
  ])('%s offers %s and not %s', (marked, offered, not) => {
    const { labels } = at(marked)
    expect(labels).toContain(offered)
    expect(labels).not.toContain(not)
  })

  it('what the expression does not know the type of has every method, once', () => {
    const { labels } = at('device.profile.serialNumber.|')
    expect(labels).toEqual(expect.arrayContaining(['toUpperCase', 'size', 'withinDays']))
    expect(labels).toHaveLength(new Set(labels).size)
    expect(labels).not.toContain('isMemberOf')
  })

  it('linked people have attributes of people', () => {
    expect(at("user.getLinkedObject('manager').|").labels).toEqual(expect.arrayContaining(['status', 'profile']))
    expect(at("user.getLinkedObject('manager').profile.|").labels).toEqual(['department', 'level', 'login'])
  })

  it('the manager has attributes of people, and profiles in applications have their own', () => {
    expect(at("getManagerUser('directory_service').|", 'classic').labels).toEqual(
      expect.arrayContaining(['department', 'level', 'getInternalProperty']),
    )
    expect(at('findHrUser().|', 'classic').labels).toEqual(['userName', 'email', 'firstName', 'lastName'])
    expect(at("getManagerAppUser('|')", 'classic').labels).toEqual(['directory_service'])
  })

  it('what an access token grants are its scopes', () => {
    expect(at('access.|', 'classic').labels).toEqual(['scope'])
  })

  it('a family has its functions of the dialect', () => {
    expect(at('String.|', 'classic').labels).toContain('append')
    expect(at('String.|').labels).toEqual([])
    expect(at('Groups.|', 'group-rule').labels).toEqual([])
  })

  it('conditions alone have methods of values', () => {
    expect(at('user.firstName.|', 'classic').labels).toEqual([])
  })

  it('the word under the cursor is replaced whole', () => {
    expect(at('user.sta|tus == 1').after('created')).toBe('user.created| == 1')
  })

  it('a method brings its brackets, with the cursor where something is missing', () => {
    expect(at('user.status.|').after('toUpperCase')).toBe('user.status.toUpperCase()|')
    expect(at('user.status.|').after('contains')).toBe("user.status.contains('|')")
    expect(at('user.created.|').after('withinDays')).toBe('user.created.withinDays(|)')
    expect(at('user.|').after('isMemberOf')).toBe("user.isMemberOf({'|'})")
    expect(at('user.status.|(1)').after('contains')).toBe('user.status.contains|(1)')
  })
})

describe('in group criteria', () => {
  it('keys are offered once each, the operator only beside a name', () => {
    expect(at("user.isMemberOf({'|'})").labels).toEqual([
      ...['group.id', 'group.profile.name', 'group.type', 'group.source.id'],
    ])
    expect(at("user.isMemberOf({'group.profile.name': 'x', '|'})").labels).toEqual([
      ...['group.id', 'group.type', 'group.source.id', 'operator'],
    ])
    expect(at("user.getGroups({'group.type': 'x'}, {|})").labels).toContain('group.type')
  })

  it('a key brings its colon and the quotes of its value, unless they are there', () => {
    expect(at("user.isMemberOf({'gr|'})").after('group.id')).toBe("user.isMemberOf({'group.id': '|'})")
    expect(at('user.isMemberOf({|})').after('group.id')).toBe("user.isMemberOf({'group.id': '|'})")
    expect(at("user.isMemberOf({'|group.type': 'x'})").after('group.id')).toBe("user.isMemberOf({'group.id'|: 'x'})")
    expect(at('user.isMemberOf({"|"})').after('group.id')).toBe('user.isMemberOf({"group.id": "|"})')
  })

  it('a whole criterion is offered between the brackets', () => {
    expect(at('user.isMemberOf(|)').after("{'group.id': ''}")).toBe("user.isMemberOf({'group.id': '|'})")
  })

  it.each([
    ["user.isMemberOf({'group.id': '|'})", 'group', 'id'],
    ["user.isMemberOf({'group.id': {'a', '|'}})", 'group', 'id'],
    ["user.isMemberOf({'group.profile.name': '|", 'group', 'name'],
    ["user.isMemberOf({'group.source.id': '|'})", 'app', 'id'],
    ["user.isMemberOf({'group.id': |})", 'group', 'id'],
  ])('%s asks for a look-up of %s by %s', (marked, kind, field) => {
    expect(at(marked).found?.lookup).toEqual({ kind, field })
  })

  it('group functions of Classic ask for the same', () => {
    expect(at("isMemberOfGroup('|')", 'classic').found?.lookup).toEqual({ kind: 'group', field: 'id' })
    expect(at("isMemberOfAnyGroup('a', '|')", 'group-rule').found?.lookup).toEqual({ kind: 'group', field: 'id' })
    expect(at("getFilteredGroups({'a', '|'}, 'group.name', 1)", 'classic').found?.lookup).toEqual({
      kind: 'group',
      field: 'id',
    })
    expect(at("getFilteredGroups({'a'}, '|')", 'classic').labels).toEqual(['group.name', 'group.id', 'group.type'])
    expect(at("isMemberOfGroupName('|')", 'group-rule').found?.lookup).toEqual({ kind: 'group', field: 'name' })
  })

  it('operators and types of groups are known', () => {
    expect(at("user.isMemberOf({'group.profile.name': 'x', 'operator': '|'})").labels).toEqual(['EXACT', 'STARTS_WITH'])
    expect(at("user.isMemberOf({'group.type': '|'})").labels).toEqual(['SVC_GROUP', 'APP_GROUP', 'BUILT_IN'])
  })

  it('a text that was looked up is written so that it reads back', () => {
    const { found } = at("user.isMemberOf({'group.profile.name': '|'})")
    const option = found?.textOption("O'Brien \\ Sons")
    const source = `user.isMemberOf({'group.profile.name': '${option?.insert ?? ''}})`
    const read = parse(source)
    const call = read.ok && read.expression.root.kind === 'call' ? read.expression.root.args[0] : null
    expect(call?.kind === 'map' ? call.entries[0]?.value : null).toMatchObject({ value: "O'Brien \\ Sons" })
  })
})

describe('arguments of the functions of times', () => {
  it.each([
    ["Time.now('|')", 'EST', 'yyyy-MM-dd'],
    ["Time.now('UTC', '|')", 'yyyy-MM-dd', 'EST'],
    ["Time.fromStringToIso8601(String.append('a', 'b'), '|')", 'MM/dd/yyyy', 'EST'],
  ])('%s offers what fits the place: %s, not %s', (marked, offered, not) => {
    const { labels } = at(marked, 'classic')
    expect(labels).toContain(offered)
    expect(labels).not.toContain(not)
  })

  it('a time that is converted is any text', () => {
    expect(at("Time.fromStringToIso8601('|', 'yyyy')", 'classic').found).toBeNull()
  })
})

describe('texts that can be known', () => {
  it.each([
    ["user.status == '|'", 'LOCKED_OUT'],
    ["security.risk.level != '|", 'HIGH'],
    ["session.amr.contains('|')", 'mfa'],
    ["user.getInternalProperty('|')", 'passwordChanged'],
    ["user.created.toZone('|')", 'UTC'],
  ])('%s offers %s', (marked, offered) => {
    expect(at(marked).labels).toContain(offered)
  })

  it('are quoted where no quote is yet, and closed where none closes them', () => {
    expect(at('user.status == |').after('ACTIVE')).toBe("user.status == 'ACTIVE'|")
    expect(at("user.status == 'ST|'").after('ACTIVE')).toBe("user.status == 'ACTIVE'|")
    expect(at('user.status == "|').after('ACTIVE')).toBe('user.status == "ACTIVE"|')
  })

  it('nothing is offered in any other text', () => {
    expect(at("user.profile.department == 'Sa|'").found).toBeNull()
  })
})

describe('after a value', () => {
  it('operators that fit its type are offered, when asked for', () => {
    expect(at('user.status |').labels).toEqual(['==', '!=', '<', '<=', '>', '>=', '+'])
    expect(at('device.profile.managed |').labels).toEqual(['&&', '||', '==', '!=', '? :'])
    expect(at('user.status |').found?.eager).toBe(false)
    expect(at('true |').after('&&')).toBe('true && |')
  })
})

describe('every option', () => {
  const places = [
    '|',
    'us|',
    'user.|',
    'user.status.|',
    'user.created.|',
    'String.|',
    'Arrays.|',
    'isM|',
    'event.|',
    'true |',
  ]
  it.each(DIALECTS)('of %s has one line of help and a signature', (dialect) => {
    for (const marked of places)
      for (const { label, help, signature, kind } of at(marked, dialect).found?.options ?? []) {
        expect(signature, label).not.toBe('')
        if (kind !== 'value') expect(help, label).toMatch(/^[A-Za-z].*\.$/)
      }
  })

  it('that is a whole value can be read', () => {
    for (const dialect of DIALECTS)
      for (const option of at('us|', dialect).found?.options ?? []) {
        if (option.kind !== 'attribute') continue
        expect(parse(option.insert, dialect, { result: 'value', profile }).ok, option.insert).toBe(true)
      }
  })
})
