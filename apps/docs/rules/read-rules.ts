import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** One section of the rule catalogue, as in its file; the catalogue's own tests check the shape. */
export interface RuleSection {
  readonly section: string
  readonly title: string
  readonly rules: readonly {
    readonly id: string
    readonly statement: string
    readonly where: readonly string[] | { readonly server: string }
  }[]
}

/** The sections of the catalogue in the folder: the specification by its numbers (2.9 before 2.10), then decisions. */
export function readRules(folder: string): RuleSection[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true }))
    .map((name) => {
      const section: RuleSection = parse(readFileSync(join(folder, name), 'utf8'))
      return section
    })
}
