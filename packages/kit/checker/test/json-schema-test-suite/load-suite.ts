import { readdirSync, readFileSync } from 'node:fs'
import type { Json } from '../../src/json-schema/base/json.ts'
import { SchemaSet } from '../../src/json-schema/base/schema-set.ts'
import type { SchemaNode } from '../../src/json-schema/base/schema-set.ts'

/** One value and the suite's word on it. */
export interface SuiteTest {
  readonly description: string
  readonly data: Json
  readonly valid: boolean
}

/** One schema of the suite with its values. */
export interface SuiteGroup {
  /** File name below the folder of tests: `allOf.json`. */
  readonly file: string
  readonly description: string
  readonly schema: Json
  readonly tests: readonly SuiteTest[]
}

const readJson = (path: string): Json =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Json

const listJson = (folder: string): string[] =>
  readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .toSorted()

const loadFolder = (folder: string): SuiteGroup[] =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((file) =>
      (readJson(folder + file) as unknown as Omit<SuiteGroup, 'file'>[]).map((group) => ({ file, ...group })),
    )

/** The required tests of draft 2020-12, in the order of their files. */
export const loadSuite = (): SuiteGroup[] => loadFolder('./tests/')

/** The optional tests of those formats that the product judges. */
export const loadFormatSuite = (): SuiteGroup[] => loadFolder('./tests/format/')

const metaschemas = listJson('./metaschemas/').map((name): readonly [string, Json] => [
  `https://json-schema.org/draft/2020-12/${name.replace(/\.json$/, '')}`,
  readJson(`./metaschemas/${name}`),
])

/** The documents that the suite's schemas refer to, by URI. */
export const remotes = listJson('./remotes/').map((name): readonly [string, Json] => [
  `http://localhost:1234/${name}`,
  readJson(`./remotes/${name}`),
])

/** A fresh set that holds what the suite's schemas refer to: its remote documents and the metaschemas of 2020-12. */
export const createSuiteSet = (): SchemaSet => {
  const set = new SchemaSet()
  for (const [uri, root] of [...metaschemas, ...remotes]) set.addDocument(uri, root)
  return set
}

/** The schema of one group, in a set of its own, ready to judge. */
export const createSuiteNode = (group: SuiteGroup): SchemaNode => {
  const set = createSuiteSet()
  set.addDocument('https://suite.example/schema.json', group.schema)
  return set.node('https://suite.example/schema.json')
}
