const blank = /[ \t\n\r]*/y
// Everything from the blank on, but the quotation mark and the backslash.
const text = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Where a text stops being JSON (RFC 8259), as an offset; `undefined` for JSON. Browsers often do not tell. */
export function findJsonError(json: string): number | undefined {
  let at = 0
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(json)
    at += found?.[0].length ?? 0
    return found !== null
  }
  const take = (character: string): boolean => {
    skip(blank)
    if (json[at] !== character) return false
    at += 1
    return true
  }
  const takeList = (end: string, takeItem: () => boolean): boolean => {
    if (take(end)) return true
    while (takeItem()) {
      if (take(end)) return true
      if (!take(',')) return false
    }
    return false
  }
  const takeMember = (): boolean => {
    skip(blank)
    return skip(text) && take(':') && takeValue()
  }
  const takeValue = (): boolean => {
    if (take('{')) return takeList('}', takeMember)
    if (take('[')) return takeList(']', takeValue)
    return skip(text) || skip(plain)
  }
  const isValue = takeValue()
  skip(blank)
  return isValue && at === json.length ? undefined : at
}
