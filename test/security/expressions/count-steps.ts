import { type Part, parseExpression } from './parse-expression.ts'

/** Continues after a part that has matched up to this index. */
type Next = (at: number) => boolean

/** More steps than any acceptable match takes on the texts of the tests. */
const STEP_LIMIT = 400_000

class TooManySteps extends Error {}

/** Counts the characters that a backtracking engine examines. */
export type StepCounter = (text: string) => number

/**
 * Creates a model of the engine. It tries the same matches as JavaScript in the same order, and counts. Infinite beyond the
 * limit.
 */
export function createStepCounter({ source, flags }: RegExp): StepCounter {
  const whole = parseExpression(source)
  const isSticky = flags.includes('y')
  const characters = new Map<string, RegExp>()
  const matcherOf = (part: string): RegExp => {
    const known = characters.get(part) ?? new RegExp(`^${part}$`, flags.replaceAll(/[gymd]/g, ''))
    characters.set(part, known)
    return known
  }

  return (text) => {
    let steps = 0
    const run = (part: Part, at: number, next: Next): boolean => {
      switch (part.kind) {
        case 'character': {
          steps += 1
          if (steps > STEP_LIMIT) throw new TooManySteps()
          const character = text[at]
          return character !== undefined && matcherOf(part.source).test(character) && next(at + 1)
        }
        case 'assertion':
          return holds(part.source, text, at, flags) && next(at)
        case 'reference':
          return next(at)
        case 'look': {
          const found = part.isBehind
            ? Array.from({ length: at + 1 }, (_, start) => start).some((start) =>
                run(part.body, start, (end) => end === at),
              )
            : run(part.body, at, () => true)
          return found !== part.isNegative && next(at)
        }
        case 'choice':
          return part.options.some((option) => run(option, at, next))
        case 'sequence':
          return runAll(part.parts, 0, at, next)
        case 'repeat':
          return part.part.kind === 'character' ? runRun(part, at, next) : runRepeat(part, 0, at, next)
      }
    }
    const runAll = (parts: readonly Part[], index: number, at: number, next: Next): boolean => {
      const part = parts[index]
      return part === undefined ? next(at) : run(part, at, (end) => runAll(parts, index + 1, end, next))
    }
    /** Matches a repetition of one character, without a call for each repetition. */
    const runRun = (part: Part & { kind: 'repeat' }, at: number, next: Next): boolean => {
      const ends = [at]
      const isNext = (): boolean => ends.length <= part.max && run(part.part, ends.at(-1) ?? at, () => true)
      if (!part.isLazy) while (isNext()) ends.push((ends.at(-1) ?? at) + 1)
      if (part.isLazy) {
        for (;;) {
          if (ends.length > part.min && next(ends.at(-1) ?? at)) return true
          if (!isNext()) return false
          ends.push((ends.at(-1) ?? at) + 1)
        }
      }
      while (ends.length > part.min) if (next(ends.pop() ?? at)) return true
      return false
    }
    const runRepeat = (part: Part & { kind: 'repeat' }, count: number, at: number, next: Next): boolean => {
      const again = (): boolean =>
        count < part.max &&
        run(part.part, at, (end) => (end > at || count < part.min) && runRepeat(part, count + 1, end, next))
      const stop = (): boolean => count >= part.min && next(at)
      return part.isLazy ? stop() || again() : again() || stop()
    }
    try {
      const starts = isSticky ? 1 : text.length + 1
      for (let start = 0; start < starts; start += 1) {
        // An expression that begins with ^ is tried only at the start.
        if (start > 0 && !flags.includes('m') && source.startsWith('^') && !source.includes('|')) break
        if (run(whole, start, () => true)) break
      }
      return steps
    } catch (error) {
      if (error instanceof TooManySteps || error instanceof RangeError) return Number.POSITIVE_INFINITY
      throw error
    }
  }
}

function holds(source: string, text: string, at: number, flags: string): boolean {
  const isWord = (index: number): boolean => /\w/.test(text[index] ?? '')
  const isLineEnd = (index: number): boolean => flags.includes('m') && text[index] === '\n'
  if (source === '^') return at === 0 || isLineEnd(at - 1)
  if (source === '$') return at === text.length || isLineEnd(at)
  return (isWord(at - 1) !== isWord(at)) === (source === String.raw`\b`)
}
