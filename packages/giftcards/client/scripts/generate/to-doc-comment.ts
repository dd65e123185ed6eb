const lineLength = 110

/** A JSDoc comment of some paragraphs, wrapped, each line after `indent`. */
export function toDocComment(paragraphs: readonly string[], indent: string): string {
  const width = lineLength - indent.length - 3
  const lines = paragraphs.flatMap((paragraph, index) => [
    ...(index === 0 ? [] : ['']),
    ...wrap(paragraph.replaceAll('*/', '*\\/'), width),
  ])
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`].join('\n')
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
