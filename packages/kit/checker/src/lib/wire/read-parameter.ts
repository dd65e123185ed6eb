import type { ApiParameter } from '../document/api-document.ts'
import { decodingsFor } from './decoding.ts'
import { mediaKindOf } from './media-kind.ts'
import type { RawPairs } from './parse-pairs.ts'
import { readHeaderText } from './read-header-text.ts'
import { readJsonText } from './read-json-text.ts'
import { readPairs } from './read-pairs.ts'
import { readPathParameter } from './read-path-parameter.ts'
import { ABSENT, type Reading } from './reading.ts'
import { typesOfAny } from './schema-shape.ts'
import { lenientCandidates, strictCandidates } from './text-candidates.ts'
import { ALL_TYPES } from './types-of.ts'

/** The places of a request that hold parameters, taken apart but not decoded. */
export interface ParameterSources {
  /** Path parameters by name. */
  readonly path: ReadonlyMap<string, string>
  readonly query: RawPairs
  readonly cookie: RawPairs
  /** The values of a header, its name in any case. */
  readonly header: (name: string) => readonly string[]
  /** Names of declared parameters, by place. */
  readonly names: Readonly<Record<ApiParameter['in'], ReadonlySet<string>>>
}

/** What a parameter may mean, and what stands against it before any schema is asked. */
export interface ParameterReading {
  readonly reading: Reading
  readonly trouble?: { readonly keyword: 'syntax' | 'encoding'; readonly clause: string }
}

/** Reads a declared parameter from where it stands, by its style or its `content`. */
export const readParameter = (parameter: ApiParameter, sources: ParameterSources): ParameterReading => {
  if (parameter.contentType !== undefined) return readContent(parameter, rawsOf(parameter, sources))
  const { name, in: location, schema } = parameter
  const nodes = schema === undefined ? [] : [schema]
  if (location === 'path')
    return doubt(
      rawsOf(parameter, sources),
      readPathParameter(parameter, sources.path.get(name) ?? ''),
      /%(2F|5C|00)/i,
    )
  if (location === 'header') {
    const texts = sources.header(name)
    return {
      reading: texts.length === 0 ? ABSENT : readHeaderText(nodes, parameter.explode, texts, 'request'),
    }
  }
  return doubt(
    rawsOf(parameter, sources),
    readPairs({ rule: parameter, nodes, taken: sources.names[location] }, sources[location]),
  )
}

const rawsOf = ({ name, in: location }: ApiParameter, sources: ParameterSources): readonly string[] => {
  if (location === 'path') return [sources.path.get(name) ?? '']
  if (location === 'header') return sources.header(name)
  return sources[location].pairs.flatMap(([key, raw]) => (key === name ? [raw] : []))
}

// Many servers refuse these characters, or take them for what they stand for, before any application sees them.
const doubt = (raws: readonly string[], reading: Reading, risky = /%00/): ParameterReading => {
  if (!raws.some((raw) => risky.test(raw))) return { reading }
  return {
    reading,
    trouble: { keyword: 'encoding', clause: 'holds an encoded NUL or slash, which servers may refuse' },
  }
}

// `content` says that the text is a document of its own: JSON, as a rule.
const readContent = (
  { in: location, schema, contentType = '' }: ApiParameter,
  raws: readonly string[],
): ParameterReading => {
  const [raw] = raws
  if (raw === undefined) return { reading: ABSENT }
  const texts = decodingsFor(location, [raw]).map(({ decode }) => decode(raw))
  const lenient = () => texts.flatMap((text) => lenientCandidates(text, ALL_TYPES))
  if (mediaKindOf(contentType) !== 'json') {
    const types = typesOfAny(schema === undefined ? [] : [schema])
    return { reading: { strict: texts.map((text) => strictCandidates(text, types)), lenient } }
  }
  const parsed = texts.map(readJsonText)
  const strict = parsed.map((found, index) => [found === undefined ? (texts[index] ?? '') : found.value])
  if (!parsed.includes(undefined)) return { reading: { strict, lenient } }
  return { reading: { strict, lenient }, trouble: { keyword: 'syntax', clause: 'is not JSON' } }
}
