/** A Markdown table. Cells are Markdown; plain text must go through `toMarkdownText` first. */
export function toMarkdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Plain text as it stands in Markdown, a cell of a table included. */
export function toMarkdownText(text: string): string {
  return text.replaceAll(/[\\`*_[\]|]/g, String.raw`\$&`).replaceAll('<', '&lt;')
}
