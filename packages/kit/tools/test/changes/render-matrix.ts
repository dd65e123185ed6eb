import { format } from 'prettier'
import { advice } from '../../src/changes/advice.ts'
import type { ObjectRow } from './object-row.ts'
import { keywordChanges, type KeywordChange, type SchemaRow, schemaRows } from './schema-rows.ts'

type Rate = (row: SchemaRow, change: KeywordChange, role: 'sent' | 'received') => string

/** The page about the ratings, with the tables as they are. */
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

\`contract diff\` compares two versions of an OpenAPI document and rates every difference by one rule: **does a value that was valid
for the consumer stop being so?**

- What a consumer **sends** (parameters, request bodies, credentials) was valid, and must stay valid.
- What a consumer **receives** (responses, their headers, webhooks) must be something that could be received before.

A change that keeps this is \`minor\`, one that does not is \`major\`. What no program sees is \`patch\`.

## How a rating is proven

Where a schema changed, values are made from both versions and judged by both. A value that was valid and is not any more makes the
change \`major\`, and is shown. Where the change excludes values by its meaning and none was found, it stays \`major\`. Where values
may have come and gone, as with a pattern, and only new ones are found, it is \`minor\`.

## What is decided beyond the rule

- A property or parameter that is removed is \`major\`, although a request with it may still be valid: nobody reads it any more.
- A property that is new in a response is \`minor\`, unless the schema allowed no others.
- A new \`default\` for what a request leaves out, another \`operationId\`, and another name of a path parameter are \`major\`.
- A success status is \`major\` whether it comes or goes. Errors may come and go: programs know them by their class.
- A media type that is new in a response is \`minor\`, because a consumer asks for it.
- A new value of an \`enum\` in a response is \`major\`; of an \`x-extensible-enum\` it is \`minor\`.
- \`deprecated\` is \`minor\`. Removing what is past the date in \`x-sunset\` takes what the configuration says.
- Schemas, parameters and other components that nothing uses are wording.

## Every keyword of a schema

For what is sent / for what is received. "values": decided by values that are judged; "decision": no value shows it.

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

| Id | Who is broken | What to do |
| --- | --- | --- |
${rules.join('\n')}
`
  return format(page, { parser: 'markdown', printWidth: 130, proseWrap: 'preserve' })
}
