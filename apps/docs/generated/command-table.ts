import { readFileSync } from 'node:fs'
import { toMarkdownTable } from '@contract-kit/docs'

/** What each script of the root does, in Markdown, by the title of its group. */
export type CommandNotes = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The scripts of a `package.json` by their names. */
export type Scripts = Readonly<Record<string, string>>

/** Reads what the scripts do. */
export function readCommandNotes(file: string): CommandNotes {
  return JSON.parse(readFileSync(file, 'utf8')) as CommandNotes
}

/** Reads the scripts of a `package.json`. */
export function readScripts(file: string): Scripts {
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly scripts: Scripts }).scripts
}

/** A heading and a table for each group. Throws for a script without a note, and for a note without a script. */
export function toCommandTables(notes: CommandNotes, scripts: Scripts): string {
  const noted = Object.values(notes).flatMap((group) => Object.keys(group))
  const missing = Object.keys(scripts).filter((name) => !noted.includes(name))
  if (missing.length > 0) throw new Error(`No note says what these scripts do: ${missing.join(', ')}`)
  const stale = noted.filter((name) => scripts[name] === undefined)
  if (stale.length > 0) throw new Error(`These notes have no script: ${stale.join(', ')}`)
  return Object.entries(notes)
    .map(([title, group]) => {
      const rows = Object.entries(group).map(([name, note]) => [`\`${toCommand(name)}\``, note])
      return `## ${title}\n\n${toMarkdownTable(['Command', 'Does'], rows)}`
    })
    .join('\n\n')
}

/** npm runs these two without `run`. */
const toCommand = (name: string): string =>
  name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`
