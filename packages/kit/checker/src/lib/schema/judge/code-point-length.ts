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
