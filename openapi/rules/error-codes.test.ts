import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (path: string): unknown => parse(readFileSync(join(root, path), 'utf8'))

const { 'x-extensible-enum': known } = read('components/schemas/ErrorCode.yaml') as {
  readonly 'x-extensible-enum': readonly string[]
}

/** Codes of requests that match no operation, so no operation declares them. */
const withoutOperation = ['not_found', 'method_not_allowed']

describe('ErrorCode', () => {
  it('knows the codes of the table of errors', () => {
    const { info } = read('openapi.yaml') as { readonly info: { readonly description: string } }
    const rows = [...info.description.matchAll(/^\| [45]\d\d \| ([^|]+) \|/gm)]
    const listed = rows.flatMap(([, codes = '']) => codes.replaceAll('`', '').split(', '))
    expect([...new Set(listed)].toSorted()).toStrictEqual([...known].toSorted())
  })

  it('knows the code of every error example', () => {
    const files = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' })
    // Examples of errors have names in snake_case, each its code.
    const named = files.flatMap((file) => /(?:^|\/)([a-z]+(?:_[a-z]+)+)\.yaml$/.exec(file)?.[1] ?? [])
    const codes = new Set(named.filter((name) => name !== 'service_unavailable'))
    expect([...codes, ...withoutOperation].toSorted()).toStrictEqual([...known].toSorted())
  })
})
