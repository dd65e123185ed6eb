import { parseArgs } from 'node:util'
import { type Given, UsageError, type Verb } from './verb.ts'

/** What a command line asks for. */
export type ParsedCommand =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'run'
      readonly work: ReturnType<Verb['prepare']>
      readonly operator: string
      readonly isDryRun: boolean
      readonly isJson: boolean
    }

/** Reads a command line by a table of verbs. Throws `UsageError` with the help that fits where it cannot be read. */
export function parseCommand(
  verbs: readonly Verb[],
  line: readonly string[],
  user: string | undefined,
): ParsedCommand {
  const words = line.filter((word) => !word.startsWith('-'))
  const verb = verbs.find(({ name }) => name.split(' ').every((word, index) => word === words[index]))
  if (verb === undefined) {
    if (line.includes('--help')) return { kind: 'help', text: helpOf(verbs, words[0]) }
    throw new UsageError(helpOf(verbs, words[0]))
  }
  if (line.includes('--help')) return { kind: 'help', text: helpOfVerb(verb) }
  const { given, common } = readLine(verb, line)
  try {
    return {
      kind: 'run',
      work: verb.prepare(given),
      operator: verb.isRead === true ? '' : readOperator(common.operator ?? user),
      isDryRun: common.isDryRun,
      isJson: common.isJson,
    }
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${error.message}\n\n${helpOfVerb(verb)}`)
    throw error
  }
}

const commonOptions = {
  operator: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

function readLine(verb: Verb, line: readonly string[]) {
  const own = Object.entries(verb.options).map(
    ([name, { value }]) => [name, { type: value === null ? 'boolean' : 'string' } as const] as const,
  )
  let parsed
  try {
    parsed = parseArgs({
      args: [...line],
      options: { ...Object.fromEntries(own), ...commonOptions },
      allowPositionals: true,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : 'It cannot be read'
    throw new UsageError(`${reason}\n\n${helpOfVerb(verb)}`)
  }
  const { values, positionals } = parsed
  const given: Given = {
    arguments: positionals.slice(verb.name.split(' ').length),
    options: Object.fromEntries(
      Object.entries(values).filter(([, value]) => typeof value === 'string'),
    ) as Given['options'],
    flags: new Set(Object.keys(values).filter((name) => values[name as keyof typeof values] === true)),
  }
  const missing = Object.entries(verb.options).find(
    ([name, { isRequired }]) => isRequired === true && given.options[name] === undefined,
  )
  if (given.arguments.length !== verb.arguments.length || missing !== undefined)
    throw new UsageError(
      `${missing === undefined ? `Give ${verb.arguments.join(' ') || 'no argument'}` : `--${missing[0]} is missing`}\n\n${helpOfVerb(verb)}`,
    )
  return {
    given,
    common: { operator: values.operator, isDryRun: values['dry-run'], isJson: values.json },
  }
}

/** Who is answerable for a change, as the audit log names it. */
function readOperator(name: string | undefined): string {
  if (name !== undefined && /^[\w.@+-]{1,64}$/.test(name)) return name
  throw new UsageError('Name yourself with --operator: 1 to 64 letters, digits, or any of . _ @ + -')
}

function usageOf({ name, arguments: names, options }: Verb): string {
  const shown = Object.entries(options).map(([option, { value, isRequired }]) => {
    const text = value === null ? `--${option}` : `--${option} ${value}`
    return isRequired === true ? text : `[${text}]`
  })
  return [name, ...names, ...shown].join(' ')
}

function helpOfVerb(verb: Verb): string {
  const common = {
    ...(verb.isRead === true
      ? {}
      : {
          operator: { value: '<name>', about: 'who you are, for the audit log; $USER unless given' },
          'dry-run': { value: null, about: 'says what would be changed, and changes nothing' },
        }),
    json: { value: null, about: 'prints the result as JSON' },
  }
  const options = Object.entries({ ...verb.options, ...common }).map(
    ([name, { value, about }]) => [value === null ? `--${name}` : `--${name} ${value}`, about] as const,
  )
  const width = Math.max(...options.map(([option]) => option.length))
  return [
    `npm run admin -- ${usageOf(verb)}`,
    '',
    `${verb.name} ${verb.about}.`,
    ...options.map(([option, about]) => `  ${option.padEnd(width)}  ${about}`),
    '',
    `For example: npm run admin -- ${verb.example}`,
    'Exit code 0: done; 1: refused, or not found; 2: it cannot be run.',
  ].join('\n')
}

/** Every verb, or those of one noun. */
function helpOf(verbs: readonly Verb[], noun: string | undefined): string {
  const ofNoun = verbs.filter(({ name }) => name.split(' ')[0] === noun)
  const listed = ofNoun.length === 0 ? verbs : ofNoun
  const heads = listed.map((verb) => [verb.name, ...verb.arguments].join(' '))
  const width = Math.max(...heads.map(({ length }) => length))
  return [
    'npm run admin -- <verb>, one of:',
    ...listed.map(({ about }, index) => `  ${heads[index]?.padEnd(width)}  ${about}`),
    'Each has --help, with an example.',
  ].join('\n')
}
