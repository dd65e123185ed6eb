import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { compareSections } from './compare-sections.ts'
import type { Rule, RuleSection } from './rule.ts'

/** The name and text of a catalogue file. */
export interface CatalogueFile {
  readonly name: string
  readonly text: string
}

interface SectionFile {
  section: string
  title: string
  rules: Omit<Rule, 'section'>[]
}

const line = { type: 'string', minLength: 1, maxLength: 240, pattern: '^\\S.*\\S$' }

/** Closed on every level, so that a misspelled key is reported and no row can be exempt from proof. */
const isSectionFile = new Ajv2020({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
}).compile<SectionFile>({
  type: 'object',
  additionalProperties: false,
  required: ['section', 'title', 'rules'],
  properties: {
    section: { type: 'string', pattern: '^([1-9][0-9]*(\\.[1-9][0-9]*)?|D[1-9][0-9]*)$' },
    title: line,
    rules: {
      type: 'array',
      minItems: 1,
      maxItems: 99,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'statement', 'where'],
        properties: {
          id: { type: 'string' },
          statement: { ...line, pattern: '^[A-Z].*[^.]\\.$' },
          where: {
            oneOf: [
              { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string', pattern: '^#/' } },
              {
                type: 'object',
                additionalProperties: false,
                required: ['server'],
                properties: { server: line },
              },
            ],
          },
        },
      },
    },
  },
})

/** Parses catalogue files into sections in the order of the specification, with the decisions last. Problems are sentences. */
export function parseCatalogue(files: readonly CatalogueFile[]): {
  sections: RuleSection[]
  problems: string[]
} {
  const problems: string[] = []
  const sections: RuleSection[] = []
  for (const { name, text } of files) {
    const data = readYaml(text)
    if (!isSectionFile(data)) {
      for (const { instancePath, message } of isSectionFile.errors ?? []) {
        problems.push(`${name}: ${instancePath || 'the file'} ${message ?? 'is wrong'}.`)
      }
      continue
    }
    problems.push(...findNameProblems(name, data))
    sections.push({ ...data, rules: data.rules.map((rule) => ({ ...rule, section: data.section })) })
  }
  sections.sort((left, right) => compareSections(left.section, right.section))
  problems.push(
    ...findRepetitions(
      'section',
      sections.map(({ section }) => section),
    ),
  )
  problems.push(
    ...findRepetitions(
      'statement',
      sections.flatMap(({ rules }) => rules.map(({ statement }) => statement)),
    ),
  )
  return { sections, problems }
}

function readYaml(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

function findNameProblems(name: string, { section, rules }: SectionFile): string[] {
  const prefix = section.startsWith('D') ? `decision-${section.slice(1)}-` : `${section}-`
  const misnamed = name.startsWith(prefix)
    ? []
    : [`${name}: the rows of section ${section} belong into ${prefix}….yaml.`]
  const misnumbered = rules.flatMap(({ id }, index) => {
    const expected = `${section}-${String(index + 1).padStart(2, '0')}`
    return id === expected ? [] : [`${name}: row ${id} stands where ${expected} belongs.`]
  })
  return [...misnamed, ...misnumbered]
}

function findRepetitions(what: string, values: readonly string[]): string[] {
  const repeated = new Set(values.filter((value, index) => values.indexOf(value) !== index))
  return [...repeated].map((value) => `The ${what} "${value}" stands twice in the catalogue.`)
}
