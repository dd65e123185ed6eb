/** A run of code points, both ends included. */
interface CodePointRange {
  readonly min: number
  readonly max: number
}

/** Sorted, disjoint runs of code points. */
export type CodePointSet = readonly CodePointRange[]

/** The greatest Unicode code point. */
export const MAX_CODE_POINT = 0x10_ff_ff

/** How many code points are in a set. */
export const sizeOf = (set: CodePointSet): number => set.reduce((sum, { min, max }) => sum + max - min + 1, 0)

/** The code point at a position of a set, counted from 0; undefined beyond its end. */
export const codePointAt = (set: CodePointSet, position: number): number | undefined => {
  let left = position
  for (const { min, max } of set) {
    if (left <= max - min) return min + left
    left -= max - min + 1
  }
  return undefined
}

/** Whether a code point is in a set. */
export const includes = (set: CodePointSet, codePoint: number): boolean =>
  set.some(({ min, max }) => min <= codePoint && codePoint <= max)

/** The code points in both sets. */
export const intersect = (left: CodePointSet, right: CodePointSet): CodePointSet => {
  const result: CodePointRange[] = []
  let at = 0
  for (const range of left) {
    while (at > 0 && (right[at]?.min ?? Infinity) > range.min) at -= 1
    for (; at < right.length; at += 1) {
      const other = right[at]
      if (other === undefined || other.min > range.max) break
      const min = Math.max(range.min, other.min)
      const max = Math.min(range.max, other.max)
      if (min <= max) result.push({ min, max })
    }
  }
  return result
}

/** The code points in the first set but not in the second. */
export const without = (set: CodePointSet, excluded: CodePointSet): CodePointSet => {
  const gaps: CodePointRange[] = []
  let from = 0
  for (const { min, max } of excluded) {
    if (min > from) gaps.push({ min: from, max: min - 1 })
    from = max + 1
  }
  return intersect(set, [...gaps, { min: from, max: MAX_CODE_POINT }])
}

/** Every character a well-formed text can hold: all but surrogates. */
export const EVERY_CHARACTER: CodePointSet = [
  { min: 0, max: 0xd7_ff },
  { min: 0xe0_00, max: MAX_CODE_POINT },
]

/** Printable characters up to U+FFFF: no controls, direction marks, private use or noncharacters. */
export const READABLE_BASIC: CodePointSet = [
  { min: 0x20, max: 0x7e },
  { min: 0xa1, max: 0xac },
  { min: 0xae, max: 0x06_04 },
  { min: 0x06_06, max: 0x18_0d },
  { min: 0x18_0f, max: 0x1f_ff },
  { min: 0x20_30, max: 0x20_5e },
  { min: 0x20_70, max: 0xd7_ff },
  { min: 0xf9_00, max: 0xfd_cf },
  { min: 0xfe_30, max: 0xfe_fe },
  { min: 0xff_01, max: 0xff_ef },
]

/** The same, and those of the supplementary planes that have letters and symbols. */
export const READABLE: CodePointSet = [
  ...READABLE_BASIC,
  { min: 0x1_00_00, max: 0x1_ff_fd },
  { min: 0x2_00_00, max: 0x3_ff_fd },
]

/** The alphabet of a text: letters and digits, printable ASCII, or other scripts. */
export type Mood = 'plain' | 'ascii' | 'any'

/** A source of whole numbers; fast-check's `Random` is one. */
export interface Numbers {
  /** A whole number from `min` to `max`, both included. */
  nextInt(min: number, max: number): number
}

const LOWER = [{ min: 0x61, max: 0x7a }]
const DIGITS = [{ min: 0x30, max: 0x39 }]
const UPPER = [{ min: 0x41, max: 0x5a }]
const MARKS = [0x2d, 0x5f, 0x2e].map((mark) => ({ min: mark, max: mark })).toSorted((a, b) => a.min - b.min)
const PRINTABLE = [
  { min: 0x21, max: 0x2f },
  { min: 0x3a, max: 0x40 },
  { min: 0x5b, max: 0x60 },
  { min: 0x7b, max: 0x7e },
]
const BASIC = [{ min: 0, max: 0xff_ff }]
const SPACE = [{ min: 0x20, max: 0x20 }]
const FOREIGN = Array.from('éüñßøłΩжяקبहक中日本語한あア€')
  .map(codeOf)
  .toSorted((a, b) => a - b)
const ASTRAL = Array.from('😀🎉𝒜𠮷')
  .map(codeOf)
  .toSorted((a, b) => a - b)

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

const members = (set: CodePointSet, wanted: CodePointSet): number[] =>
  intersect(set, wanted).flatMap(({ min, max }) =>
    Array.from({ length: max - min + 1 }, (_, offset) => min + offset),
  )

const among = (set: CodePointSet, wanted: readonly number[]): number[] =>
  members(
    set,
    wanted.map((point) => ({ min: point, max: point })),
  )

/** The characters of one symbol, the most readable first. */
export class ReadableCharacters {
  /** The character that texts shrink to: a letter or digit if there is one. */
  readonly simplest: number
  /** The weight of this symbol among those that are possible at the same place. */
  readonly weights: Readonly<Record<Mood, number>>
  /** Whether all characters are beyond U+FFFF. */
  readonly isAstral: boolean
  /** How many characters there are. */
  readonly size: number
  readonly #set: CodePointSet
  readonly #plain: readonly number[]
  readonly #ascii: readonly number[]
  readonly #any: readonly number[]
  readonly #astral: readonly number[]

  constructor(set: CodePointSet) {
    const lower = members(set, LOWER)
    const letters = [...lower, ...members(set, DIGITS), ...members(set, UPPER)]
    const marks = members(set, MARKS)
    const printable = members(set, PRINTABLE)
    const space = members(set, SPACE)
    const foreign = among(set, FOREIGN)
    this.#set = set
    this.size = sizeOf(set)
    this.#astral = among(set, ASTRAL)
    this.#plain =
      letters.length > 0 ? [...lower, ...lower, ...letters] : firstNonEmpty(marks, printable, space)
    this.#ascii = [...letters, ...printable, ...space]
    this.#any = [...letters.slice(0, 10), ...printable.slice(0, 3), ...foreign]
    const ownFirst = set[0]?.min ?? 0
    this.isAstral = ownFirst > 0xff_ff
    this.simplest = firstNonEmpty(letters, marks, printable, space, foreign, this.#astral)[0] ?? ownFirst
    const plain =
      letters.length > 0 ? Math.min(8, letters.length) : marks.length > 0 ? 2 : printable.length > 0 ? 1 : 0
    const ascii = plain + Math.min(3, printable.length) + space.length / 2
    this.weights = {
      plain: plain * 2,
      ascii: ascii * 2,
      any: Math.ceil(ascii * 2 + Math.min(6, foreign.length + this.#astral.length)),
    }
  }

  /** One character; none beyond U+FFFF where others exist and `astral` is false. */
  pick(numbers: Numbers, mood: Mood, astral: boolean): number {
    const pool =
      mood === 'plain'
        ? this.#plain
        : mood === 'ascii'
          ? this.#ascii
          : astral
            ? [...this.#any, ...this.#astral]
            : this.#any
    const chosen = firstNonEmpty(pool, this.#plain, this.#any, astral || this.isAstral ? this.#astral : [])
    if (chosen.length > 0) return chosen[numbers.nextInt(0, chosen.length - 1)] ?? this.simplest
    const count = astral || this.isAstral ? this.size : sizeOf(intersect(this.#set, BASIC))
    return codePointAt(this.#set, numbers.nextInt(0, Math.min(count, 100) - 1)) ?? this.simplest
  }
}

const firstNonEmpty = (...lists: readonly (readonly number[])[]): readonly number[] =>
  lists.find((list) => list.length > 0) ?? []

/** How far a character is from the simplest one, for shrinking: letters, then digits, capitals, the rest. */
export const complexityOf = (codePoint: number): number => {
  const classes = [LOWER, DIGITS, UPPER, MARKS, PRINTABLE, SPACE]
  const found = classes.findIndex((ranges) =>
    ranges.some(({ min, max }) => min <= codePoint && codePoint <= max),
  )
  return (found === -1 ? classes.length : found) * 0x20_00_00 + codePoint
}

/** A deterministic pseudorandom generator (Lehmer, 1951, with later constants). */
export const createSteadyNumbers = (seed: number): Numbers => {
  let state = (Math.abs(seed) % 2_147_483_646) + 1
  return {
    nextInt: (min, max) => {
      state = (state * 48_271) % 2_147_483_647
      return min + (state % (max - min + 1))
    },
  }
}

/** The length of a text in Unicode code points, as JSON Schema counts (2020-12 Validation, 6.3.1). */
export const codePointLength = (text: string): number => {
  let length = text.length
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue
    length -= 1
    at += 1
  }
  return length
}

/**
 * The coarsest split of the code points 0 to `maximum` in which every given set is a union of parts. The parts are the
 * symbols of an automaton: no set separates two code points of one symbol.
 */
export class Alphabet {
  /** The code points of each symbol. */
  readonly symbols: readonly CodePointSet[]
  readonly #starts: readonly number[]
  readonly #symbolAt: readonly number[]
  readonly #members: readonly Uint8Array[]

  constructor(sets: readonly CodePointSet[], maximum: number) {
    const toggles = new Map<number, number[]>([[0, []]])
    const toggle = (point: number, set: number): void => {
      if (point > maximum) return
      const known = toggles.get(point)
      if (known === undefined) toggles.set(point, [set])
      else known.push(set)
    }
    sets.forEach((set, index) => {
      for (const { min, max } of set) {
        toggle(min, index)
        toggle(max + 1, index)
      }
    })
    const starts = [...toggles.keys()].toSorted((a, b) => a - b)
    const memberships: Uint8Array[] = []
    const symbols: CodePointRange[][] = []
    const symbolAt: number[] = []
    const bySignature = new Map<string, number>()
    const current = new Uint8Array(sets.length)
    starts.forEach((min, at) => {
      for (const set of toggles.get(min) ?? []) current[set] = 1 - (current[set] ?? 0)
      const signature = current.join('')
      let symbol = bySignature.get(signature)
      if (symbol === undefined) {
        symbol = symbols.length
        bySignature.set(signature, symbol)
        symbols.push([])
        memberships.push(current.slice())
      }
      symbols[symbol]?.push({ min, max: (starts[at + 1] ?? maximum + 1) - 1 })
      symbolAt.push(symbol)
    })
    this.symbols = symbols
    this.#starts = starts
    this.#symbolAt = symbolAt
    this.#members = memberships
  }

  /** The symbol of a code point no greater than the maximum. */
  symbolOf(codePoint: number): number {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= codePoint) low = middle
      else high = middle - 1
    }
    return this.#symbolAt[low] ?? 0
  }

  /** Whether a symbol lies in the set that was given at this index. */
  isIn(symbol: number, set: number): boolean {
    return this.#members[symbol]?.[set] === 1
  }
}
