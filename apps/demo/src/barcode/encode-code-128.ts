import { code128Widths } from './code-128-widths.ts'

const switchToC = 99
const startB = 104
const startC = 105
const stop = 106

/** Whether `encodeCode128` supports a text: one character or more, all of them printable ASCII. */
export function isCode128Text(contents: string): boolean {
  return /^[ -~]+$/.test(contents)
}

/**
 * The symbol values of a text in Code 128 (ISO/IEC 15417), from start to stop, check symbol included. Trailing digits are encoded
 * in pairs (code set C), all other characters one by one (code set B). Throws a `RangeError` if `isCode128Text` is false.
 */
export function toCode128Symbols(contents: string): readonly number[] {
  if (!isCode128Text(contents)) throw new RangeError('Only printable ASCII can be drawn as Code 128')
  const digits = /\d*$/.exec(contents)?.[0].length ?? 0
  // With fewer than four trailing digits, the change of code set saves nothing.
  const paired = digits === contents.length || digits >= 4 ? digits - (digits % 2) : 0
  const single = contents.length - paired
  const data = [
    ...Array.from(contents.slice(0, single), (character) => character.charCodeAt(0) - 32),
    ...(single > 0 && paired > 0 ? [switchToC] : []),
    ...Array.from(contents.slice(single).matchAll(/\d\d/g), ([pair]) => Number(pair)),
  ]
  const start = single > 0 ? startB : startC
  const sum = data.reduce((total, value, index) => total + value * (index + 1), start)
  return [start, ...data, sum % 103, stop]
}

/** The modules of a text in Code 128, from left to right: `true` is a bar. Without quiet zones. */
export function toCode128Modules(contents: string): readonly boolean[] {
  return toCode128Symbols(contents).flatMap((symbol) =>
    Array.from(code128Widths[symbol] ?? '').flatMap((width, index) =>
      Array.from({ length: Number(width) }, () => index % 2 === 0),
    ),
  )
}
