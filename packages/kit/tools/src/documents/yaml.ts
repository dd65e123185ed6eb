import { Document, type ScalarTag, visit } from 'yaml'
import type { JsonObject } from '@contract-kit/json-schema/json'
import { type Digits, mapDigits } from './source-data.ts'

/**
 * A document as YAML, without aliases and folded lines. Parsers of YAML 1.1 and 1.2 read the same values: PyYAML, SnakeYAML and
 * Psych would read a plain `no` as a boolean, and `12:30:45` as a number.
 */
export function toYaml(document: JsonObject, digits: Digits = new Map()): string {
  const written = new Document(
    mapDigits(document, digits, (text) => new WrittenNumber(text)),
    {
      aliasDuplicateObjects: false,
      compat: 'yaml-1.1',
      customTags: (tags) => [writtenNumber, ...tags],
    },
  )
  visit(written, {
    Scalar: (_key, node) => {
      const { value } = node
      if (typeof value === 'string' && NEEDS_QUOTES.test(value)) node.type = 'QUOTE_DOUBLE'
      // In YAML 1.1, a number with an exponent needs a decimal point.
      if (typeof value === 'number' && /^-?\d+e/.test(String(value)))
        node.value = new WrittenNumber(String(value).replace('e', '.0e'))
    },
  })
  // Line breaks and other characters that YAML 1.1 does not allow unescaped. They are escaped in double quotes.
  return written
    .toString({ lineWidth: 0 })
    .replaceAll(
      /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}

/** Strings that `compat` leaves unquoted, although they have a meaning in YAML 1.1. */
const NEEDS_QUOTES = /^(?:=|<<)$|\t|[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/

/** A number with its digits. */
class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const writtenNumber: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof WrittenNumber,
  resolve: (text) => new WrittenNumber(text),
  stringify: ({ value }) => (value as WrittenNumber).text,
}
