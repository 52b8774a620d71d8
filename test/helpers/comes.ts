/**
 * A part of the page that comes late, as soon as it is there: looked for after each change of the document. WHY no bound of its own:
 * what has to be loaded first takes as long as the machine needs; that it never comes is found by the bound of the test.
 * @param find null or undefined while there is none
 */
export function comes<Part>(find: () => Part | null | undefined): Promise<Part> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(check)
    function check(): void {
      const part = find()
      if (part === null || part === undefined) return
      observer.disconnect()
      resolve(part)
    }
    observer.observe(document, { childList: true, subtree: true, attributes: true, characterData: true })
    check()
  })
}
