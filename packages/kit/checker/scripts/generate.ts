/**
 * Writes what follows from config.schema.json: the types and defaults in src/core/settings.ts, and the tables of settings in docs.
 *
 * Usage: `node scripts/generate.ts [--check]`; with `--check` it writes nothing, and fails if a file is stale.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { choicesOf, defaultText, type Setting, settings, settingsOf } from '../src/cli/flags.ts'
import { wrap } from '../src/cli/usage.ts'
import { resolved, type SettingSchema, settingsSchema } from '../src/core/settings-schema.ts'

const { $defs, ...root } = settingsSchema

/** A definition with a capital is a type with a name. */
const typeDefinitions = Object.entries($defs).filter(([name]) => /^[A-Z]/.test(name))

const typeOf = (schema: SettingSchema): string => {
  const name = schema.$ref?.split('/').at(-1) ?? ''
  if (/^[A-Z]/.test(name)) return name
  const {
    type = 'unknown',
    enum: values,
    items,
    properties,
    propertyNames,
    additionalProperties,
  } = resolved(schema)
  if (values !== undefined) return values.map((value) => `'${value}'`).join(' | ')
  if (items !== undefined) return `readonly (${typeOf(items)})[]`
  if (properties !== undefined) return membersOf(resolved(schema))
  if (!additionalProperties) return type === 'integer' ? 'number' : type
  const record = `Record<${propertyNames?.enum ? typeOf(propertyNames) : 'string'}, ${typeOf(additionalProperties)}>`
  return `Readonly<${propertyNames?.enum ? `Partial<${record}>` : record}>`
}

const membersOf = ({ properties = {}, required = [] }: SettingSchema): string =>
  `{\n${Object.entries(properties)
    .map(([name, schema]) => {
      const optional = required.includes(name) ? '' : '?'
      return `${commentOf(resolved(schema), '  ')}readonly ${name}${optional}: ${typeOf(schema)}`
    })
    .join('\n')}\n}`

const commentOf = ({ description, default: fallback }: SettingSchema, indent = ''): string => {
  if (description === undefined) return ''
  const text =
    fallback === undefined ? description : `${description} Default: ${[fallback].flat().join(', ')}.`
  const [line = '', ...more] = wrap(text, 110 - indent.length)
  return more.length === 0
    ? `/** ${line} */\n`
    : `/**\n${[line, ...more].map((part) => `${indent} * ${part}`).join('\n')}\n${indent} */\n`
}

const declarationOf = (name: string, schema: SettingSchema): string =>
  `${commentOf(schema)}export ${schema.properties === undefined ? `type ${name} =` : `interface ${name}`} ${typeOf(schema)}`

const defaults = Object.entries(root.properties).flatMap(([name, { default: value }]) =>
  value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`],
)

const typesModule = `// Generated from config.schema.json by \`npm run gen\`; do not edit.

${[['Settings', root] as const, ...typeDefinitions].map(([name, schema]) => declarationOf(name, schema)).join('\n\n')}

/** The default of each setting that has one. */
export const DEFAULTS = { ${defaults.join(', ')} } as const
`

const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

const rowOf = (setting: Setting): string => {
  const { flag, path, isConfigurable, schema } = setting
  const choices = choicesOf(schema)
  const meaning = `${schema.description}${choices === undefined ? '' : ` One of ${choices.map(code).join(', ')}.`}`
  const cells = [code(flag), code(isConfigurable ? path.join('.') : ''), meaning, defaultText(setting) ?? '']
  return `| ${cells.join(' | ').replaceAll(/\|(?! )/g, '\\|')} |`
}

const table = (rows: readonly Setting[]): string =>
  `\n| flag | setting | meaning | default |\n| --- | --- | --- | --- |\n${rows.map(rowOf).join('\n')}\n\n`

const ofTraffic = settings.filter((setting) => !settingsOf('check').includes(setting))

const withTable = (page: string, rows: readonly Setting[]): string =>
  page.replace(/(?<=<!-- settings -->\n)[^]*(?=<!-- \/settings -->)/, () => table(rows))

const outputs = {
  'src/core/settings.ts': () => typesModule,
  'docs/settings.md': (page: string) => withTable(page, settingsOf('check')),
  'docs/traffic.md': (page: string) => withTable(page, ofTraffic),
}

const isCheck = process.argv.includes('--check')
for (const [name, make] of Object.entries(outputs)) {
  const file = new URL(`../${name}`, import.meta.url)
  const written = await readFile(file, 'utf8').catch(() => '')
  const text = await format(make(written), { ...(await resolveConfig(file)), filepath: file.pathname })
  if (text === written) continue
  if (isCheck) {
    process.stderr.write(`${name} does not follow from config.schema.json; run npm run gen.\n`)
    process.exitCode = 1
  } else await writeFile(file, text)
}
