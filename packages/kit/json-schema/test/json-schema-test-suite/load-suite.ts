import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Json } from '../../src/base/json.ts'
import { type SchemaNode, SchemaSet } from '../../src/base/schema-set.ts'

/** One schema of the suite, with values and the suite's verdict on each. */
export interface SuiteGroup {
  /** File name below the folder of tests: `allOf.json`. */
  readonly file: string
  readonly description: string
  readonly schema: Json
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[]
}

const packed = brotliDecompressSync(readFileSync(new URL('suite.json.br', import.meta.url)))
const texts = Object.entries(JSON.parse(packed.toString()) as Readonly<Record<string, string>>)

/** The files directly or at any depth below a folder, parsed, by their paths below it. */
const filesBelow = (folder: string): readonly (readonly [path: string, content: Json])[] =>
  texts
    .filter(([path]) => path.startsWith(folder))
    .map(([path, text]) => [path.slice(folder.length), JSON.parse(text) as Json])

const groupsOf = (folder: string): readonly SuiteGroup[] =>
  filesBelow(folder)
    .filter(([file]) => !file.includes('/'))
    .flatMap(([file, groups]) =>
      (groups as unknown as readonly Omit<SuiteGroup, 'file'>[]).map((group) => ({ file, ...group })),
    )

/** The required tests of draft 2020-12. */
export const requiredGroups = groupsOf('tests/draft2020-12/')

/** The optional tests of those formats that the product judges. */
export const formatGroups = groupsOf('tests/draft2020-12/optional/format/')

/** The documents to which the schemas of the suite refer, by URI. */
export const remotes = filesBelow('remotes/').map(
  ([path, root]) => [`http://localhost:1234/${path}`, root] as const,
)

const ajv = new Ajv2020()
const metaschemas = [
  'schema',
  ...['applicator', 'content', 'core', 'format-annotation', 'meta-data', 'unevaluated', 'validation'].map(
    (vocabulary) => `meta/${vocabulary}`,
  ),
].map((name): readonly [string, Json] => {
  const uri = `https://json-schema.org/draft/2020-12/${name}`
  return [uri, ajv.getSchema(uri)?.schema as Json]
})

/** The schema of one group, in a set of its own that also holds the remote documents and the metaschemas. */
export const createSuiteNode = ({ schema }: SuiteGroup): SchemaNode => {
  const set = new SchemaSet()
  for (const [uri, root] of [...metaschemas, ...remotes]) set.addDocument(uri, root)
  set.addDocument('https://suite.example/schema.json', schema)
  return set.node('https://suite.example/schema.json')
}
