/** Generated Markdown by name. */
export type Inserts = Readonly<Record<string, () => string>>

/** Replaces each line `<!-- insert: name -->` by what is generated under the name. Throws when nothing is. */
export function expandInserts(markdown: string, inserts: Inserts): string {
  return markdown.replaceAll(/^<!-- insert: ([a-z-]+) -->$/gm, (_line, name: string) => {
    const insert = inserts[name]
    if (insert === undefined) throw new Error(`Nothing is generated under the name ${name}`)
    return insert()
  })
}
