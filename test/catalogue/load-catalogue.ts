import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCatalogue } from './parse-catalogue.ts'
import type { RuleSection } from './rule.ts'

/** The folder of the contract that contains the rows, one file per section. */
export const catalogueFolder = join(import.meta.dirname, '../../openapi/catalogue')

/** Loads the whole rule catalogue, in order. Throws one error with all problems if a file is invalid. */
export function loadCatalogue(folder: string = catalogueFolder): RuleSection[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
  const files = names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  const { sections, problems } = parseCatalogue(files)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return sections
}
