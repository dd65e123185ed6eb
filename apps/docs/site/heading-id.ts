/** The anchor of a heading: its words in small letters, joined by hyphens, as code hosts make it. */
export function toHeadingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
}

/** The anchor of each text in a row of headings; the second of two equal ones ends with `-2`. */
export function toHeadingIds(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  return texts.map((text) => {
    const id = toHeadingId(text)
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    return count === 1 ? id : `${id}-${count}`
  })
}
