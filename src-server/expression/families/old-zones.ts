/**
 * Zones by their old names of three letters, as programs of the Java family have long read them: `EST` is the clock of New York,
 * its summer time included, which is what the examples of the public documentation show.
 */
const OLD_ZONES: ReadonlyMap<string, string> = new Map([
  ['GMT', 'UTC'],
  ['MIT', 'Pacific/Apia'],
  ['HST', 'Pacific/Honolulu'],
  ['AST', 'America/Anchorage'],
  ['PST', 'America/Los_Angeles'],
  ['MST', 'America/Denver'],
  ['PNT', 'America/Phoenix'],
  ['CST', 'America/Chicago'],
  ['EST', 'America/New_York'],
  ['IET', 'America/Indiana/Indianapolis'],
  ['PRT', 'America/Puerto_Rico'],
  ['CNT', 'America/St_Johns'],
  ['AGT', 'America/Argentina/Buenos_Aires'],
  ['BET', 'America/Sao_Paulo'],
  ['ART', 'Africa/Cairo'],
  ['CAT', 'Africa/Harare'],
  ['EAT', 'Africa/Addis_Ababa'],
  ['ECT', 'CET'],
  ['NET', 'Asia/Yerevan'],
  ['PLT', 'Asia/Karachi'],
  ['IST', 'Asia/Kolkata'],
  ['BST', 'Asia/Dhaka'],
  ['VST', 'Asia/Ho_Chi_Minh'],
  ['CTT', 'Asia/Shanghai'],
  ['JST', 'Asia/Tokyo'],
  ['ACT', 'Australia/Darwin'],
  ['AET', 'Australia/Sydney'],
  ['SST', 'Pacific/Guadalcanal'],
  ['NST', 'Pacific/Auckland'],
])

/** A zone by the name that the tables of this machine have for it; the name itself where it is no old one. */
export const namedZone = (name: string): string => OLD_ZONES.get(name) ?? name
