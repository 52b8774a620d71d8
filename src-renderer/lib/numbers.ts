/** Bytes as people say them: "4.2 MB". */
export function bytesText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const amount = bytes / 1000 ** step
  return `${step === 0 ? amount : amount.toFixed(amount < 10 ? 1 : 0)} ${units[step] ?? ''}`
}

const numbers = new Intl.NumberFormat()

/** A number with its thousands apart. */
export function count(value: number): string {
  return numbers.format(value)
}

/** A long fingerprint in groups of four, so that people can read it to one another. */
export function groupsOfFour(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)?.join(' ') ?? ''
}

/** "1 rule", "3 rules". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}
