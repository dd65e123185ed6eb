import { format } from 'prettier'
import { advice } from '../../src/changes/advice.ts'
import type { ObjectRow } from './object-row.ts'
import { keywordChanges, type KeywordChange, type SchemaRow, schemaRows } from './schema-rows.ts'

type Rate = (row: SchemaRow, change: KeywordChange, role: 'sent' | 'received') => string

/** Returns the page about the ratings, with up-to-date tables. */
export async function renderMatrix(
  rate: Rate,
  objectRows: readonly ObjectRow[],
  cells: number,
): Promise<string> {
  const keywords = schemaRows.map((row) => {
    const ratings = keywordChanges.map(
      (change) => `${rate(row, change, 'sent')} / ${rate(row, change, 'received')}`,
    )
    return `| \`${row.keyword}\` | ${ratings.join(' | ')} | ${row.decided === undefined ? 'values' : 'decision'} |`
  })
  const objects = objectRows.map(({ object, field, expected }) => {
    const ratings = (['added', 'removed', 'changed'] as const).map((change) => expected[change] ?? '–')
    return `| ${object} | \`${field}\` | ${ratings.join(' | ')} |`
  })
  const rules = Object.entries(advice).map(
    ([rule, { breaks, fix }]) => `| \`${rule}\` | ${breaks} | ${fix} |`,
  )
  const page = `# How changes are rated

\`contract diff\` compares two versions of an OpenAPI document and rates every difference. One rule decides: **does a value that was
valid for the consumer become invalid?**

- A value that a consumer **sends** (parameters, request bodies, credentials) must stay valid.
- A value that a consumer **receives** (responses, their headers, webhooks) must have been possible before.

A change that keeps this is \`minor\`, and any other is \`major\`. A change that no program notices is \`patch\`.

## How a rating is proven

If a schema changed, the command makes values from both versions, plain ones and those at every bound, and judges each by the whole schema
before and after: with all that it refers to, combines and chooses from. If a valid value has become invalid, the change is \`major\`, and
the report shows the value. If every value is valid in both or in neither, the schema is written differently, which is wording. A value
that one variant of a choice rejects and another one accepts is not a breaking change.

Where no value was found and the meaning of a keyword excludes some, as a pattern may, the change is \`major\` and says that nothing proves it.

## Decisions beyond the rule

- Removing a property or a parameter is \`major\`, although a request with it may still be valid: the server no longer reads it.
- A new property of a response is \`minor\`, unless the schema allowed no others.
- A new \`default\` in a request, another \`operationId\`, and another name of a path parameter are \`major\`.
- Adding or removing a success status is \`major\`. Errors may be added and removed: programs handle them by their class.
- A new media type of a response is \`minor\`, because a consumer asks for it.
- A new value of an \`enum\` in a response is \`major\`. A new value of an \`x-extensible-enum\` is \`minor\`.
- \`deprecated\` is \`minor\`. The configuration rates the removal of an element past the date in \`x-sunset\`.
- A change of an unused schema, parameter or other component is wording.

## Every keyword of a schema

Each cell: sent / received. "values": generated values decide. "decision": no value shows the change.

| Keyword | added | removed | tightened | loosened | by |
| --- | --- | --- | --- | --- | --- |
${keywords.join('\n')}

## Every object of OpenAPI

As a consumer sees the object: responses are received, everything else is sent.

| Object | Field | added | removed | changed |
| --- | --- | --- | --- | --- |
${objects.join('\n')}

The tables are written by a test that rates all ${cells} combinations of keyword or field, change, direction and place.

## The ids

| Id | Effect | What to do |
| --- | --- | --- |
${rules.join('\n')}
`
  return format(page, { parser: 'markdown', printWidth: 130, proseWrap: 'preserve' })
}
