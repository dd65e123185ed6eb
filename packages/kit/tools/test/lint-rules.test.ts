import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findRuleProblems, type RuleCase } from '../src/lint/index.ts'
import contractPlugin from '../src/lint/redocly-plugin.ts'

const pages = join(import.meta.dirname, '../docs/rules')
const plugin = join(import.meta.dirname, '../src/lint/redocly-plugin.ts')
const rules = Object.keys(contractPlugin().rules.oas3)

/** Returns the case of an example. An example that starts with a file name becomes that file, to which the document refers. */
function toCase(rule: string, text: string): RuleCase {
  const [, file] = /^# (paths\/\S+)$/m.exec(text) ?? []
  const document = parse(text) as object
  if (file === undefined) return { rule: `contract/${rule}`, document, files: exampleFiles }
  const components = { schemas: { Trips: { type: 'array', items: { type: 'string' } } } }
  return {
    rule: `contract/${rule}`,
    document: { paths: { '/trips': { $ref: file } }, components },
    files: { [file]: document },
  }
}

const exampleFiles = { 'examples/listTrips/two.yaml': { value: [] } }

const examples = rules.flatMap((rule) => {
  const page = readFileSync(join(pages, `${rule}.md`), 'utf8')
  const [, wrong = '', right = ''] =
    /## Wrong\n\n```yaml\n([^]*?)```\n\n## Right\n\n```yaml\n([^]*?)```\n/.exec(page) ?? []
  return [toCase(rule, wrong), toCase(rule, right)]
})
const problems = await findRuleProblems([plugin], examples)

describe('the pages of the rules', () => {
  it('are one for each rule', () => {
    const names = readdirSync(pages).map((file) => basename(file, '.md'))
    expect(names.toSorted()).toStrictEqual(rules.toSorted())
    expect(rules.length).toBe(14)
  })

  it.each(rules.map((rule, index) => [rule, index] as const))(
    '%s reports its wrong example alone',
    (_rule, index) => {
      expect(problems[2 * index]?.length).toBeGreaterThan(0)
      expect(problems[2 * index + 1]).toStrictEqual([])
    },
  )
})

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const schemas = (entries: object) => ({ components: { schemas: entries } })
const operations = (entries: Readonly<Record<string, object>>) => ({ paths: { '/trips': entries } })
const object = { type: 'object', properties: { a: { type: 'integer' } } }

/** Documents with the sorted findings of a rule. */
const cases: readonly (readonly [
  rule: string,
  document: object,
  messages: readonly string[],
  options?: object,
])[] = [
  [
    'array-bounded',
    schemas({ OrNull: { type: ['array', 'null'] }, Bounded: { type: 'array', maxItems: 3 } }),
    ['An array must state maxItems.'],
  ],
  [
    'string-bounded',
    schemas({
      Open: { type: 'string', minLength: 1 },
      Formatted: { type: 'string', format: 'uuid' },
      Matched: { type: 'string', pattern: '^a$' },
      Listed: { type: 'string', enum: ['a'] },
      Fixed: { type: 'string', const: 'a' },
    }),
    ['A string must state one of format, pattern, enum, const, maxLength.'],
  ],
  [
    'object-required',
    schemas({ Silent: { ...object }, None: { ...object, required: [] }, Empty: { type: 'object' } }),
    ['An object with properties must list required ([] for none).'],
  ],
  [
    'property-description',
    schemas({
      Described: { type: 'integer', description: 'A number.' },
      Bare: { type: 'integer' },
      Holder: { properties: { referred: ref('Described'), named: true, referredSilent: ref('Bare') } },
    }),
    ['Property referredSilent must have a description.'],
  ],
  [
    'operation-id-style',
    operations({ get: { operationId: 'list-trips' }, put: { operationId: 'Set' } }),
    ['operationId Set must be kebab-case.'],
    { style: 'kebab-case' },
  ],
  [
    'operation-id-style',
    operations({ get: { operationId: 'a_b' } }),
    ['operationId a_b must be one of camelCase, kebab-case, snake_case, which the option "style" names.'],
    { style: 'camel' },
  ],
  ['operation-one-tag', operations({ get: {} }), ['An operation must have exactly one tag, not 0.']],
  [
    'operation-summary-style',
    operations({ get: { summary: 'Shows a trip.' }, put: { summary: 'Show one two three' } }),
    [
      'A summary begins with one of: Show.',
      'A summary ends without a full stop.',
      'A summary has at most 3 words.',
    ],
    { maxWords: 3, verbs: ['Show'] },
  ],
  [
    'request-response-apart',
    {
      ...operations({ post: { requestBody: json(ref('Ask')), responses: { 200: json(ref('Told')) } } }),
      ...schemas({
        Ask: { properties: { a: ref('Shared') } },
        Told: { properties: { a: ref('Shared') } },
        Shared: { properties: { id: ref('Id') } },
        Id: { type: 'string' },
      }),
    },
    ['This schema is used in a request and in a response; split it.'],
  ],
  [
    'error-schema',
    {
      ...operations({ get: { operationId: 'list', responses: { 400: json(ref('Fault')), '5XX': {} } } }),
      ...schemas({ Fault: { type: 'object' } }),
    },
    ['Response 5XX of list must be JSON of the schema Fault.'],
    { schemas: ['Fault'] },
  ],
  [
    'response-example',
    {
      ...operations({ get: { responses: { 201: { $ref: '#/components/responses/Bare' } } } }),
      components: { responses: { Bare: { content: { 'text/plain': { example: 'a' } } } } },
    },
    ['Response 201 of the operation needs a named example of text/plain.'],
  ],
  [
    'response-retry-after',
    operations({
      get: { operationId: 'list', responses: { 404: {}, 429: { headers: { 'retry-after': {} } } } },
      put: { operationId: 'set', responses: { 429: {} } },
    }),
    ['Response 429 of set must declare the header Retry-After.'],
  ],
]
const found = await findRuleProblems(
  [plugin],
  cases.map(([rule, document, _messages, options = {}]) => ({ rule: `contract/${rule}`, document, options })),
)

describe('the rules', () => {
  it.each(cases.map(([rule, , messages], index) => [rule, messages, index] as const))(
    '%s reports %j',
    (_rule, messages, index) => {
      expect(found[index]?.map(({ message }) => message).toSorted()).toStrictEqual(messages)
    },
  )
})
