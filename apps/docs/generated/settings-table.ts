import { readFileSync } from 'node:fs'
import { toMarkdownTable } from '@contract-kit/docs'

/** A variable of the environment as the server documents it (`documentSettings` of the server). */
export interface Setting {
  readonly name: string
  readonly default?: string
  /** Markdown, like `meaning`. */
  readonly values?: string
  readonly meaning: string
}

/** Reads the file that a test of the server keeps current. */
export function readSettings(file: string): readonly Setting[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Setting[]
}

/** The settings as a Markdown table, in the order of the server. */
export function toSettingsTable(settings: readonly Setting[]): string {
  return toMarkdownTable(
    ['Variable', 'Default', 'Meaning'],
    settings.map((setting) => [
      `\`${setting.name}\``,
      setting.default === undefined ? 'none' : `\`${setting.default}\``,
      setting.values === undefined ? setting.meaning : `${setting.meaning}. Values: ${setting.values}`,
    ]),
  )
}
