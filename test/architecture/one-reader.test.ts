import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The production sources of the kit, except those of the packages for OpenAPI, JSON Schema and packaging. */
const files = execFileSync('git', ['ls-files', '-z', '--', 'packages/kit/**/*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(
    (file) =>
      /^packages\/kit\/(?!openapi\/|json-schema\/|packaging\/)[^/]+\/(?:src|browser|generate)\//.test(file) &&
      !/\.(?:test|fixture)\.ts$|\/(?:fixtures|testing|templates)\//.test(file),
  )

/** Tasks that no other package may implement, and the files that still may, each with its reason. */
const tasks: readonly {
  readonly title: string
  readonly pattern: RegExp
  readonly allowed: Readonly<Record<string, string>>
}[] = [
  {
    title: 'looks up what a reference leads to',
    pattern: /\['\$ref'\]|\.\$ref\b/,
    allowed: {
      'client/generate/schemas/variants.ts': 'variants are named by the components that references name',
      'tools/src/changes/schemas/branches.ts': 'two branches are the same where they refer to the same name',
      'tools/src/documents/bundle.ts':
        'it moves references to the places where their targets stand in a bundle',
      'tools/src/lint/operation-rules.ts': 'rules judge how a document is written',
      'tools/src/lint/response-rules.ts': 'the same',
    },
  },
  { title: 'decodes a JSON Pointer', pattern: /'~1'|\/~1\//, allowed: {} },
  {
    title: 'lists the methods of a path item',
    pattern: /'get',\s*'(?:put|post)'|\bget put post\b/,
    allowed: {},
  },
  {
    title: 'writes or reads a parameter by its style',
    pattern: /'(?:spaceDelimited|pipeDelimited)'/,
    allowed: { 'client/src/operation.ts': 'the type of a rule, which the generator writes into the client' },
  },
]

describe('knowledge of OpenAPI', () => {
  it.each(tasks)('is in one place: no other package $title', ({ pattern, allowed }) => {
    const found = files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))
    expect(found.map((file) => file.replace('packages/kit/', ''))).toStrictEqual(Object.keys(allowed))
  })
})
