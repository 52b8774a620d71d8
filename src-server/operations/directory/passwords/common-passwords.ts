/** Read once in the life of a thread: it is half a megabyte. */
let list: Promise<ReadonlySet<string>> | null = null

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/** Whether a password is one of the fifty thousand commonest, in any case of its letters. */
export async function isCommon(value: string): Promise<boolean> {
  return (await (list ??= readList())).has(value.toLowerCase())
}
