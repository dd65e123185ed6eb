import { choicesOf, type Command, defaultText, type Setting, settingsOf } from './flags.ts'

const WIDTH = 100
/** The column at which descriptions begin. */
const COLUMN = 28

/** Wraps a text to a maximum line width. */
export const wrap = (text: string, width: number): readonly string[] =>
  text.match(new RegExp(`\\S.{0,${width - 1}}(?= |$)`, 'g')) ?? []

/** The description of a setting with its allowed values and default. */
const describeSetting = (setting: Setting): string => {
  const { description = '', type, default: fallback } = setting.schema
  const choices = Array.isArray(fallback) ? undefined : choicesOf(setting.schema)
  return [
    description,
    ...(choices === undefined ? [] : [`One of ${choices.join(', ')}.`]),
    ...(fallback === undefined || type === 'boolean' ? [] : [`Default: ${defaultText(setting)}.`]),
  ].join(' ')
}

const lineOf = (setting: Setting): string => {
  const flag = `  ${setting.flag}`
  const [first = '', ...others] = wrap(describeSetting(setting).replaceAll('`', ''), WIDTH - COLUMN)
  const start = flag.length < COLUMN - 1 ? [flag.padEnd(COLUMN) + first] : [flag, ' '.repeat(COLUMN) + first]
  return [...start, ...others.map((line) => ' '.repeat(COLUMN) + line)].join('\n')
}

const HEADS: Readonly<Record<Command, string>> = {
  check: `Checks whether a running HTTP API and its OpenAPI document agree.

  contract-checker <document> --url <baseUrl> [options]
  contract-checker judge <recording.har…> --document <document> [options]
  contract-checker proxy --to <url> --document <document> [options] [-- <command>]
`,
  judge: `Judges recorded exchanges (HTTP archives) by an OpenAPI document, and reports their coverage.

  contract-checker judge <recording.har…> --document <document> [options]
`,
  proxy: `Forwards requests to a server, judges each exchange by an OpenAPI document, and reports coverage.

  contract-checker proxy --to <url> --document <document> [options] [-- <command>]

The command finds the URL of the proxy in CONTRACT_PROXY_URL. Without a command, the proxy runs
until it is interrupted.
`,
}

const EXAMPLES: Readonly<Record<Command, string>> = {
  check: 'contract-checker openapi.yaml --url http://127.0.0.1:3000 --workers 8 --report html=report.html',
  judge: 'contract-checker judge traffic.har --document openapi.yaml --report html=report.html',
  proxy: 'contract-checker proxy --to http://127.0.0.1:3000 --document openapi.yaml -- npm test',
}

/** The text of `--help`. */
export const usageOf = (command: Command): string => `${HEADS[command]}${settingsOf(command)
  .flatMap((setting) => [
    ...(setting.schema['x-group'] === undefined ? [] : ['', setting.schema['x-group']]),
    ...(setting.flag === '' ? [] : [lineOf(setting)]),
  ])
  .join('\n')}

An option of a list may repeat, or hold several values: --disable-check a,b. --report may repeat.

Example
  ${EXAMPLES[command]}

Exit codes
  0   no finding
  1   findings
  2   the check could not run; one sentence on stderr says what to fix
  70  a bug in contract-checker
`
