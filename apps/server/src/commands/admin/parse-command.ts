import { parseWords, UsageError } from '../read-arguments.ts'
import type { Given, Verb } from './verb.ts'

/** The request of a command line. */
export type ParsedCommand =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'run'
      readonly work: ReturnType<Verb['prepare']>
      readonly isRead: boolean
      readonly operator: string
      readonly isDryRun: boolean
      readonly isJson: boolean
    }

/** A script that takes verbs. */
export interface VerbProgram {
  readonly name: 'admin' | 'jobs'
  readonly verbs: readonly Verb[]
}

/** Reads a command line by a table of verbs. Throws `UsageError` with the help that fits where it cannot be read. */
export function parseCommand(
  program: VerbProgram,
  line: readonly string[],
  user: string | undefined,
): ParsedCommand {
  const words = line.filter((word) => !word.startsWith('-'))
  const verb = program.verbs.find(({ name }) => name.split(' ').every((word, index) => word === words[index]))
  if (verb === undefined) {
    const help = helpOf(program, words[0])
    if (line.includes('--help')) return { kind: 'help', text: help }
    throw new UsageError(`${whyNoVerb(program, line)}\n\n${help}`)
  }
  const help = helpOfVerb(program, verb)
  if (line.includes('--help')) return { kind: 'help', text: help }
  const { given, common } = readLine(verb, line, help)
  try {
    return {
      kind: 'run',
      work: verb.prepare(given),
      isRead: verb.isRead === true,
      operator: verb.isRead === true ? '' : readOperator(common.operator ?? user),
      isDryRun: common.isDryRun,
      isJson: common.isJson,
    }
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${error.message}\n\n${help}`)
    throw error
  }
}

function whyNoVerb({ name, verbs }: VerbProgram, line: readonly string[]): string {
  if (line.length === 0) return 'Name a verb'
  const isNoun = verbs.some((verb) => verb.name.startsWith(`${line[0]} `))
  const words = line.slice(0, isNoun ? 2 : 1)
  const option = words.find((word) => word.startsWith('-'))
  if (option !== undefined) return `Name the verb before ${option}: npm run ${name} -- <verb> … ${option} …`
  return `There is no verb '${words.join(' ')}'`
}

const commonOptions = {
  operator: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const

function readLine(verb: Verb, line: readonly string[], help: string) {
  const own = Object.entries(verb.options).map(
    ([name, { value }]) => [name, { type: value === null ? 'boolean' : 'string' } as const] as const,
  )
  const options = { ...Object.fromEntries(own), ...commonOptions }
  const { values, positionals } = parseWords(line, options, `\n\n${help}`)
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
  const { length } = given.arguments
  const [absent] = verb.arguments.slice(length).filter((name) => !name.startsWith('['))
  const surplus = given.arguments[verb.arguments.length]
  const fault =
    (absent === undefined ? undefined : `${absent} is missing`) ??
    (surplus === undefined ? undefined : `Unexpected argument '${surplus}'`) ??
    (missing === undefined ? undefined : `--${missing[0]} is missing`)
  if (fault !== undefined) throw new UsageError(`${fault}\n\n${help}`)
  return {
    given,
    common: { operator: values.operator, isDryRun: values['dry-run'], isJson: values.json },
  }
}

/** The person who is responsible for a change, as the audit log names them. */
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

function helpOfVerb(program: VerbProgram, verb: Verb): string {
  const common = {
    ...(verb.isRead === true
      ? {}
      : {
          operator: { value: '<name>', about: 'who you are, for the audit log; $USER unless given' },
          'dry-run': { value: null, about: 'says what would be changed, and changes nothing' },
        }),
    json: {
      value: null,
      about: `prints the result as JSON; npm run -s ${program.name} -- … prints nothing else`,
    },
  }
  const options = Object.entries({ ...verb.options, ...common }).map(
    ([name, { value, about }]) => [value === null ? `--${name}` : `--${name} ${value}`, about] as const,
  )
  const width = Math.max(...options.map(([option]) => option.length))
  return [
    `npm run ${program.name} -- ${usageOf(verb)}`,
    '',
    `${verb.name} ${verb.about}.`,
    ...options.map(([option, about]) => `  ${option.padEnd(width)}  ${about}`),
    '',
    `For example: npm run ${program.name} -- ${verb.example}`,
    'Exit code 0: done. 1: rejected, or not found. 2: the command cannot run.',
  ].join('\n')
}

/** Every verb, or those of one noun. */
function helpOf({ name: program, verbs }: VerbProgram, noun: string | undefined): string {
  const ofNoun = verbs.filter(({ name }) => name.split(' ')[0] === noun)
  const listed = ofNoun.length === 0 ? verbs : ofNoun
  const heads = listed.map((verb) => [verb.name, ...verb.arguments].join(' '))
  const width = Math.max(...heads.map(({ length }) => length))
  return [
    `npm run ${program} -- <verb>, one of:`,
    ...listed.map(({ about }, index) => `  ${heads[index]?.padEnd(width)}  ${about}`),
    'Each has --help, with an example.',
  ].join('\n')
}
