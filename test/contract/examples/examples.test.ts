import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { closeSchemas } from '@giftcards/test-harness'
import { documentPath } from './documents.ts'
import { type BundledDocument, mediaTypesOf } from './media-types-of.ts'

describe.for(['openapi', 'sandbox'] as const)('examples of %s', (name) => {
  const text = readFileSync(documentPath(name), 'utf8')
  const document: BundledDocument = JSON.parse(text)
  const mediaTypes = mediaTypesOf(document)
  const validator = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(validator)
  validator.addSchema({
    ...Object(closeSchemas(JSON.parse(text))),
    $id: 'https://closed.example.com/document',
  })

  const validate = (pointer: string, value: unknown) =>
    validator.validate({ $ref: `https://closed.example.com/document${pointer}` }, value)
      ? []
      : [validator.errorsText()]

  it('fit the closed copy of their schema', () => {
    const misfits = mediaTypes.flatMap(({ operationId, part, pointer, examples }) =>
      Object.entries(examples).flatMap(([example, { value }]) =>
        validate(`${pointer}/schema`, value).map((error) => `${operationId} ${part} ${example}: ${error}`),
      ),
    )
    expect(misfits).toEqual([])
  })

  it('show every variant of a body', () => {
    const unseen = mediaTypes.flatMap(({ operationId, part, schema, examples }) => {
      const variants = variantsOf(document, schema)
      const values = Object.values(examples).map(({ value }) => value)
      return variants
        .filter((variant) => !values.some((value) => validate(variant, value).length === 0))
        .map((variant) => `${operationId} ${part}: ${variant}`)
    })
    expect(unseen).toEqual([])
  })

  it('say for each answer how to get it', () => {
    const silent = mediaTypes
      .filter(({ part }) => part !== 'request')
      .flatMap(({ operationId, part, examples }) =>
        Object.entries(examples)
          .filter(([, example]) => example['x-request'] === undefined)
          .map(([example]) => `${operationId} ${part} ${example}`),
      )
    expect(silent).toEqual([])
  })
})

/** Returns the variants of a body: the references in the `oneOf` of the schema that it refers to. */
function variantsOf(document: BundledDocument, schema: { $ref?: string }): string[] {
  const [, , , name = ''] = schema.$ref?.split('/') ?? []
  const target: { oneOf?: { $ref: string }[] } = document.components['schemas']?.[name] ?? {}
  return (target.oneOf ?? []).map(({ $ref }) => $ref)
}
