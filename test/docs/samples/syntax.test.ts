import { beforeAll, describe, expect, it } from 'vitest'
import { guidesWithRequests, readGuideRequests } from '../guides/guide-requests.ts'
import { type CodeParser, loadCodeParser, type ParsedLanguage, parsedLanguages } from './code-parser.ts'
import { readSamples, samplesLabelled } from './read-samples.ts'

let parse: CodeParser
beforeAll(async () => {
  parse = await loadCodeParser()
})

describe.each(parsedLanguages)('samples in %s', (language) => {
  it.each(['openapi', 'sandbox'] as const)('keep its grammar in the reference of %s', (name) => {
    const samples = samplesLabelled(readSamples(name), language)
    expect(samples.length).toBeGreaterThan(10)
    expect(samples.flatMap(({ source }) => parse(language, source))).toStrictEqual([])
  })

  it('keep its grammar in the guides', () => {
    const codes = guidesWithRequests.flatMap((guide) =>
      readGuideRequests(guide).map(({ samples }) => samples.get(language) ?? ''),
    )
    expect(codes.length).toBeGreaterThan(40)
    expect(codes.filter((code) => code === '')).toStrictEqual([])
    expect(codes.flatMap((code) => parse(language, code))).toStrictEqual([])
  })
})

/** A fault that a generator makes: a quote that ends a text too early, a bracket that is not closed. */
const broken: Readonly<Record<ParsedLanguage, (code: string) => string>> = {
  Python: (code) => code.replace('\n)\n', '\n'),
  Go: (code) => code.replace('nil {', 'nil'),
  Java: (code) => code.replace(');', ''),
  'C#': (code) => code.replace('"', ''),
  PHP: (code) => code.replace("'", ''),
  Ruby: (code) => code.replace('\nend\n', '\n'),
}

describe('a broken sample', () => {
  it.each(parsedLanguages)('breaks the grammar of %s', (language) => {
    const [sample] = samplesLabelled(readSamples('openapi'), language)
    const code = sample?.source ?? ''
    expect(broken[language](code)).not.toBe(code)
    expect(parse(language, broken[language](code))).not.toStrictEqual([])
  })
})
