import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { sideNames, type SideName } from '../sides/sides.ts'
import { works } from '../works/works.ts'
import { partNames, type PartName } from './parts.ts'
import { UsageError } from './usage-error.ts'

/** The options of the bench. */
export interface BenchOptions {
  readonly help: boolean
  /** How often every side has its turn at every work. */
  readonly rounds: number
  /** How long a turn is. */
  readonly seconds: number
  /** How long every side works at every work before the first round. */
  readonly warm: number
  /** Open connections, one measurement each. */
  readonly connections: readonly number[]
  readonly sides: readonly SideName[]
  /** By name. */
  readonly works: readonly string[]
  readonly parts: readonly PartName[]
  /** Whether `npm run check` is timed too. */
  readonly check: boolean
  /** Whether figures are only for trying. */
  readonly quick: boolean
  /** Where the figures are written as JSON. */
  readonly json: string | undefined
}

const workNames = works.map(({ name }) => name)

/** A customer is logged in for each connection, which takes its time. */
const maxCount = 256

/** Reads the command line; throws a `UsageError` of one line where it cannot be understood. */
export function readOptions(args: readonly string[]): BenchOptions {
  const given = parse(args)
  // Better said before an hour of measuring than after.
  if (given.json !== undefined && !existsSync(dirname(given.json))) {
    throw new UsageError(`--json: there is no folder ${dirname(given.json)}`)
  }
  const usual = given.quick ? quickOptions : usualOptions
  return {
    help: given.help,
    quick: given.quick,
    check: given.check,
    json: given.json,
    rounds: readCount('--rounds', given.rounds, usual.rounds),
    seconds: readSeconds('--seconds', given.seconds, usual.seconds),
    warm: readSeconds('--warm', given.warm, usual.warm),
    connections: (given.connections ?? usual.connections)
      .split(',')
      .map((text) => readCount('--connections', text, 0)),
    ...readOnly(given.only ?? [], usual),
  }
}

interface Defaults {
  readonly rounds: number
  readonly seconds: number
  readonly warm: number
  readonly connections: string
  readonly sides: readonly SideName[]
  readonly works: readonly string[]
  readonly parts: readonly PartName[]
}

// Many short turns rather than few long ones: sides are compared within a round, and the machine changes by the minute.
const usualOptions: Defaults = {
  rounds: 7,
  seconds: 0.8,
  warm: 10,
  connections: '1,16,64',
  sides: sideNames,
  works: workNames,
  parts: partNames,
}

/** The works and sides that targets name: two to three minutes show whether a change made the server slower. */
const quickOptions: Defaults = {
  rounds: 5,
  seconds: 0.5,
  warm: 3,
  connections: '16',
  sides: ['bare-express', 'express-validator', 'sqlite', 'prism'],
  works: ['wallet', 'cart', 'add', 'checkout'],
  parts: [],
}

function parse(args: readonly string[]) {
  const options = {
    help: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    json: { type: 'string' },
    only: { type: 'string', multiple: true },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    warm: { type: 'string' },
    connections: { type: 'string' },
  } as const
  const nothing = {
    json: undefined,
    only: undefined,
    rounds: undefined,
    seconds: undefined,
    warm: undefined,
    connections: undefined,
  }
  try {
    return { ...nothing, ...parseArgs({ args: [...args], options }).values }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Only what is named is measured: naming a work leaves out other works, naming a part leaves out everything else. */
function readOnly(
  given: readonly string[],
  usual: Defaults,
): Pick<BenchOptions, 'sides' | 'works' | 'parts'> {
  const names = given.flatMap((text) => text.split(','))
  const known: readonly string[] = [...sideNames, ...workNames, ...partNames]
  const stranger = names.find((name) => !known.includes(name))
  if (stranger !== undefined) {
    throw new UsageError(`--only knows no ${stranger || 'empty name'}; it knows ${known.join(', ')}`)
  }
  if (names.length === 0) return { sides: usual.sides, works: usual.works, parts: usual.parts }
  const sides = sideNames.filter((name) => names.includes(name))
  const namedWorks = workNames.filter((name) => names.includes(name))
  const parts = partNames.filter((name) => names.includes(name))
  if (sides.length + namedWorks.length === 0) return { sides: [], works: [], parts }
  return {
    sides: sides.length === 0 ? usual.sides : sides,
    works: namedWorks.length === 0 ? usual.works : namedWorks,
    parts,
  }
}

function readCount(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > maxCount) {
    throw new UsageError(`${name} must be a whole number from 1 to ${maxCount}, not ${text}`)
  }
  return value
}

function readSeconds(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  const value = Number(text)
  if (!(value >= 0.05 && value <= 600)) {
    throw new UsageError(`${name} must be a number from 0.05 to 600, not ${text}`)
  }
  return value
}
